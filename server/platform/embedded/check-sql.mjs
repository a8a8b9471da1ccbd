import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { declarations, shapes, sqlFaults } from './sql-files.mjs';

// A part of `npm run check`: the stored functions. `npm run sql-types` writes their declarations and those
// wire shapes that are made from the contract.
const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
if (process.argv.includes('--write'))
  for (const [path, text] of [...shapes(root), ...(await declarations(root))]) writeFileSync(join(root, path), text);
const faults = await sqlFaults(root);
for (const fault of faults) console.log(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
