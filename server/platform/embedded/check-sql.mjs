import { fileURLToPath } from 'node:url';
import { sqlFaults } from './sql-files.mjs';

// A part of `npm run check`: the stored functions.
const faults = await sqlFaults(fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, ''));
for (const fault of faults) console.log(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
