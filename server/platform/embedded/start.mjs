import { fileURLToPath } from 'node:url';
import { command } from './failure.mjs';
import { launch } from './launch.mjs';

// `npm start`: the whole product with one command, on a machine that has only Node.
const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
await command(() => launch({ root, environment: process.env }));
