import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { adjust, createBook, dropDatabase, FIRST_USER, USDT } from './ledger.book.js';
import { openAccounts, startProduct } from './settlement.purchases.js';

/**
 * One user who sends 150 spot commands a second, evenly, whatever the answers take: purchases and sales at the market,
 * limit orders, and cancelling them, beside a worker that matches. Fails when one of them is failed or when Postgres ended
 * a deadlock; the books are verified afterwards.
 * `npm run bench -- hot-user [--quick] [--rate=150]`
 */
const quick = process.argv.includes('--quick');
const RATE = Number(process.argv.find((word) => word.startsWith('--rate='))?.split('=')[1] ?? 150);
const SECONDS = quick ? 10 : 60;
const BTC = 1;
const BOOK = 'bench_hot_user';
const OPEN_LOOK_MS = 200;
/** Of the 200 that a user may have: orders that wait, and answers that are under way. */
const WAITING_MOST = 100;
/** A limit far below any simulated price of the minute: it waits until it is cancelled. */
const FAR_BELOW = '40000';
const AMOUNT = '0.001';
const CANCEL = 'coin/trade/cancel';

const { DATABASE_URL, REDIS_URL } = process.env;
if (!DATABASE_URL || !REDIS_URL)
  throw new Error('DATABASE_URL and REDIS_URL are not set: use `npm run bench -- hot-user`.');

interface Command {
  method: 'POST' | 'PUT';
  path: string;
  fields: Record<string, string>;
}

/** What became of the commands, by code; `ok` for those that were done. */
interface Outcome {
  counts: Map<string, number>;
  milliseconds: number[];
}

process.exitCode = await run(DATABASE_URL, REDIS_URL);

async function run(serverUrl: string, redisUrl: string): Promise<number> {
  const url = await createBook(serverUrl, BOOK, 1);
  const database = new Client({ connectionString: url });
  await database.connect();
  await adjust(database, { kind: 'spot', amount: '10000000', first: FIRST_USER, last: FIRST_USER });
  const [token = ''] = await openAccounts(url, 1);
  const product = await startProduct(url, redisUrl, { roles: ['worker'] });
  const outcome: Outcome = { counts: new Map(), milliseconds: [] };
  try {
    // Sales need something to sell.
    await send(
      product.url,
      token,
      { ...order('1', '5'), key: 'hot-user-first' },
      { counts: new Map(), milliseconds: [] },
    );
    await commands(product.url, token, database, outcome);
  } finally {
    product.stop();
  }
  const isDone = report(outcome);
  const { rows } = await database.query<{ deadlocks: number }>(
    'select deadlocks::integer as deadlocks from pg_stat_database where datname = current_database()',
  );
  const deadlocks = rows[0]?.deadlocks ?? 0;
  process.stdout.write(`deadlocks: ${deadlocks}\n`);
  await database.end();
  await verify(url);
  await dropDatabase(serverUrl, BOOK);
  return isDone && deadlocks === 0 ? 0 : 1;
}

/** Each at its time, whether or not those before it are answered. */
async function commands(url: string, token: string, database: Client, outcome: Outcome): Promise<void> {
  const cancellable: string[] = [];
  const seen = new Set<string>();
  let waiting = 0;
  const look = setInterval(() => void note(database, cancellable, seen).catch(() => undefined), OPEN_LOOK_MS);
  const began = performance.now();
  const sent: Promise<void>[] = [];
  for (let turn = 0; turn < RATE * SECONDS; turn += 1) {
    const wait = began + (turn * 1000) / RATE - performance.now();
    if (wait > 0) await new Promise((done) => setTimeout(done, wait));
    const command = commandOf(turn, waiting < WAITING_MOST, cancellable);
    const { path, fields } = command;
    // An order waits until its cancellation is answered.
    if (fields.target_price === FAR_BELOW) waiting += 1;
    const done = send(url, token, { ...command, key: `hot-user-${turn}` }, outcome);
    sent.push(path === CANCEL ? done.then(() => void (waiting -= 1)) : done);
  }
  await Promise.all(sent);
  clearInterval(look);
}

function commandOf(turn: number, mayWait: boolean, cancellable: string[]): Command {
  const kind = turn % 4;
  const id = kind === 3 ? cancellable.shift() : undefined;
  if (id !== undefined) return { method: 'PUT', path: CANCEL, fields: { id } };
  if (kind === 2 && mayWait)
    return { ...order('1', AMOUNT), fields: { ...order('1', AMOUNT).fields, target_price: FAR_BELOW } };
  return order(kind === 1 ? '2' : '1', AMOUNT);
}

function order(type: '1' | '2', amount: string): Command {
  const fields = { legal_id: String(USDT), currency_id: String(BTC), type, amount, target_price: '0' };
  return { method: 'POST', path: 'coin/trade', fields };
}

/** Orders that wait, each named once. */
async function note(database: Client, cancellable: string[], seen: Set<string>): Promise<void> {
  const { rows } = await database.query<{ id: string }>(
    `select id from spot_order where status = 'open' order by id limit 200`,
  );
  for (const { id } of rows) {
    if (seen.has(id)) continue;
    seen.add(id);
    cancellable.push(id);
  }
}

async function send(
  url: string,
  token: string,
  { method, path, fields, key }: Command & { key: string },
  { counts, milliseconds }: Outcome,
): Promise<void> {
  const began = performance.now();
  const name = await fetch(`${url}/api/${path}`, {
    method,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: token,
      'idempotency-key': key,
      lang: 'en',
    },
    body: new URLSearchParams(fields),
  }).then(
    async (reply) => {
      const body = (await reply.json()) as { type: string; code?: string };
      return body.type === 'ok' ? 'ok' : `${reply.status} ${body.code}`;
    },
    (error: unknown) => String(error),
  );
  milliseconds.push(performance.now() - began);
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function report({ counts, milliseconds }: Outcome): boolean {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const at = (part: number) => (sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(0);
  const done = counts.get('ok') ?? 0;
  process.stdout.write(
    `${RATE} commands a second of one user for ${SECONDS} s: ${done} of ${milliseconds.length} done, ` +
      `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, slowest ${at(0.9999)} ms\n`,
  );
  const others = [...counts].filter(([name]) => name !== 'ok');
  if (others.length > 0) process.stdout.write(`not done: ${JSON.stringify(others)}\n`);
  // On two cores the feed may have to wait for longer than a price may be old: honestly refused.
  const stale = counts.get('200 market.stale') ?? 0;
  return done + stale === milliseconds.length && done > 0;
}

/** @throws when an invariant of the books does not hold. */
async function verify(url: string): Promise<void> {
  const program = fileURLToPath(new URL('../verify-books.js', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program], {
    env: { ...process.env, DATABASE_URL: url },
    maxBuffer: 64 * 1024 * 1024,
  });
  process.stdout.write(`${stdout.trim().split('\n').at(-1)}\n`);
}
