import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { freePort, PRODUCT, startProgram, stopPrograms } from './bench.processes.js';
import { servingAddress } from './ledger.book.js';
import { BARS, feed, fillDatabase, PAIRS } from './http.market.js';

/**
 * Requests a second of the two hottest calls, each beside a bare Fastify route that sends the same bytes, in the same
 * run. The gateway is a process of its own in a busy market: every pair changes ten times a second. Fails when a call
 * is below half of its peer. `--quick` for a short look.
 */
const quick = process.argv.includes('--quick');
const ROUNDS = quick ? 3 : 9;
const SECONDS = quick ? 1 : 2;
const CONNECTIONS = 32;
const LEAST_RATIO = 0.5;
const PREFIX = `bench-http-${process.pid}:`;

const { DATABASE_URL, REDIS_URL } = process.env;
if (!DATABASE_URL || !REDIS_URL)
  throw new Error('DATABASE_URL and REDIS_URL are not set: use `npm run bench -- http`.');

const folder = mkdtempSync(join(tmpdir(), 'bench-http-'));
let stopFeed = () => {};
try {
  process.exitCode = await run(DATABASE_URL, REDIS_URL);
} finally {
  stopFeed();
  stopPrograms();
  rmSync(folder, { recursive: true });
}

async function run(databaseUrl: string, redisUrl: string): Promise<number> {
  const now = Date.now();
  const symbols = await fillDatabase(databaseUrl, now);
  stopFeed = feed(redisUrl, PREFIX, symbols);
  const gateway = await startGateway();
  const from = Math.floor(now / 60_000 - BARS) * 60;
  const calls = [
    { name: `quotation_new, ${PAIRS} pairs`, url: `${gateway}/api/currency/quotation_new` },
    {
      name: `new_timeshar, ${BARS} bars`,
      url: `${gateway}/api/currency/new_timeshar?symbol=BTC/USDT&period=1min&from=${from}&to=${Math.floor(now / 1000)}`,
    },
  ];
  const sizes = await Promise.all(calls.map(({ url }, index) => save(url, index)));
  const peer = await startPeer(calls.length);
  let worst = Number.POSITIVE_INFINITY;
  for (const [index, { name, url }] of calls.entries()) {
    const ours: number[] = [];
    const bare: number[] = [];
    await load(url, 1);
    for (let round = 0; round < ROUNDS; round++) {
      bare.push(await load(`${peer}/${index}`, SECONDS));
      ours.push(await load(url, SECONDS));
    }
    // Each round against its neighbour, so that a busy machine slows both.
    const ratio = median(ours.map((value, round) => value / (bare[round] ?? value)));
    worst = Math.min(worst, ratio);
    process.stdout.write(
      `${name}: ${Math.round(median(ours))} requests/s, bare Fastify with the same ${sizes[index]} bytes ` +
        `${Math.round(median(bare))}, ratio ${ratio.toFixed(2)} (medians of ${ROUNDS} x ${SECONDS} s, ` +
        `${CONNECTIONS} connections)\n`,
    );
  }
  return worst >= LEAST_RATIO ? 0 : 1;
}

async function load(url: string, duration: number): Promise<number> {
  const result = await autocannon({ url, connections: CONNECTIONS, duration });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} errors`);
  return result.requests.average;
}

/** Keeps the reply's bytes for the peer; the picture must be whole before anything is measured. */
async function save(url: string, index: number): Promise<number> {
  const reply = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
  const text = await reply.text();
  const rows = text.match(index === 0 ? /"market_from":/g : /"time":/g)?.length ?? 0;
  if (rows < (index === 0 ? PAIRS : BARS)) throw new Error(`${url}: only ${rows} rows`);
  writeFileSync(join(folder, String(index)), text);
  return Buffer.byteLength(text);
}

async function startGateway(): Promise<string> {
  const port = await freePort();
  start(PRODUCT, [], {
    DATABASE_URL: servingAddress(DATABASE_URL as string),
    ROLES: 'gateway',
    FEED: 'none',
    LOG_LEVEL: 'warn',
    REDIS_PREFIX: PREFIX,
    HOST: '127.0.0.1',
    PORT: String(port),
    PASSWORD_PEPPER: randomBytes(24).toString('hex'),
    SECRET_KEY: randomBytes(24).toString('hex'),
  });
  const url = `http://127.0.0.1:${port}`;
  await until(async () => {
    const reply = await fetch(`${url}/readyz`);
    return (
      reply.ok &&
      ((await reply.json()) as { parts: { markets: { detail: { live: number } } } }).parts.markets.detail.live > 0
    );
  });
  return url;
}

async function startPeer(files: number): Promise<string> {
  const port = await freePort();
  const paths = Array.from({ length: files }, (_, index) => join(folder, String(index)));
  start(fileURLToPath(new URL('./http.peer.js', import.meta.url)), [String(port), ...paths], {});
  await until(async () => (await fetch(`http://127.0.0.1:${port}/0`)).ok);
  return `http://127.0.0.1:${port}`;
}

function start(entry: string, parameters: string[], environment: Record<string, string>): void {
  const given = {
    NODE_ENV: 'production',
    RATE_FACTOR: '1000000',
    PUBLIC_URL: 'https://bench.example',
    ...environment,
  };
  startProgram(entry, { parameters, environment: given });
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 150; attempt++) {
    if (await condition().catch(() => false)) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error('A process did not become ready within 15 s.');
}

function median(values: number[]): number {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}
