import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startApart } from '../commands.mjs';
import { causeIn, Failure } from '../failure.mjs';
import { freePort } from './ports.mjs';
import { isAlive, stop } from '../processes.mjs';
import { redisProgram } from './redis-program.mjs';

const START_SECONDS = 60;
const STOP_MS = 10_000;

/**
 * Starts a Redis on a free port of this machine, behind a password of its own.
 * @param {{ folder: string, programs: string, durable: boolean }} options `folder` holds its files, `programs` a
 *   fetched Redis program; `durable: false` keeps nothing on disk (tests)
 * @returns {Promise<import('./postgres.mjs').Service>}
 */
export async function startRedis({ folder, programs, durable }) {
  const program = await redisProgram(programs);
  const files = join(folder, 'redis');
  const log = join(folder, 'redis.log');
  for (let attempt = 1; ; attempt += 1) {
    mkdirSync(files, { recursive: true, mode: 0o700 });
    const before = existsSync(log) ? statSync(log).size : 0;
    const started = await attemptStart(program, files, log, durable);
    if (started) return { ...started, log, stop: () => stop(started.identity, STOP_MS) };
    const words = readFileSync(log).subarray(before).toString();
    if (attempt < 3 && /Address already in use/.test(words)) continue;
    if (attempt < 3 && isDamaged(words)) setAside(files);
    else throw refusal(words, log);
  }
}

/**
 * @param {import('./redis-program.mjs').Program} program
 * @param {string} files
 * @param {string} log
 * @param {boolean} durable
 */
async function attemptStart(program, files, log, durable) {
  const port = await freePort();
  const password = randomBytes(18).toString('hex');
  // The types know the numbers of the first few files only.
  const output = /** @type {3} */ (openSync(log, 'a'));
  const options = { cwd: files, env: program.env };
  // The settings go in by stdin, because a password on the command line would be readable by every user.
  const { child, identity } = await startApart(program.path, ['-'], { ...options, stdio: ['pipe', output, output] });
  closeSync(output);
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(settings(port, password, durable));
  child.unref();
  for (let step = 0; step < START_SECONDS * 20 && isAlive(identity); step += 1) {
    if (await answers(port, password)) return { url: `redis://:${password}@127.0.0.1:${port}`, identity };
    await sleep(50);
  }
  await stop(identity, 1000);
  return null;
}

/**
 * @param {number} port
 * @param {string} password
 * @param {boolean} durable
 */
function settings(port, password, durable) {
  const lines = [`port ${port}`, 'bind 127.0.0.1', `requirepass ${password}`, 'save ""', 'maxmemory-policy noeviction'];
  if (durable) lines.push('appendonly yes', 'appendfsync everysec', 'aof-load-truncated yes');
  return `${lines.join('\n')}\n`;
}

/**
 * Whether our Redis, and not a stranger on the same port, has loaded its files and answers.
 * @param {number} port
 * @param {string} password
 * @returns {Promise<boolean>}
 */
function answers(port, password) {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: 1000 });
    const finish = (/** @type {boolean} */ result) => {
      socket.destroy();
      resolve(result);
    };
    let reply = '';
    socket.once('connect', () => socket.write(`AUTH ${password}\r\nPING\r\n`));
    socket.on('data', (piece) => {
      reply += String(piece);
      if (reply.includes('+PONG')) finish(true);
      else if (reply.includes('-')) finish(false);
    });
    for (const event of ['error', 'timeout', 'end']) socket.once(event, () => finish(false));
  });
}

/** @param {string} words */
function isDamaged(words) {
  return /Bad file format|Wrong signature|Unrecoverable error|Unexpected end of file|Invalid AOF|AOF manifest|Internal error in RDB/i.test(
    words,
  );
}

/**
 * Moves damaged files away instead of deleting them. Redis only ever holds hints, so starting empty loses nothing
 * that Postgres does not have.
 * @param {string} files
 */
function setAside(files) {
  const place = `${files}.damaged-${statSync(files).mtimeMs.toFixed(0)}`;
  renameSync(files, place);
  console.log(`Redis could not read its files: they were moved to ${place} and Redis starts empty.`);
}

/**
 * @param {string} words
 * @param {string} log
 */
function refusal(words, log) {
  const cause = causeIn(words) ?? (words.trim().split('\n').slice(-2).join(' ') || 'it ended without a word');
  return new Failure(`Redis could not be started: ${cause} (log in ${log}).`);
}
