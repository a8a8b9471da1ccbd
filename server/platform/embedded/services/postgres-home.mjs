import { createHash } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { databaseAccount, giveTo, mayUse } from './accounts.mjs';
import { Failure } from '../failure.mjs';
import { recall, remember } from '../fingerprint.mjs';

/** In the data folder: where the database lives, when that is not inside. */
export const POSTGRES_FOLDER = 'postgres-folder';

/**
 * Where the database lives and under which account it runs. Normally inside the data folder; where root works in a
 * folder that Postgres' account cannot enter (root's home, say), in a system folder, remembered in the data folder.
 * @param {string} folder the launcher's data folder
 * @param {string} systemFolder where root may keep it otherwise
 * @returns {{ home: string, account: import('./accounts.mjs').Account | null }}
 */
export function postgresHome(folder, systemFolder) {
  const inside = join(folder, 'postgres');
  const note = join(folder, POSTGRES_FOLDER);
  const home = recall(note) ?? inside;
  const account = databaseAccount(home);
  if (prepare(home, account)) return { home, account };
  if (!account) {
    throw new Failure(`There is no permission to use ${home}: start as the user who owns it, or give it to this user.`);
  }
  if (existsSync(join(inside, 'data'))) {
    throw new Failure(
      `User ${account.name}, who runs Postgres, can no longer enter ${inside}. Open the folders above it ` +
        '(`chmod o+x`), or start as the user who owns them.',
    );
  }
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 12);
  const outside = join(systemFolder, name);
  if (!prepare(outside, account)) {
    throw new Failure(`User ${account.name}, who runs Postgres, can enter neither ${folder} nor ${outside}.`);
  }
  console.log(`User ${account.name} cannot enter ${folder}: the database is kept in ${outside}.`);
  remember(note, outside);
  return { home: outside, account };
}

/**
 * @param {string} home
 * @param {import('./accounts.mjs').Account | null} account
 * @returns {boolean} whether the account can work there
 */
function prepare(home, account) {
  if (!existsSync(home)) {
    mkdirSync(home, { recursive: true, mode: 0o755 });
    giveTo(account, home);
  }
  return mayUse(account, '-w', home) && mayUse(account, '-x', home);
}
