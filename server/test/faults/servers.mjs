import { mkdirSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DataFolder } from '../../platform/embedded/services/data-folder.mjs';
import { startPostgres } from '../../platform/embedded/services/postgres.mjs';
import { POSTGRES_FOLDER, postgresHome } from '../../platform/embedded/services/postgres-home.mjs';
import { recall } from '../../platform/embedded/fingerprint.mjs';
import { processesIn, stop } from '../../platform/embedded/processes.mjs';
import { startRedis } from '../../platform/embedded/services/redis.mjs';
import { PgBackRest } from './pgbackrest.mjs';
import {
  addSettings,
  copyAsStandby,
  hearNothing,
  includeSettings,
  promote,
  untilNobodyIsWaitedFor,
  untilSynchronous,
  untilWritable,
} from './postgres-copies.mjs';

// A Postgres (fsync on) and a Redis for tests that stop them, moved by messages of the parent process: it is told the
// ports, may ask for an immediate stop of Postgres and for its start, for a standby that commits wait for, and for the
// standby in the place of a primary that is killed, or for an archive of the log and backups (pgBackRest), and the database as it
// was at an instant in the place of one that is lost. All end with it.
const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
const SYSTEM_FOLDER = '/var/lib/trading-gateway';
const programs = join(root, '.data');
// A folder of this name that was left behind is removed by the next test run.
const data = new DataFolder(join(programs, `bench-${process.pid}`));
await data.take();
/** So long the standby has heard nothing when its primary dies: what is acknowledged without it would be lost. */
const BEHIND_MS = 500;

/** Of the primary. */
let folder = data.path;
/** @type {PgBackRest | null} */
let backrest = null;
let postgres = await begin(folder);
let { home } = postgresHome(folder, SYSTEM_FOLDER);
/** @type {{ folder: string, service: import('../../platform/embedded/services/postgres.mjs').Service } | null} */
let standby = null;
let standbys = 0;
const redis = await startRedis({ folder: data.path, programs, durable: true });
data.note('redis', redis.identity);
report({ postgres: postgres.url, redis: redis.url });

process.on('message', (/** @type {Message} */ message) => {
  perform(message).catch((error) => {
    process.send?.({ error: String(error) });
  });
});
process.once('disconnect', () => void end());

/** @param {string} place */
async function begin(place) {
  const options = { root, folder: place, systemFolder: SYSTEM_FOLDER, durable: true };
  const service = await startPostgres(backrest ? { ...options, socket: backrest.socket } : options);
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

/**
 * Everything that is written is kept from now on, whatever becomes of the primary's files.
 * @param {string} seconds after which a piece of the log is finished at the latest; as shipped where not said
 */
async function archive(seconds) {
  const program = process.env.BACKREST_PATH ?? '';
  const { account } = postgresHome(folder, SYSTEM_FOLDER);
  backrest = new PgBackRest({ program, folder: join(home, 'pgbackrest'), account });
  Object.assign(process.env, backrest.environment);
  includeSettings(home, backrest.archiving);
  if (seconds !== '') addSettings(home, { archive_timeout: `${seconds}s` });
  await postgres.stop();
  postgres = await begin(folder);
  point();
  await backrest.begin();
}

function archived() {
  if (!backrest) throw new Error('There is no archive.');
  return backrest;
}

function point() {
  archived().point({ data: realpathSync(join(home, 'data')), url: postgres.url });
}

/** @param {string} kind */
async function backUp(kind) {
  await archived().backUp(/** @type {'full' | 'incr'} */ (kind));
}

/** The primary is lost with all its files, and so is what waited on its machine to be archived. */
async function loseMachine() {
  await losePrimary();
  await archived().forgetMachine();
}

/**
 * What there is of the primary is the repository.
 * @param {string} until nothing: as far as the archive goes
 */
async function restore(until) {
  await archived().restore({ data: join(home, 'data'), until });
  postgres = await begin(folder);
  point();
  await untilWritable(postgres.url);
}

/** @type {Record<string, (word: string) => Promise<void>>} */
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
  'check-archive': () => archived().check(),
  'back-up': backUp,
  'lose-machine': loseMachine,
  restore,
  'take-repository': async () => archived().takeRepository(),
  'give-repository': async () => archived().giveRepository(),
};

/** @typedef {{ act: string, word: string }} Message `word`: what the act needs to know */

/** @param {Message} message */
async function perform({ act, word }) {
  await ACTS[act]?.(word);
  const repository = backrest?.isThere
    ? { backups: await backrest.backups(), readable: backrest.readable() }
    : undefined;
  report({ postgres: postgres.url, redis: redis.url, standby: standby?.service.url, repository });
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
