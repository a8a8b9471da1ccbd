import {
  chownSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

// Standbys with the means of Postgres alone, since the embedded one comes without `pg_basebackup`: the low-level backup of its manual
// (chapter 25.3.4), a slot that keeps the log, and `synchronous_standby_names`.

const NAME = 'standby';
/** Of the running server, not of its data: made anew by whoever starts on the copy. */
const OWN = /^(postmaster\.(pid|opts)|pg_wal\/.*|pg_replslot\/.*|pg_stat_tmp\/.*|pg_notify\/.*)$/;

/**
 * Copies a running primary so that a Postgres started on the copy is its standby.
 * @param {{ primary: string, from: string, to: string }} copy address of the primary, and the homes of both
 */
export async function copyAsStandby({ primary, from, to }) {
  await asked(
    primary,
    `select pg_create_physical_replication_slot($1, true)
      where not exists (select from pg_replication_slots where slot_name = $1::name)`,
    [NAME],
  );
  await backUp({ primary, from, to });
  const { hostname, port, username, password } = new URL(primary);
  writeOwned(join(to, 'data/standby.signal'), '', from);
  addSettings(to, {
    primary_conninfo: `host=${hostname} port=${port} user=${username} password=${password} application_name=${NAME}`,
    primary_slot_name: NAME,
    // Of the primary's; promoted it waits for nobody until it has a standby itself.
    synchronous_standby_names: '',
  });
}

/**
 * A base backup of a running primary.
 * @param {{ primary: string, from: string, to: string }} copy address of the primary, its home, and the home of the backup
 */
async function backUp({ primary, from, to }) {
  const client = await connected(primary);
  try {
    await client.query('select pg_backup_start($1, true)', [NAME]);
    copyHome(from, to);
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)');
    writeOwned(join(to, 'data/backup_label'), rows[0].labelfile, from);
  } finally {
    await client.end();
  }
}

/**
 * @param {string} restored
 */
export async function untilWritable(restored) {
  for (let step = 0; (await asked(restored, 'select pg_is_in_recovery() as is_copying'))[0].is_copying; step += 1) {
    if (step > 6000) throw new Error('The restored Postgres still recovers after five minutes.');
    await sleep(50);
  }
}

/**
 * From the answer on no commit is acknowledged before the standby has it on disk.
 * @param {string} primary
 */
export async function untilSynchronous(primary) {
  await asked(primary, `alter system set synchronous_standby_names = '${NAME}'`);
  await asked(primary, 'select pg_reload_conf()');
  const standing =
    "select from pg_stat_replication where application_name = $1 and state = 'streaming' and sync_state = 'sync'";
  for (let step = 0; (await asked(primary, standing, [NAME])).length !== 1; step += 1) {
    if (step > 1200) throw new Error('The standby did not become synchronous within a minute.');
    await sleep(50);
  }
}

/**
 * From the answer on commits are acknowledged without a standby.
 * @param {string} primary
 */
export async function untilNobodyIsWaitedFor(primary) {
  await asked(primary, `alter system set synchronous_standby_names = ''`);
  await asked(primary, 'select pg_reload_conf()');
  const waited = `select from pg_stat_replication where sync_state <> 'async'`;
  for (let step = 0; (await asked(primary, waited)).length > 0; step += 1) {
    if (step > 1200) throw new Error('Commits still wait for the standby after a minute.');
    await sleep(50);
  }
}

/**
 * From the answer on the standby takes in nothing, until the function that is answered is called.
 * @param {string} standby
 */
export async function hearNothing(standby) {
  const [row] = await asked(standby, 'select pid from pg_stat_wal_receiver');
  process.kill(row.pid, 'SIGSTOP');
  return () => process.kill(row.pid, 'SIGCONT');
}

/**
 * Makes the standby the primary.
 * @param {string} standby
 */
export async function promote(standby) {
  const [row] = await asked(standby, 'select pg_promote(true, 60) as is_primary');
  if (!row.is_primary) throw new Error('The standby was not promoted within a minute.');
}

/**
 * @param {string} address
 * @param {string} text
 * @param {unknown[]} values
 */
async function asked(address, text, values = []) {
  const client = await connected(address);
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** @param {string} address */
async function connected(address) {
  const client = new Client({ connectionString: address });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/**
 * Data and passwords.
 * @param {string} from
 * @param {string} to
 */
function copyHome(from, to) {
  copyFolder(join(from, 'data'), join(to, 'data'));
  for (const file of ['password', 'serving-password']) {
    if (existsSync(join(from, file))) copyOwned(join(from, file), join(to, file));
  }
}

/**
 * A file that goes while it is copied was none any more when the backup ended: the log says so.
 * @param {string} from
 * @param {string} to
 * @param {string} [root]
 */
function copyFolder(from, to, root = from) {
  mkdirSync(to, { recursive: true, mode: 0o700 });
  own(to, from);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const path = join(from, entry.name);
    if (OWN.test(relative(root, path))) continue;
    try {
      if (entry.isDirectory()) copyFolder(path, join(to, entry.name), root);
      else copyOwned(path, join(to, entry.name));
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOENT') throw error;
    }
  }
}

/**
 * @param {string} from
 * @param {string} to
 */
function copyOwned(from, to) {
  copyFileSync(from, to);
  own(to, from);
}

/**
 * @param {string} file
 * @param {string} text
 * @param {string} like whose owner the file gets
 */
function writeOwned(file, text, like) {
  writeFileSync(file, text, { mode: 0o600 });
  own(file, like);
}

/**
 * As an operator writes it at the end of Postgres' own file.
 * @param {string} home
 * @param {string} file
 */
export function includeSettings(home, file) {
  const own = join(home, 'data/postgresql.conf');
  writeOwned(own, `${readFileSync(own, 'utf8')}\ninclude '${file}'\n`, home);
}

/**
 * Later lines win.
 * @param {string} home
 * @param {Record<string, string>} settings
 */
export function addSettings(home, settings) {
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
  const file = join(home, 'data/postgresql.auto.conf');
  writeOwned(file, readFileSync(file, 'utf8') + lines.join(''), home);
}

/**
 * @param {string} path
 * @param {string} like
 */
function own(path, like) {
  const { uid, gid } = lstatSync(like);
  if (process.getuid?.() === 0) chownSync(path, uid, gid);
}
