import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { giveTo, identityOf } from './accounts.mjs';
import { run } from '../commands.mjs';
import { makeOwner } from './database-owner.mjs';
import { causeIn, Failure } from '../failure.mjs';
import { freePort } from './ports.mjs';
import { postgresHome } from './postgres-home.mjs';
import { postgresProgram } from './postgres-program.mjs';
import { commandOf, identify, isAlive, processesIn, stop } from '../processes.mjs';

/**
 * @typedef {{ url: string, ownerUrl?: string, servingUrl?: string, identity: import('../processes.mjs').Identity, log: string,
 *   stop: () => Promise<void> }} Service
 *   `url` is its superuser's, of whom the product knows nothing; `ownerUrl` that of the database's owner, who migrates; `servingUrl` that
 *   of the user who serves, once a migration has admitted it
 * @typedef {{ program: string, home: string, account: import('./accounts.mjs').Account | null, durable: boolean, socket: string }} Place
 */

/** For a database of a test run: its password is drawn and dies with it, so that guessing needs not be made dear. */
const FLEETING = ['--no-sync', '-c', 'scram_iterations=1'];
/** No log for others, and no more of it than needed. */
const UNREPLICATED = { wal_level: 'minimal', max_wal_senders: 0, max_wal_size: '256MB', io_method: 'sync' };
/** Owns the database and all that is in it. Who made the server may do everything in it, and is asked for this role alone. */
const OWNER = 'gateway_owner';
const START_SECONDS = 120;
const STOP_SECONDS = 30;

/**
 * Starts the embedded Postgres on a free port of this machine, making its database first when there is none. A
 * database that was not shut down is recovered by Postgres itself.
 * @param {{ root: string, folder: string, systemFolder: string, durable: boolean, socket?: string }} options `durable: false` gives up
 *   safety against power loss for speed (tests); `socket`: where it also listens, for neighbours that know no TCP
 * @returns {Promise<Service>}
 */
export async function startPostgres({ root, folder, systemFolder, durable, socket = '' }) {
  const { home, account } = postgresHome(folder, systemFolder);
  const place = { program: postgresProgram(root, account, systemFolder), home, account, durable, socket };
  if (!existsSync(join(home, 'data'))) await create(place);
  await clearEarlierRun(place);
  // A well-meant `chmod -R` over the checkout opens the files; Postgres then refuses to start.
  chmodSync(join(home, 'data'), 0o700);
  const log = join(home, 'log');
  if (existsSync(log) && statSync(log).size > 10 * 2 ** 20) renameSync(log, `${log}.1`);
  const port = await start(place, log);
  const addressFor = (/** @type {string} */ user, /** @type {string} */ password) =>
    `postgres://${user}:${password}@127.0.0.1:${port}/postgres`;
  const pid = Number(readFileSync(join(home, 'data/postmaster.pid'), 'utf8').split('\n')[0]);
  const url = addressFor('postgres', passwordIn(place, 'password'));
  const ownerPassword = passwordIn(place, 'owner-password');
  try {
    await makeOwner(url, { name: OWNER, password: ownerPassword });
  } catch (error) {
    await stopPostgres(place, pid);
    throw new Failure(`The owner of the database could not be made (files in ${home}): ${String(error)}`);
  }
  return {
    url,
    ownerUrl: addressFor(OWNER, ownerPassword),
    servingUrl: addressFor('gateway_serving', passwordIn(place, 'serving-password')),
    // SIGINT is Postgres' fast shutdown: sessions are ended, the files are left clean.
    identity: { ...identify(pid), ending: 'SIGINT' },
    log,
    stop: () => stopPostgres(place, pid),
  };
}

/**
 * Makes the database beside its place and moves it there whole, so that an interrupted attempt leaves nothing half.
 * @param {Place} place
 */
async function create(place) {
  const draft = join(place.home, 'data.new');
  rmSync(draft, { recursive: true, force: true });
  rmSync(join(place.home, 'password'), { force: true });
  passwordIn(place, 'password');
  const parameters = [
    '-D',
    draft,
    '-U',
    'postgres',
    `--pwfile=${join(place.home, 'password')}`,
    '-A',
    'scram-sha-256',
    '-E',
    'UTF8',
  ];
  const result = await runAs(place, 'initdb', [...parameters, '--locale=C', ...(place.durable ? [] : FLEETING)]);
  if (result.code !== 0) throw refusal('The database could not be created', result.output, place.home);
  renameSync(draft, join(place.home, 'data'));
}

