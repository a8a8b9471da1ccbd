import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { EVERY_RUN } from '../../../client/test/browser/every-run.mjs';

const ROOT = join(__dirname, '../../..');
const FOLDER = join(ROOT, 'client/test/browser');
const ALL = readdirSync(FOLDER).filter((name) => name.endsWith('.spec.ts'));

/** What Jest would run of the browser's project. */
function listed(environment: Record<string, string>): string[] {
  const { BROWSER_TESTS: _own, ...clean } = process.env;
  const words = ['node_modules/jest/bin/jest.js', '--selectProjects', 'browser', '--listTests', '--json'];
  const output = execFileSync(process.execPath, words, {
    cwd: ROOT,
    env: { ...clean, ...environment },
    encoding: 'utf8',
  });
  const paths = JSON.parse(output.slice(output.indexOf('['))) as string[];
  return paths.map((path) => path.slice(FOLDER.length + 1)).sort();
}

it('names files that there are, each once', () => {
  expect(EVERY_RUN.filter((name) => !ALL.includes(`${name}.spec.ts`))).toEqual([]);
  expect(new Set(EVERY_RUN).size).toBe(EVERY_RUN.length);
});

it('are what the whole run asks for; whoever names a file, or asks for all pages, gets any of them', () => {
  expect(listed({ BROWSER_TESTS: 'every-run' })).toEqual(EVERY_RUN.map((name) => `${name}.spec.ts`).sort());
  expect(listed({})).toEqual(ALL.sort());
});
