import { fileURLToPath } from 'node:url';
import { misnamedUseCases } from './injected-names.mjs';
import { unusedExports } from './unused-exports.mjs';

// A part of `npm run check`: rules and front doors hold nothing that only tests use, and use cases are injected by their names.
const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
const faults = [...unusedExports(root), ...misnamedUseCases(root)];
for (const fault of faults) console.log(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