/**
 * The password in a file beside the database, drawn when there is none.
 * @param {Place} place
 * @param {'password' | 'owner-password' | 'serving-password'} name
 */
function passwordIn(place, name) {
  const file = join(place.home, name);
  if (!existsSync(file)) {
    writeFileSync(file, `${randomBytes(18).toString('hex')}\n`, { mode: 0o600 });
    giveTo(place.account, file);
  }
  return readFileSync(file, 'utf8').trim();
}

/**
 * Removes what a killed Postgres left. A living one on the same files is stopped. Then its pid file is taken away,
 * because Postgres would not start while a stranger, or the uncollected remains of the old one, has that number. That
 * file also guards against old sessions that still write, so they are waited for first.
 * @param {Place} place
 */
async function clearEarlierRun(place) {
  const data = join(place.home, 'data');
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  if (commandOf(pid).includes(data)) await stop({ ...identify(pid), ending: 'SIGINT' }, STOP_SECONDS * 1000);
  for (let step = 0; processesIn(data).length > 0; step += 1) {
    if (step > STOP_SECONDS * 20) {
      const [first] = processesIn(data);
      throw new Failure(`Process ${first} of an earlier Postgres still works on ${data}; end it and start again.`);
    }
    await sleep(50);
  }
  rmSync(file, { force: true });
}

/**
 * @param {Place} place
 * @param {string} log
 * @returns {Promise<number>} the port it listens on
 */
async function start(place, log) {
  for (let attempt = 1; ; attempt += 1) {
    const before = existsSync(log) ? statSync(log).size : 0;
    const port = await freePort();
    const parameters = ['start', '-w', '-t', String(START_SECONDS), '-D', join(place.home, 'data'), '-l', log];
    const result = await runAs(place, 'pg_ctl', [...parameters, '-o', settings(port, place)]);
    if (result.code === 0) return port;
    const words = result.output + (existsSync(log) ? readFileSync(log).subarray(before).toString() : '');
    // Another program may have taken the port since it was looked at.
    if (attempt < 3 && /Address already in use/.test(words)) continue;
    await stopPostgres(place, null);
    throw refusal('The database could not be started', words, place.home);
  }
}

/**
 * @param {number} port
 * @param {Pick<Place, 'durable' | 'socket'>} place
 */
function settings(port, { durable, socket }) {
  const values = {
    listen_addresses: '127.0.0.1',
    port,
    // TCP alone: a socket file would need a short path that every account can write to.
    unix_socket_directories: `'${socket}'`,
    max_connections: durable ? 200 : 400,
    shared_buffers: '128MB',
    log_min_messages: 'warning',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', ...UNREPLICATED }),
  };
  return Object.entries(values)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

/**
 * @param {Place} place
 * @param {number | null} pid
 */
async function stopPostgres(place, pid) {
  const identity = pid === null ? undefined : { ...identify(pid), ending: /** @type {const} */ ('SIGINT') };
  const parameters = ['stop', '-w', '-m', 'fast', '-t', String(STOP_SECONDS), '-D', join(place.home, 'data')];
  await runAs(place, 'pg_ctl', parameters);
  // Immediate shutdown after the patience is over: nothing is lost, the next start recovers.
  if (identity && isAlive(identity)) await stop({ ...identity, ending: 'SIGQUIT' }, 5000);
}

/**
 * @param {Place} place
 * @param {'initdb' | 'pg_ctl'} name
 * @param {string[]} parameters
 */
function runAs(place, name, parameters) {
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
  // Apart from the terminal: half a start or half a stop would leave a server that nobody knows of.
  const options = { cwd: place.home, env, detached: true, ...identityOf(place.account) };
  return run(join(place.program, 'bin', name), parameters, options);
}

/**
 * @param {string} start
 * @param {string} output
 * @param {string} home
 */
function refusal(start, output, home) {
  const cause = causeIn(output);
  if (cause) return new Failure(`${start}: ${cause} (files in ${home}).`);
  const last = output.trim().split('\n').slice(-3).join(' ');
  return new Failure(`${start} (files in ${home}): ${last}`);
}
