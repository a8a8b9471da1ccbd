import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { secretsIn } from './secret-scan.mjs';
import { belowFloors, unexpectedScripts, unlicensed, withoutIntegrity } from './supply-chain.mjs';

// A part of `npm run check`: packages are the ones that were chosen, run nothing while they are installed, may be used,
// and have no known hole; no file of ours holds a secret.
const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const faults = [
  ...withoutIntegrity(lock),
  ...unexpectedScripts(lock, readFileSync(join(root, '.npmrc'), 'utf8')),
  ...unlicensed(lock),
  ...belowFloors(lock),
  ...(await secretsIn(root, trackedFiles())),
];
for (const fault of faults) console.log(fault);
// At once: the library would still sort its own times, which takes half a minute and is of use to nobody.
process.exit(faults.length === 0 ? 0 : 1);

/** Files of the repository, and those that would become some. */
function trackedFiles() {
  const parameters = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  const listed = execFileSync('git', parameters, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }).split('\0');
  const deleted = execFileSync('git', ['ls-files', '-z', '--deleted'], { cwd: root, encoding: 'utf8' }).split('\0');
  return listed.filter((path) => path !== '' && !deleted.includes(path));
}
