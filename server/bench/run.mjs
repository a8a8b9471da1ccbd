import { fileURLToPath } from 'node:url';
import { command } from '../platform/embedded/failure.mjs';
import { install } from '../platform/embedded/install.mjs';

// `npm run bench`: see `benches.mjs`.
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
await command(async () => {
  await install(root);
  const { runBenches } = await import('./benches.mjs');
  return runBenches();
});
