import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DataFolder } from '../../platform/embedded/services/data-folder.mjs';
import { startPostgres } from '../../platform/embedded/services/postgres.mjs';
import { POSTGRES_FOLDER, postgresHome } from '../../platform/embedded/services/postgres-home.mjs';
import { recall } from '../../platform/embedded/fingerprint.mjs';
import { processesIn, stop } from '../../platform/embedded/processes.mjs';
import { startRedis } from '../../platform/embedded/services/redis.mjs';
import {
  archiveLog,
  backUp,
  copyAsStandby,
  hearNothing,
  promote,
  restoreUntil,
  untilNobodyIsWaitedFor,
  untilSynchronous,
  untilWritable,
} from './postgres-copies.mjs';

// A Postgres (fsync on) and a Redis for tests that stop them, moved by messages of the parent process: it is told the
// ports, may ask for an immediate stop of Postgres and for its start, for a standby that commits wait for, and for the
// standby in the place of a primary that is killed, or for an archive of the log, a backup, and the database as it was at an
// instant in the place of one that is lost. All end with it.
const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
const SYSTEM_FOLDER = '/var/lib/trading-gateway';
const programs = join(root, '.data');
// A folder of this name that was left behind is removed by the next test run.
const data = new DataFolder(join(programs, `bench-${process.pid}`));
await data.take();
const ARCHIVE = join(data.path, 'archive');
const BACKUP = join(data.path, 'backup');
/** A machine that is lost takes with it what was done since the last piece of the log was finished. */
const ARCHIVE_SECONDS = 5;
/** So long the standby has heard nothing when its primary dies: what is acknowledged without it would be lost. */
const BEHIND_MS = 500;

/** Of the primary. */
let folder = data.path;
let postgres = await begin(folder);
let { home } = postgresHome(folder, SYSTEM_FOLDER);
/** @type {{ folder: string, service: import('../../platform/embedded/services/postgres.mjs').Service } | null} */
let standby = null;
let standbys = 0;
const redis = await startRedis({ folder: data.path, programs, durable: true });
data.note('redis', redis.identity);
report({ postgres: postgres.url, redis: redis.url });

process.on('message', (/** @type {{ act: string, until: string }} */ message) => {
  perform(message).catch((error) => {
    process.send?.({ error: String(error) });
  });
});
process.once('disconnect', () => void end());

/** @param {string} place */
async function begin(place) {
  const service = await startPostgres({ root, folder: place, systemFolder: SYSTEM_FOLDER, durable: true });
  data.note(`postgres in ${place}`, service.identity);
  return service;
}

/** A standby of today's primary, in a folder of its own; from then on no commit is acknowledged before it has it. */
async function replicate() {
  standbys += 1;
  const place = join(data.path, `standby-${standbys}`);
  mkdirSync(place);
  await copyAsStandby({ primary: postgres.url, from: home, to: postgresHome(place, SYSTEM_FOLDER).home });
  standby = { folder: place, service: await begin(place) };
  await untilSynchronous(postgres.url);
}

/** The same, and commits wait for nobody. */
async function follow() {
  await replicate();
  await untilNobodyIsWaitedFor(postgres.url);
}

/** The standby dies at once; its files stay. */
async function killStandby() {
  if (!standby) throw new Error('There is no standby.');
  process.kill(standby.service.identity.pid, 'SIGKILL');
  const { home: lost } = postgresHome(standby.folder, SYSTEM_FOLDER);
  while (processesIn(join(lost, 'data')).length > 0) await sleep(10);
}

/** Nothing of the primary lives any more, nor of its files, when this is over. */
async function losePrimary() {
  process.kill(postgres.identity.pid, 'SIGKILL');
  while (processesIn(join(home, 'data')).length > 0) await sleep(10);
  rmSync(join(home, 'data'), { recursive: true, force: true });
}

/** The primary dies while its standby is a moment behind, and the standby takes its place. */
async function failOver() {
  if (!standby) throw new Error('There is no standby.');
  const goOn = await hearNothing(standby.service.url);
  await sleep(BEHIND_MS);
  await losePrimary();
  goOn();
  await promote(standby.service.url);
  ({ folder, service: postgres } = standby);
  ({ home } = postgresHome(folder, SYSTEM_FOLDER));
  standby = null;
}

/** Everything that is written is kept from now on, whatever becomes of the primary's files. */
async function archive() {
  await archiveLog({ primary: postgres.url, folder: ARCHIVE, like: home, seconds: ARCHIVE_SECONDS });
  await postgres.stop();
  postgres = await begin(folder);
}

async function takeBackup() {
  mkdirSync(BACKUP);
  await backUp({ primary: postgres.url, from: home, to: BACKUP });
}

/**
 * The primary is lost with all its files; what there is of it is the backup and the archive.
 * @param {string} until
 */
async function restore(until) {
  await losePrimary();
  restoreUntil({ backup: BACKUP, archive: ARCHIVE, to: home, until });
  postgres = await begin(folder);
  await untilWritable(postgres.url);
}

/** @type {Record<string, (until: string) => Promise<void>>} */
const ACTS = {
  // SIGQUIT is Postgres' immediate shutdown: no checkpoint, sessions are cut, the next start recovers.
  'stop-at-once': () => stop({ ...postgres.identity, ending: 'SIGQUIT' }, 30_000),
  start: async () => {
    postgres = await begin(folder);
  },
  replicate,
  follow,
  'kill-standby': killStandby,
  'fail-over': failOver,
  archive,
  'back-up': takeBackup,
  restore,
};

/** @param {{ act: string, until: string }} message `until`: of a restore */
async function perform({ act, until }) {
  await ACTS[act]?.(until);
  report({ postgres: postgres.url, redis: redis.url, standby: standby?.service.url });
}

/** @param {object} what */
function report(what) {
  process.send?.(what);
}

async function end() {
  await redis.stop();
  await standby?.service.stop();
  await postgres.stop();
  const folders = [data.path, ...Array.from({ length: standbys }, (_, at) => join(data.path, `standby-${at + 1}`))];
  for (const each of folders) {
    const outside = recall(join(each, POSTGRES_FOLDER));
    if (outside) rmSync(outside, { recursive: true, force: true });
  }
  rmSync(data.path, { recursive: true, force: true });
  process.exit(0);
}
