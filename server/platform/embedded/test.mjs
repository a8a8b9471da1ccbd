import { fileURLToPath } from 'node:url';
import { command } from './failure.mjs';
import { runTests } from './run-tests.mjs';

// `npm test`: every test, on a machine that has only Node.
const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
await command(() => runTests({ root, parameters: process.argv.slice(2), environment: process.env }));
