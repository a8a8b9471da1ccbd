import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { belowFloors, unexpectedScripts, unlicensed, withoutIntegrity } from './supply-chain.mjs';

// A part of `npm run check`: packages are the ones that were chosen, run nothing while they are installed, may be used,
// and have no known hole.
const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const faults = [
  ...withoutIntegrity(lock),
  ...unexpectedScripts(lock, readFileSync(join(root, '.npmrc'), 'utf8')),
  ...unlicensed(lock),
  ...belowFloors(lock),
];
for (const fault of faults) console.log(fault);
process.exit(faults.length === 0 ? 0 : 1);
