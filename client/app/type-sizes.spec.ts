import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const CLIENT = join(__dirname, '..');
/** The desk has a screen's text size of its own. */
const sheets = readdirSync(CLIENT, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.css') && !/^ops[\\/]/.test(name),
);

it('letters are as large as their reader wants them: no size of type is fixed in pixels', () => {
  const fixed = sheets.flatMap((name) =>
    readFileSync(join(CLIENT, name), 'utf8')
      .split('\n')
      .filter((line) => /(font-size|line-height|--(caption|small|body|section|hero)): *[0-9.]+px/.test(line))
      .map((line) => `${name}: ${line.trim()}`),
  );
  expect(sheets.length).toBeGreaterThan(100);
  expect(fixed).toEqual([]);
});

it('no letters are smaller than 11 px at the usual size', () => {
  const sizes = sheets.flatMap((name) =>
    [...readFileSync(join(CLIENT, name), 'utf8').matchAll(/(?:font-size|--small|--caption): *([0-9.]+)rem/g)].map(
      ([, size]) => ({ name, size: Number(size) }),
    ),
  );
  expect(sizes.length).toBeGreaterThan(100);
  expect(sizes.filter(({ size }) => size < 0.6875)).toEqual([]);
});

it('a link in running text is in the accent colour, and not in a browser’s own', () => {
  const theme = readFileSync(join(CLIENT, 'app/theme.css'), 'utf8');
  expect(theme).toMatch(/:where\(a:any-link:not\(\[class\]\)\) \{\n {2}color: var\(--accent\);/);
});
