import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, readFileSync, statSync } from 'node:fs';
import { Failure } from '../failure.mjs';

/** @typedef {{ name: string, uid: number, gid: number }} Account */

/**
 * The account that Postgres runs under: null is our own. Postgres refuses to run as root, so root lends it the owner
 * of the files that exist already, else `postgres`, else `nobody`.
 * @param {string} existing folder of the database, if there is one already
 * @returns {Account | null}
 */
export function databaseAccount(existing) {
  if (process.getuid?.() !== 0) return null;
  const accounts = readAccounts();
  const owner = existsSync(existing) ? statSync(existing).uid : 0;
  if (owner !== 0) {
    const { gid } = statSync(existing);
    return accounts.find((account) => account.uid === owner) ?? { name: `user ${owner}`, uid: owner, gid };
  }
  for (const name of ['postgres', '_postgres', 'nobody']) {
    const account = accounts.find((candidate) => candidate.name === name);
    if (account) return account;
  }
  throw new Failure('Postgres must not run as root and there is no user `postgres` or `nobody`; create one of them.');
}

/** @returns {Account[]} */
function readAccounts() {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 4)
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}

/**
 * Whether the account reaches the path through all folders above it and may use it.
 * @param {Account | null} account
 * @param {'-x' | '-w' | '-r'} use run or enter it, write to it, or read it
 * @param {string} path
 */
export function mayUse(account, use, path) {
  return spawnSync('test', [use, path], { cwd: '/', ...identityOf(account) }).status === 0;
}

/**
 * @param {Account | null} account
 * @param {string} path
 */
export function giveTo(account, path) {
  if (account) chownSync(path, account.uid, account.gid);
}

/**
 * Options of `spawn` that run a program under the account.
 * @param {Account | null} account
 */
export function identityOf(account) {
  return account ? { uid: account.uid, gid: account.gid } : {};
}
