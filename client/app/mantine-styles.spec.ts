import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const CLIENT = join(__dirname, '..');
const STYLES = join(CLIENT, '../node_modules/@mantine/core/styles');

/** A component whose sheet is not taken is drawn without one: a tick as large as the page. */
it('takes the sheet of every component of Mantine that is used', () => {
  const taken = readFileSync(join(CLIENT, 'app/mantine.css'), 'utf8');
  const used = readdirSync(CLIENT, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.spec\.tsx?$/.test(path))
    .flatMap((path) => {
      const text = readFileSync(join(CLIENT, path), 'utf8');
      const [, names = ''] = /import \{([^}]*)\} from '@mantine\/core'/.exec(text) ?? [];
      return names.split(',').map((name) => ({ path, name: name.trim() }));
    });
  const without = used.filter(
    ({ name }) =>
      /^[A-Z]\w+$/.test(name) && existsSync(join(STYLES, `${name}.layer.css`)) && !taken.includes(`/${name}.layer.css`),
  );
  expect(used.some(({ name }) => name === 'Button')).toBe(true);
  expect(without).toEqual([]);
});
