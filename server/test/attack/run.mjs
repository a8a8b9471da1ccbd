import { fileURLToPath } from 'node:url';
import { command } from '../../platform/embedded/failure.mjs';
import { install } from '../../platform/embedded/install.mjs';

// `npm run attack`: see `attacks.mjs`.
const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
await command(async () => {
  await install(root);
  const { runAttacks } = await import('./attacks.mjs');
  return runAttacks();
});
