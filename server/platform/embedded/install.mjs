import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { causeIn, Failure } from './failure.mjs';
import { fingerprint, recall, remember } from './fingerprint.mjs';
import { isInterrupted, onInterrupt } from './processes.mjs';

/**
 * @typedef {{ version?: string, optional?: boolean, devOptional?: boolean, peer?: boolean }} LockEntry
 * @typedef {{ packages?: Record<string, LockEntry> }} Lock
 */

/**
 * Whether every package that the lock file demands is installed in that version. Optional packages (other platforms')
 * may be absent.
 * @param {Lock} wanted package-lock.json
 * @param {Lock} installed npm's own record inside node_modules
 */
export function isInstalled(wanted, installed) {
  return Object.entries(wanted.packages ?? {}).every(([path, entry]) => {
    if (path === '') return true;
    const found = installed.packages?.[path];
    if (!found) return entry.optional === true || entry.devOptional === true || entry.peer === true;
    return found.version === entry.version;
  });
}

/**
 * Installs the packages of the lock file unless they are there already.
 * @param {string} root
 * @param {() => string | null} reasonNotTo a sentence when packages must not be replaced now
 */
export async function install(root, reasonNotTo = () => null) {
  const stamp = join(root, 'node_modules/.installed-lock');
  const wanted = fingerprint(root, ['package-lock.json']);
  if (recall(stamp) === wanted) return;
  if (!matchesRecord(root)) {
    const refusal = existsSync(join(root, 'node_modules')) ? reasonNotTo() : null;
    if (refusal) throw new Failure(refusal);
    await installFresh(root);
  }
  remember(stamp, wanted);
}

/** @param {string} root */
function matchesRecord(root) {
  const record = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(record)) return false;
  const read = (/** @type {string} */ file) => JSON.parse(readFileSync(file, 'utf8'));
  return isInstalled(read(join(root, 'package-lock.json')), read(record));
}

/** @param {string} root */
async function installFresh(root) {
  console.log('Installing packages from package-lock.json (about half a minute on the first run) …');
  // Under `npm start` this is npm itself; the development packages are wanted whatever NODE_ENV says.
  const parameters = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  const inherited = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm'];
  const [program, ...first] = /** @type {[string, ...string[]]} */ (inherited);
  const { code, output } = await runOnNodeAlone(program, [...first, ...parameters], root);
  if (code === 0) return;
  if (isInterrupted()) throw new Failure('Interrupted.');
  const cause = causeIn(output);
  process.stderr.write(output);
  throw new Failure(`The packages could not be installed: ${cause ?? 'npm ci failed, its words are above'}.`);
}

/**
 * As `run` of `commands.mjs`, which needs a package.
 * @param {string} program
 * @param {string[]} parameters
 * @param {string} cwd
 * @returns {Promise<{ code: number | null, output: string }>}
 */
async function runOnNodeAlone(program, parameters, cwd) {
  const child = spawn(program, parameters, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  onInterrupt(() => child.kill('SIGTERM'));
  const pieces = /** @type {string[]} */ ([]);
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => pieces.push(String(piece)));
  const [code] = await once(child, 'close');
  return { code, output: pieces.join('') };
}
