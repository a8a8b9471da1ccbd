import { fileURLToPath } from 'node:url';
import { installBeside } from './begin.mjs';
import { command } from './failure.mjs';

// `npm test`: every test, on a machine that has only Node.
const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
await command(async () => {
  await installBeside(root);
  const { runTests } = await import('./run-tests.mjs');
  return runTests({ root, parameters: process.argv.slice(2), environment: process.env });
});
