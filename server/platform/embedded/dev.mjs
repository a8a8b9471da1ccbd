import { fileURLToPath } from 'node:url';
import { begin } from './begin.mjs';
import { command } from './failure.mjs';

// `npm run dev`: the product with the compilers watching.
const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
await command(() =>
  begin(root, process.env, async (data) => {
    const { develop } = await import('./develop.mjs');
    return develop({ root, environment: process.env, data });
  }),
);
