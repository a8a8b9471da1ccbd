import { randomBytes } from 'node:crypto';
import autocannon from 'autocannon';
import { Client } from 'pg';
import { freePort, PRODUCT, startProgram, stopPrograms } from './bench.processes.js';
import { createBook, createDatabase, dropDatabase, FIRST_USER, servingAddress, USDT } from './ledger.book.js';
import { byNode, byPgbench, findPgbench, initializeTpcb, tpcbTurn } from './ledger.load.js';

/**
 * Whole transfers a second over HTTP (session, validation, idempotency, record, posting, events) through one gateway
 * process, as a ratio to pgbench's TPC-B on the same server in the same run, fsync on. Fails below 0.25.
 * `npm run bench -- transfer [--quick]`
 */
const quick = process.argv.includes('--quick');
const ROUNDS = quick ? 2 : 5;
const SECONDS = quick ? 2 : 4;
const SCALE = 50;
const USERS = 1000;
const CONNECTIONS = [8, 32];
const LEAST_RATIO = 0.25;
const POOL = '16';

const { DATABASE_URL, REDIS_URL } = process.env;
if (!DATABASE_URL || !REDIS_URL)
  throw new Error('DATABASE_URL and REDIS_URL are not set: use `npm run bench -- transfer`.');

try {
  process.exitCode = await run(DATABASE_URL, REDIS_URL);
} finally {
  stopPrograms();
}

async function run(serverUrl: string, redisUrl: string): Promise<number> {
  const pgbench = findPgbench();
  const tpcbUrl = await createDatabase(serverUrl, 'bench_transfer_tpcb');
  await initializeTpcb(pgbench, tpcbUrl, SCALE);
  const bookUrl = await createBook(serverUrl, 'bench_transfer', USERS);
  const tokens = await openSessions(bookUrl);
  const url = await startGateway(bookUrl, redisUrl);
  await transfers(url, tokens, { connections: 8, seconds: 2 });
  let worst = Number.POSITIVE_INFINITY;
  for (const connections of CONNECTIONS) {
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const load = { url: tpcbUrl, connections, seconds: SECONDS };
      theirs.push(pgbench ? await byPgbench(pgbench, load, null) : await byNode(load, tpcbTurn(SCALE)));
      ours.push(await transfers(url, tokens, { connections, seconds: SECONDS }));
    }
    const ratio = median(ours.map((value, round) => value / (theirs[round] ?? value)));
    worst = Math.min(worst, ratio);
    process.stdout.write(
      `${connections} connections: ${Math.round(median(ours))} transfers/s over HTTP, TPC-B ` +
        `${Math.round(median(theirs))}/s, ratio ${ratio.toFixed(2)} (medians of ${ROUNDS} x ${SECONDS} s)\n`,
    );
  }
  stopPrograms();
  await dropDatabase(serverUrl, 'bench_transfer');
  await dropDatabase(serverUrl, 'bench_transfer_tpcb');
  return worst >= LEAST_RATIO ? 0 : 1;
}

/** A session for every user; answers the tokens. */
async function openSessions(url: string): Promise<string[]> {
  const tokens = Array.from({ length: USERS }, () => randomBytes(32).toString('base64url'));
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(
    `insert into account_session (user_id, token_hash, method, device, ip, user_agent, created_at, last_used_at, expires_at)
     select $1::bigint + number - 1, sha256(convert_to(token, 'utf8')), 'password', 'bench', '127.0.0.1', 'bench', now(),
            now(), now() + interval '1 day'
       from unnest($2::text[]) with ordinality as given (token, number)`,
    [FIRST_USER, tokens],
  );
  await client.query('vacuum analyze');
  await client.end();
  return tokens;
}

/** Users move 1 USDT from spot to option and back again; answers acknowledged transfers a second. */
async function transfers(
  url: string,
  tokens: string[],
  { connections, seconds }: { connections: number; seconds: number },
): Promise<number> {
  const tag = randomBytes(4).toString('hex');
  const ways = ['from_field=change&to_field=micro', 'from_field=micro&to_field=change'];
  let sent = 0;
  let refused = 0;
  const result = await autocannon({
    url: `${url}/api/wallet/change`,
    connections,
    duration: seconds,
    method: 'POST',
    requests: [
      {
        onResponse: (_status, body) => {
          if (!body.startsWith('{"type":"ok"')) refused++;
        },
        setupRequest: (request) => {
          const turn = sent++;
          return {
            ...request,
            headers: {
              'content-type': 'application/x-www-form-urlencoded',
              authorization: tokens[turn % tokens.length] ?? '',
              'idempotency-key': `${tag}-${turn}`,
              lang: 'en',
            },
            body: `number=1&currency_id=${USDT}&${ways[Math.floor(turn / tokens.length) % 2]}`,
          };
        },
      },
    ],
  });
  const failed = result.non2xx + result.errors + refused;
  if (failed > 0) throw new Error(`${failed} of ${sent} transfers were not done.`);
  return result.requests.total / result.duration;
}

async function startGateway(databaseUrl: string, redisUrl: string): Promise<string> {
  const port = await freePort();
  const environment = {
    NODE_ENV: 'production',
    RATE_FACTOR: '1000000',
    PUBLIC_URL: 'https://bench.example',
    ROLES: 'gateway',
    FEED: 'none',
    LOG_LEVEL: 'warn',
    HOST: '127.0.0.1',
    PORT: String(port),
    DATABASE_URL: servingAddress(databaseUrl),
    DATABASE_POOL_SIZE: POOL,
    REDIS_URL: redisUrl,
    REDIS_PREFIX: `bench-transfer-${process.pid}:`,
    PASSWORD_PEPPER: randomBytes(24).toString('hex'),
    SECRET_KEY: randomBytes(24).toString('hex'),
  };
  startProgram(PRODUCT, { environment });
  const url = `http://127.0.0.1:${port}`;
  for (let attempt = 0; attempt < 150; attempt++) {
    if (
      await fetch(`${url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return url;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error('The gateway did not become ready within 15 s.');
}

function median(values: number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}
