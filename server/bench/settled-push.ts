import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { createBook, dropDatabase } from './ledger.book.js';
import { openOrders } from './settlement.orders.js';
import { openAccounts, startProduct } from './settlement.purchases.js';

/**
 * From the second in which an option is due to the page of its owner: simulated feed, tape, worker, Postgres, gateway
 * and socket, each a process of its own, while so many sockets listen to their private stream and to a price. Every
 * second some orders are due. The limit is one second at p99; nothing may be missing.
 * `npm run bench -- settled-push [--sockets=5000] [--seconds=20] [--orders=50]`
 */
const OPTIONS = { sockets: option('sockets', 5000), seconds: option('seconds', 20), orders: option('orders', 50) };
const LIMIT_MS = 1000;
const LEAD_MS = 10_000;
const PATIENCE_MS = 60_000;

interface Arrival {
  orderId: string;
  kind: string;
  at: number;
}

function option(name: string, fallback: number): number {
  const given = process.argv.find((word) => word.startsWith(`--${name}=`));
  return given ? Number(given.split('=')[1]) : fallback;
}

const wait = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

/** Sockets of all users; resolves when each has the snapshot of its stream. */
function listen(url: string, tokens: string[], onArrival: (arrival: Arrival) => void): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL('./settled-push.clients.js', import.meta.url)));
  child.send({ url, tokens });
  return new Promise((done, fail) => {
    const limit = setTimeout(() => fail(new Error('The sockets did not all open.')), 4 * PATIENCE_MS);
    child.on('message', (message: Arrival | { listening: number }) => {
      if ('orderId' in message) return onArrival(message);
      clearTimeout(limit);
      done(child);
    });
  });
}

/** Opens the orders of all seconds; answers when each of them is due, Unix milliseconds. */
async function openAll(databaseUrl: string, firstDueAt: number): Promise<Map<string, number>> {
  const due = new Map<string, number>();
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  for (let second = 0; second < OPTIONS.seconds; second += 1) {
    const closesAt = firstDueAt + second * 1000;
    await openOrders(databaseUrl, { count: OPTIONS.orders, users: OPTIONS.sockets, closesAt });
    const { rows } = await client.query<{ id: string }>(
      'select id from option_order where closes_at = to_timestamp($1)',
      [closesAt / 1000],
    );
    for (const { id } of rows) due.set(id, closesAt);
  }
  await client.end();
  return due;
}

function quantile(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

async function main(databaseUrl: string, redisUrl: string): Promise<number> {
  const url = await createBook(databaseUrl, 'bench_settled_push', OPTIONS.sockets);
  const tokens = await openAccounts(url, OPTIONS.sockets);
  const product = await startProduct(url, redisUrl, {
    roles: ['worker'],
    settings: { REALTIME_SOCKETS_PER_ADDRESS: '100000', REALTIME_HANDSHAKES_PER_SECOND: '100000' },
  });
  const arrivals: Arrival[] = [];
  let pages: ChildProcess | undefined;
  try {
    pages = await listen(product.url, tokens, (arrival) => arrivals.push(arrival));
    // Making the orders takes a while; the first ones are due when all are there.
    const firstDueAt = Math.ceil((Date.now() + LEAD_MS + OPTIONS.seconds * 500) / 1000) * 1000;
    const due = await openAll(url, firstDueAt);
    if (Date.now() > firstDueAt) throw new Error('The orders were not ready before the first was due.');
    const lastDueAt = firstDueAt + OPTIONS.seconds * 1000;
    while (arrivals.length < due.size && Date.now() < lastDueAt + PATIENCE_MS) await wait(200);
    const late = arrivals
      .filter(({ kind }) => kind === 'option.settled')
      .map(({ orderId, at }) => at - (due.get(orderId) ?? Number.NaN))
      .sort((a, b) => a - b);
    const p99 = quantile(late, 0.99);
    process.stdout.write(
      `${OPTIONS.sockets} sockets, ${OPTIONS.orders} options due in each of ${OPTIONS.seconds} seconds: from due to the page ` +
        `p50 ${quantile(late, 0.5)} ms, p99 ${p99} ms, max ${late.at(-1)} ms, limit ${LIMIT_MS} ms at p99; ` +
        `${due.size - late.length} of ${due.size} not settled or not told\n`,
    );
    return p99 <= LIMIT_MS && late.length === due.size ? 0 : 1;
  } finally {
    pages?.kill();
    product.stop();
    await wait(2000);
    await dropDatabase(databaseUrl, 'bench_settled_push');
  }
}

const { DATABASE_URL, REDIS_URL } = process.env;
if (!DATABASE_URL || !REDIS_URL)
  throw new Error('DATABASE_URL and REDIS_URL are not set: use `npm run bench -- settled-push`.');
process.exit(await main(DATABASE_URL, REDIS_URL));
