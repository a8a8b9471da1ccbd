import { fileURLToPath } from 'node:url';
import { begin } from './begin.mjs';
import { command } from './failure.mjs';

// `npm start`: the whole product with one command, on a machine that has only Node.
const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
await command(() =>
  begin(root, process.env, async (data) => {
    const { launch } = await import('./launch.mjs');
    return launch({ root, environment: process.env, data });
  }),
);
