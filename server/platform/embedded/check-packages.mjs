import { fileURLToPath } from 'node:url';
import { unusedPackages } from './unused-packages.mjs';

// A part of `npm run check`: every package that is installed is used.
const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
const faults = unusedPackages(root);
for (const fault of faults) console.log(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
