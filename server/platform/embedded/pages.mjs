import { fileURLToPath } from 'node:url';
import { installBeside } from './begin.mjs';
import { command } from './failure.mjs';

// `npm run pages`: every browser test, with journeys in two languages and the layout of every page in all seven; `npm test` runs
// some of them, in one.
const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
const asked = process.argv.slice(2);
const parameters = [...(asked.length > 0 ? asked : ['client/test/browser']), '--selectProjects', 'browser'];
await command(async () => {
  await installBeside(root);
  const { runTests } = await import('./run-tests.mjs');
  return runTests({ root, parameters, environment: { ...process.env, PAGE_LANGUAGES: 'all' } });
});
