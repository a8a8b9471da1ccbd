import { fileURLToPath } from 'node:url';
import { command } from './failure.mjs';
import { install } from './install.mjs';

// `npm run replay`, `npm run import`: one of our programs by its path below dist/, with the rest of the arguments.
const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
const [program = '', ...parameters] = process.argv.slice(2);
await command(async () => {
  await install(root);
  const { runProgram } = await import('./run-program.mjs');
  return runProgram({ root, program, parameters, environment: process.env });
});
