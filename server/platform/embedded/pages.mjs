import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { command } from './failure.mjs';
import { runTests } from './run-tests.mjs';

// `npm run pages`: journeys in two languages and the layout of every page in all seven; `npm test` does so in one.
const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
const folder = join(root, 'client/test/browser');
const laidOut = readdirSync(folder)
  .filter((name) => name.endsWith('.spec.ts') && readFileSync(join(folder, name), 'utf8').includes('page-languages'))
  .map((name) => `client/test/browser/${name}`);
const asked = process.argv.slice(2);
const parameters = [...(asked.length > 0 ? asked : laidOut), '--selectProjects', 'browser'];
await command(() => runTests({ root, parameters, environment: { ...process.env, PAGE_LANGUAGES: 'all' } }));
