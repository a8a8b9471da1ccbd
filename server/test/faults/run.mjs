import { fileURLToPath } from 'node:url';
import { command } from '../../platform/embedded/failure.mjs';
import { install } from '../../platform/embedded/install.mjs';

// `npm run faults` and the others: see `run-suite.mjs`.
const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
await command(async () => {
  await install(root);
  const { runSuite } = await import('./run-suite.mjs');
  return runSuite();
});
