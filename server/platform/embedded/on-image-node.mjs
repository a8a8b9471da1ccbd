import { fileURLToPath } from 'node:url';
import { installBeside } from './begin.mjs';
import { command } from './failure.mjs';

// `npm run test:image-node -- PATHS`: the tests on the Node that the image has, whatever this machine has.
const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
await command(async () => {
  await installBeside(root);
  const { testOnImageNode } = await import('./image-node.mjs');
  return testOnImageNode(root, process.argv.slice(2));
});
