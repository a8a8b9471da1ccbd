import { randomBytes } from 'node:crypto';
import autocannon from 'autocannon';
import { Client } from 'pg';
import { adjust, createBook, createDatabase, dropDatabase, FIRST_USER, USDT } from './ledger.book.js';
import { byNode, byPgbench, findPgbench, initializeTpcb, tpcbTurn } from './ledger.load.js';
import { ProcessorTime } from './bench.processor-time.js';
import { openAccounts, startProduct } from './settlement.purchases.js';

/**
 * Whole futures orders a second over HTTP (session, validation, idempotency, the book's price, margin, position
 * with its history, posting, events) through one gateway process, and closing them again, as ratios to pgbench's TPC-B
 * on the same server in the same run, fsync on. Fails when orders stay below 0.2.
 * `npm run bench -- futures-orders [--quick]`
 */
const quick = process.argv.includes('--quick');
const ROUNDS = quick ? 2 : 5;
const SECONDS = quick ? 2 : 4;
const SCALE = 50;
const TRADERS = 1000;
const CONNECTIONS = [8, 32];
const LEAST_RATIO = 0.2;
const BTC = 1;

const { DATABASE_URL, REDIS_URL } = process.env;
if (!DATABASE_URL || !REDIS_URL)
  throw new Error('DATABASE_URL and REDIS_URL are not set: use `npm run bench -- futures-orders`.');

process.exitCode = await run(DATABASE_URL, REDIS_URL);

async function run(serverUrl: string, redisUrl: string): Promise<number> {
  const pgbench = findPgbench();
  const tpcbUrl = await createDatabase(serverUrl, 'bench_futures_tpcb');
  await initializeTpcb(pgbench, tpcbUrl, SCALE);
  const bookUrl = await createBook(serverUrl, 'bench_futures', TRADERS);
  await fundFutures(bookUrl);
  const tokens = await openAccounts(bookUrl, TRADERS);
  const product = await startProduct(bookUrl, redisUrl);
  const processorTime = await ProcessorTime.of(serverUrl, product.gateway);
  let worst = Number.POSITIVE_INFINITY;
  try {
    await steadyPrices(product.url, tokens[0] ?? '');
    // Each trader's accounts are opened by its first order: what is measured are those that follow.
    await orders(product.url, tokens, { connections: 8, amount: 2 * TRADERS });
    for (const connections of CONNECTIONS) {
      const ours: number[] = [];
      const theirs: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const load = { url: tpcbUrl, connections, seconds: SECONDS };
        theirs.push(pgbench ? await byPgbench(pgbench, load, null) : await byNode(load, tpcbTurn(SCALE)));
        if (round === ROUNDS - 1) processorTime.begin();
        ours.push(await orders(product.url, tokens, { connections, seconds: SECONDS }));
      }
      const used = processorTime.words((ours.at(-1) ?? 0) * SECONDS);
      const ratio = median(ours.map((value, round) => value / (theirs[round] ?? value)));
      worst = Math.min(worst, ratio);
      process.stdout.write(
        `${connections} connections: ${Math.round(median(ours))} orders/s over HTTP, TPC-B ` +
          `${Math.round(median(theirs))}/s, ratio ${ratio.toFixed(2)} (medians of ${ROUNDS} x ${SECONDS} s)${used}\n`,
      );
    }
    process.stdout.write(
      `closing them: ${Math.round(await closings(bookUrl, product.url, tokens))} closes/s, 8 connections\n`,
    );
  } finally {
    product.stop();
  }
  await dropDatabase(serverUrl, 'bench_futures');
  await dropDatabase(serverUrl, 'bench_futures_tpcb');
  return worst >= LEAST_RATIO ? 0 : 1;
}

/** Waits until the market has taken orders' prices for three seconds without a pause. */
async function steadyPrices(url: string, token: string): Promise<void> {
  let good = 0;
  for (let look = 0; look < 300 && good < 15; look += 1) {
    const reply = await fetch(`${url}/api/futures/preview`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: token },
      body: `share=1&multiple=10&legal_id=${USDT}&currency_id=${BTC}&type=1`,
    });
    good = (await reply.text()).startsWith('{"type":"ok"') ? good + 1 : 0;
    await new Promise((done) => setTimeout(done, 200));
  }
}

/** Everybody has 100,000 USDT on the futures account, and has been known for long. */
async function fundFutures(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`update account_user set created_at = now() - interval '1 year'`);
  for (let first = FIRST_USER; first < FIRST_USER + TRADERS; first += 500) {
    await adjust(client, { kind: 'contract', amount: '100000', first, last: first + 499 });
  }
  await client.query('vacuum analyze');
  await client.end();
}

/** Traders buy and sell a lot in turn; answers acknowledged orders a second. */
function orders(
  url: string,
  tokens: string[],
  load: { connections: number; seconds?: number; amount?: number },
): Promise<number> {
  const tag = randomBytes(4).toString('hex');
  let sent = 0;
  return acknowledged(`${url}/api/lever/submit`, load, () => {
    const turn = sent++;
    const type = (Math.floor(turn / tokens.length) % 2) + 1;
    return {
      token: tokens[turn % tokens.length] ?? '',
      key: `${tag}-${turn}`,
      body: `share=1&multiple=10&legal_id=${USDT}&currency_id=${BTC}&type=${type}&status=1&target_price=`,
    };
  });
}

/** Positions are closed one by one; answers acknowledged closes a second. */
async function closings(databaseUrl: string, url: string, tokens: string[]): Promise<number> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ id: string; user: string }>(
    `select id, user_id as "user" from futures_position where status = 1 order by id limit 20000`,
  );
  await client.end();
  let next = 0;
  return acknowledged(`${url}/api/lever/close`, { connections: 8, amount: rows.length }, () => {
    const row = rows[next++ % rows.length];
    const token = tokens[Number(row?.user ?? 0) - FIRST_USER] ?? '';
    return { token, key: `closing-${row?.id}`, body: `id=${row?.id}` };
  });
}

interface Sent {
  token: string;
  key: string;
  body: string;
}

/** Sends for so long, or so many; answers acknowledged requests a second. */
async function acknowledged(
  url: string,
  load: { connections: number; seconds?: number; amount?: number },
  next: () => Sent,
): Promise<number> {
  const refused = new Map<string, number>();
  const result = await autocannon({
    url,
    connections: load.connections,
    ...(load.seconds !== undefined && { duration: load.seconds }),
    ...(load.amount !== undefined && { amount: load.amount }),
    method: 'POST',
    requests: [
      {
        onResponse: (_status, body) => {
          if (body.startsWith('{"type":"ok"')) return;
          const text = body.slice(0, 200);
          refused.set(text, (refused.get(text) ?? 0) + 1);
        },
        setupRequest: (request) => {
          const { token, key, body } = next();
          return {
            ...request,
            headers: {
              'content-type': 'application/x-www-form-urlencoded',
              authorization: token,
              'idempotency-key': key,
              lang: 'en',
            },
            body,
          };
        },
      },
    ],
  });
  if (result.non2xx + result.errors + refused.size > 0) {
    throw new Error(`Some of ${result.requests.total} were not done: ${JSON.stringify([...refused])}`);
  }
  return result.requests.total / result.duration;
}

function median(values: number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}
