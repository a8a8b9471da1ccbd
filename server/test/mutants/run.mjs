import { fileURLToPath } from 'node:url';
import { command } from '../../platform/embedded/failure.mjs';
import { install } from '../../platform/embedded/install.mjs';

// `npm run mutants`: see `run-mutants.mjs`.
const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
await command(async () => {
  await install(root);
  const { runMutants } = await import('./run-mutants.mjs');
  return runMutants();
});
