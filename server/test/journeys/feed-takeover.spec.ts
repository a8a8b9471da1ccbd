import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { firstBrokenSample, TAPE_START } from '../../contract/rules/tape.rules.js';
import type { TapeSample } from '../../contract/markets/tape.dto.js';
import { createDataSource } from '../../database/data-source.js';
import { type MarketUpdate, readUpdate } from '../../features/markets/market-board/market-update.js';
import { TapeReadsStore } from '../../features/markets/tape/tape-reads.store.js';
import { startServices } from '../../platform/embedded/services/services.mjs';
import { createTestDatabase, type TestDatabase, withClient } from '../database.js';
import { restrictToMarkets } from '../factories/markets.js';
import { startTcpProxy, type TcpProxy } from '../tcp-proxy.js';

const ROOT = join(__dirname, '../../..');
const MAIN = join(ROOT, 'dist/programs/main.js');
/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 90_000;
const BTC = 'BTC/USDT';
const BTC_ID = 1;
/** Real processes are killed and stopped here, so the compiled product must be there; `npm test` builds it. */
const journey = existsSync(MAIN) ? describe : describe.skip;
if (!existsSync(MAIN)) console.warn(`SKIPPED: ${MAIN} is missing; run \`npm test\`, which builds it.`);

let database: TestDatabase;
let services: Awaited<ReturnType<typeof startServices>>;
let folder: string;
let wire: TcpProxy;
let prefix: string;
let processes: ChildProcess[];
let listener: Redis;
let heard: MarketUpdate[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'takeover-'));
  const programs = join(ROOT, '.data');
  services = await startServices({ root: ROOT, folder, programs, needs: ['redis'], durable: false, given: {} });
  wire = await startTcpProxy(Number(new URL(services.redisUrl).port));
});
afterAll(async () => {
  await wire.close();
  await services.stop();
  rmSync(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  database = await createTestDatabase();
  // Three feeders at ten prices a second of all markets would be late for their own leases.
  await withClient(database.url, (client) => restrictToMarkets(client, [BTC, 'ETH/USDT', 'USDC/USDT']));
  prefix = `test-${randomBytes(6).toString('hex')}:`;
  processes = [];
  heard = [];
  listener = new Redis(services.redisUrl);
  await listener.subscribe(`${prefix}market:update`);
  listener.on('message', (_channel, text) => {
    const update = readUpdate(text);
    if (update) heard.push(update);
  });
});
afterEach(async () => {
  wire.mend();
  for (const one of processes) one.kill('SIGKILL');
  await until('all processes have ended', () =>
    processes.every((one) => one.exitCode !== null || one.signalCode !== null),
  );
  listener.disconnect();
  await database.drop();
});

function startFeeder(): ChildProcess {
  const redisUrl = new URL(services.redisUrl);
  redisUrl.port = String(wire.port);
  const settings = { ROLES: 'feed', FEED: 'simulated', PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'error' };
  // Prices without a past: nobody looks at charts here.
  const simulation = { SIMULATION_BEAT_MS: '100', SIMULATION_HISTORY_DAYS: '0' };
  const { PATH } = process.env;
  const addresses = { DATABASE_URL: database.feedUrl, REDIS_URL: redisUrl.toString(), REDIS_PREFIX: prefix };
  const env = { PATH, NODE_ENV: 'test', ...settings, ...simulation, ...addresses };
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  processes.push(child);
  return child;
}

async function until(what: string, holds: () => boolean): Promise<void> {
  const end = performance.now() + HANGING_MS;
  while (!holds()) {
    if (performance.now() > end) throw new Error(`Did not come true: ${what}; heard of ${JSON.stringify(numbers())}`);
    await new Promise((done) => setTimeout(done, 20));
  }
}

/** The numbers that updates were heard of, in their order, each as often as it followed another. */
const numbers = () => heard.map(({ ep }) => ep).filter((ep, place, all) => ep !== all[place - 1]);
const newest = () => heard.at(-1)?.ep ?? null;
const countOf = (ep: string) => heard.filter((update) => update.ep === ep).length;

/** Whether the process still publishes, three more times. */
async function goesOn(ep: string): Promise<void> {
  const before = countOf(ep);
  await until(`${ep} goes on`, () => countOf(ep) >= before + 3);
}

async function rows(sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** The number that may feed. */
async function leaseNumber(): Promise<unknown> {
  const [lease, ...others] = await rows(`select token::text from feed_lease where name = 'markets'`);
  expect(others).toEqual([]);
  return lease?.token;
}

/** Waits until this is the number that may feed. */
async function leads(token: string): Promise<void> {
  const end = performance.now() + HANGING_MS;
  while ((await leaseNumber()) !== token) {
    if (performance.now() > end) throw new Error(`Nobody feeds under ${token}.`);
    await new Promise((done) => setTimeout(done, 100));
  }
}

/** The marks of one market that were published under a number. */
const marks = (ep: string) =>
  heard.filter((update) => update.ep === ep).flatMap(({ marks: all }) => all.filter(({ symbol }) => symbol === BTC));

/** Waits until the tape holds the second of an instant. */
async function isWritten(marketId: number, at: number): Promise<void> {
  const second = Math.floor(at / 1000);
  const end = performance.now() + HANGING_MS;
  const sql = `select from price_sample where market_id = ${marketId} and second >= to_timestamp(${second})`;
  while ((await rows(sql)).length === 0) {
    if (performance.now() > end) throw new Error(`The tape has no second ${second}.`);
    await new Promise((done) => setTimeout(done, 100));
  }
}

/** The tape of a market, of which no sample was changed, left out or put in. */
async function soundTape(marketId: number): Promise<TapeSample[]> {
  const serving = await createDataSource(database.servingUrl).initialize();
  try {
    const samples = await new TapeReadsStore(serving).slice(marketId, 0, Date.now() + 60_000);
    expect(firstBrokenSample(marketId, samples)).toBe(-1);
    expect(samples[0]?.prevHash).toBe(TAPE_START);
    return samples;
  } finally {
    await serving.destroy();
  }
}

/** Sequences of one epoch, in the order heard, must have no break. */
function breaks(ep: string): number {
  const updates = heard.filter((update) => update.ep === ep && update.kind === 'delta').map(({ s }) => s);
  return updates.filter((s, place) => place > 0 && s !== (updates[place - 1] ?? 0) + 1).length;
}

journey('the process that feeds', () => {
  it('is followed by the other one when it is killed', async () => {
    const first = startFeeder();
    await until('the first feeds', () => newest() === '1');
    startFeeder();
    await goesOn('1');
    await until('the first samples', () => marks('1').length >= 3);
    // A sample is published a moment before it is on the tape.
    await isWritten(BTC_ID, marks('1')[0]?.sampledAt ?? 0);
    first.kill('SIGKILL');
    await until('the second feeds', () => newest() === '2');
    await goesOn('2');
    expect(heard.find((update) => update.ep === '2')?.kind).toBe('snap');
    expect(breaks('2')).toBe(0);
    // The second goes on with the tape where the first ended, and what was published stands on it.
    await until('the second samples', () => marks('2').length >= 3);
    const published = marks('2')[1];
    await isWritten(BTC_ID, published?.sampledAt ?? 0);
    const tape = await soundTape(BTC_ID);
    const sample = tape.find(({ s }) => s === Math.floor((published?.sampledAt ?? 0) / 1000) * 1000);
    expect([sample?.index, sample?.mark]).toEqual([published?.index, published?.mark]);
    expect(tape.some(({ s }) => s <= (marks('1').at(-1)?.sampledAt ?? 0))).toBe(true);
  });

  it('publishes and stores nothing when it wakes up from a pause in which another took over', async () => {
    const first = startFeeder();
    await until('the first feeds', () => newest() === '1');
    startFeeder();
    await goesOn('1');
    first.kill('SIGSTOP');
    await until('the second feeds', () => newest() === '2');
    const before = countOf('1');
    const heardBefore = heard.length;
    first.kill('SIGCONT');
    await until('one of them goes on', () => heard.length >= heardBefore + 3);
    // Long enough for several beats and writings of the one that woke up.
    await new Promise((done) => setTimeout(done, 3000));
    expect(countOf('1')).toBe(before);
    await soundTape(BTC_ID);
    // It has become the standby and takes over in its turn; by now, if the machine let the second one wait for too long.
    if ((await leaseNumber()) === '2') processes[1]?.kill('SIGKILL');
    await until('the first feeds again', () => newest() === '3');
    expect(await leaseNumber()).toBe('3');
  });

  it('goes on under its number when Redis is wiped, with a standby waiting', async () => {
    startFeeder();
    await until('the first feeds', () => newest() === '1');
    startFeeder();
    await goesOn('1');
    const admin = new Redis(services.redisUrl);
    for (let time = 0; time < 5; time += 1) {
      await admin.flushall();
      await goesOn('1');
    }
    admin.disconnect();
    // A standby would have taken over by now.
    await new Promise((done) => setTimeout(done, 3000));
    expect([...new Set(heard.map((update) => update.ep))]).toEqual(['1']);
    expect(breaks('1')).toBe(0);
  });

  it('is followed by the other one when it dies while Redis is away, and once only', async () => {
    const first = startFeeder();
    await until('the first feeds', () => newest() === '1');
    startFeeder();
    startFeeder();
    await goesOn('1');
    wire.cut('broken');
    first.kill('SIGKILL');
    const killedAt = Date.now();
    await leads('2');
    // What falls due is decided from the tape, which goes on although no gateway hears of a price.
    await isWritten(BTC_ID, killedAt + 1000);
    wire.mend();
    const before = heard.length;
    await until('one of them goes on', () => heard.length >= before + 3);
    await goesOn(newest() ?? '');
    // The third has its turn only if the machine kept the second waiting for longer than its lease.
    expect([
      ['1', '2'],
      ['1', '2', '3'],
      ['1', '3'],
    ]).toContainEqual(numbers());
    expect(await leaseNumber()).toBe(newest());
    await soundTape(BTC_ID);
  });

  it('goes on under its number when Redis is away for longer than the lock lives', async () => {
    startFeeder();
    await until('the first feeds', () => newest() === '1');
    wire.cut('broken');
    await new Promise((done) => setTimeout(done, 4000));
    wire.mend();
    await goesOn('1');
    expect(newest()).toBe('1');
  });
});
