import { randomBytes } from 'node:crypto';
import type { ChildProcess } from 'node:child_process';
import autocannon from 'autocannon';
import { Client } from 'pg';
import { freePort, PRODUCT, startProgram } from './bench.processes.js';
import { FIRST_USER, servingAddress, USDT } from './ledger.book.js';

const POOL = '16';
const BTC = 1;
/** Looks at the bars, two a second: so many without a new one say that the history is there. */
const QUIET_LOOKS = 12;
const LOOKS_MAX = 120;

/** A session and a verified identity for every user; answers the tokens. */
export async function openAccounts(url: string, users: number): Promise<string[]> {
  const tokens = Array.from({ length: users }, () => randomBytes(32).toString('base64url'));
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(
    `insert into account_session (user_id, token_hash, method, device, ip, user_agent, created_at, last_used_at, expires_at)
     select $1::bigint + number - 1, sha256(convert_to(token, 'utf8')), 'password', 'bench', '127.0.0.1', 'bench', now(),
            now(), now() + interval '1 day'
       from unnest($2::text[]) with ordinality as given (token, number)`,
    [FIRST_USER, tokens],
  );
  await client.query(
    `insert into verification_case (user_id, level, status, version, country, name, id_kind, id_number_sealed,
       id_number_digest, address, submitted_at)
     select $1::bigint + number, 'basic', 'under-review', 1, 'DE', 'Bench', 'passport', number::text::bytea,
            sha256(number::text::bytea), 'Street 1', now()
       from generate_series(0, $2::integer - 1) number`,
    [FIRST_USER, users],
  );
  await client.query(`update verification_case set status = 'verified', version = 2, decided_at = now()`);
  await client.query('vacuum analyze');
  await client.end();
  return tokens;
}

export interface Product {
  url: string;
  /** The gateway's process. */
  gateway: number;
  stop(): void;
}

/**
 * A gateway, a process of its own that feeds it with simulated prices, and further ones with the given roles; ready
 * when the first price is there.
 */
export async function startProduct(
  databaseUrl: string,
  redisUrl: string,
  { roles = [], settings = {} }: { roles?: string[]; settings?: Record<string, string> } = {},
): Promise<Product> {
  const environment = {
    NODE_ENV: 'production',
    RATE_FACTOR: '1000000',
    PUBLIC_URL: 'https://bench.example',
    REAL_MONEY_ON_SIMULATED: 'true',
    // No round in which a simulated venue is silent: orders would be refused for as long.
    SIMULATION_MOODS: 'false',
    LOG_LEVEL: 'warn',
    HOST: '127.0.0.1',
    DATABASE_URL: servingAddress(databaseUrl),
    DATABASE_POOL_SIZE: POOL,
    DATABASE_JOB_POOL_SIZE: POOL,
    REDIS_URL: redisUrl,
    REDIS_PREFIX: `bench-settlement-${process.pid}:`,
    PASSWORD_PEPPER: randomBytes(24).toString('hex'),
    SECRET_KEY: randomBytes(24).toString('hex'),
    ...settings,
  };
  const started: ChildProcess[] = [];
  const start = async (roles: string, feed: string): Promise<string> => {
    const port = await freePort();
    const given = { ...environment, ROLES: roles, FEED: feed, PORT: String(port) };
    started.push(startProgram(PRODUCT, { environment: given }));
    return `http://127.0.0.1:${port}`;
  };
  await start('feed', 'simulated');
  for (const role of roles) await start(role, 'none');
  const url = await start('gateway', 'none');
  const stop = () => {
    for (const child of started) child.kill();
  };
  for (let attempt = 0; attempt < 1200; attempt += 1) {
    if (await isPriced(url)) {
      await untilHistory(databaseUrl);
      return { url, gateway: started.at(-1)?.pid ?? 0, stop };
    }
    await new Promise((done) => setTimeout(done, 100));
  }
  stop();
  throw new Error('There was no price within two minutes.');
}

/** A simulation works out a year of bars after its start: what is measured is what comes after. */
async function untilHistory(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  let bars = '';
  for (let quiet = 0, looks = 0; quiet < QUIET_LOOKS && looks < LOOKS_MAX; looks += 1) {
    const { rows } = await client.query<{ bars: string }>(
      `select sum(n_tup_ins)::text as bars from pg_stat_user_tables where relname like 'candle%'`,
    );
    quiet = rows[0]?.bars === bars ? quiet + 1 : 0;
    bars = rows[0]?.bars ?? '';
    await new Promise((done) => setTimeout(done, 500));
  }
  await client.end();
}

async function isPriced(url: string): Promise<boolean> {
  try {
    const reply = await fetch(`${url}/api/currency/quotation_new`);
    return reply.ok && JSON.stringify(await reply.json()).includes('"live"');
  } catch {
    return false;
  }
}

/** How many buy in turn, and how often each gets another quote: one is good for 3 s. */
const QUOTED = 100;
const QUOTE_EVERY_MS = 1200;

/** Users buy options of 10 USDT, each by its newest quote; answers acknowledged purchases a second. */
export async function purchases(
  url: string,
  tokens: string[],
  { connections, seconds }: { connections: number; seconds: number },
): Promise<number> {
  const tag = randomBytes(4).toString('hex');
  const refused = new Map<string, number>();
  let sent = 0;
  let bought = 0;
  let late = 0;
  const quotes = await quotesOf(url, tokens.slice(0, QUOTED));
  // What the tool gives is no whole promise.
  const load = autocannon({
    url: `${url}/api/microtrade/submit`,
    connections,
    duration: seconds,
    method: 'POST',
    requests: [
      {
        onResponse: (_status, body) => {
          if (body.startsWith('{"type":"ok"')) bought += 1;
          // On two cores the feed may have to wait longer for its turn than a price may be old, and prices move: honestly refused.
          else if (/market\.stale|options\.(price-moved|quote-expired)/.test(body)) late += 1;
          else refused.set(body.slice(0, 200), (refused.get(body.slice(0, 200)) ?? 0) + 1);
        },
        setupRequest: (request) => {
          const turn = sent++;
          const { token, quoteId } = quotes.of(turn);
          return {
            ...request,
            headers: { ...headersOf(token), 'idempotency-key': `${tag}-${turn}` },
            body: `${WISH}&quote_id=${quoteId}`,
          };
        },
      },
    ],
  });
  const result = await Promise.resolve(load).finally(() => quotes.stop());
  const failed = result.non2xx + result.errors + refused.size;
  if (failed > 0) throw new Error(`Of ${sent} purchases some were not made: ${JSON.stringify([...refused])}`);
  if (late > 0) process.stdout.write(`${late} of ${sent} were refused because the price was too old or had moved.\n`);
  return bought / result.duration;
}

const WISH = `match_id=${BTC}&currency_id=${USDT}&type=1&seconds=600&number=10`;
const headersOf = (token: string) => ({
  'content-type': 'application/x-www-form-urlencoded',
  authorization: token,
  lang: 'en',
});

/** Keeps a quote for each of the users that is never much older than {@link QUOTE_EVERY_MS}. */
async function quotesOf(url: string, tokens: string[]) {
  const quotes = new Map<string, string>();
  const renew = (): Promise<unknown> =>
    Promise.all(
      tokens.map(async (token) => {
        const reply = await fetch(`${url}/api/options/preview`, {
          method: 'POST',
          headers: headersOf(token),
          body: WISH,
        });
        const { type, message } = (await reply.json()) as { type: string; message: { quoteId: string } };
        if (type === 'ok') quotes.set(token, message.quoteId);
      }),
    );
  await renew();
  const timer = setInterval(() => void renew().catch(() => undefined), QUOTE_EVERY_MS);
  return {
    of: (turn: number) => {
      const token = tokens[turn % tokens.length] ?? '';
      return { token, quoteId: quotes.get(token) ?? '' };
    },
    stop: () => clearInterval(timer),
  };
}
