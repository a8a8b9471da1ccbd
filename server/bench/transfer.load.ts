import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import autocannon from 'autocannon';
import { Client } from 'pg';
import { freePort, PRODUCT, startProgram } from './bench.processes.js';
import { FIRST_USER, servingAddress, USDT } from './ledger.book.js';

/** Users of the book, each with a session. */
export const USERS = 1000;
const POOL = '16';

/** A session for every user; answers the tokens. */
export async function openSessions(url: string): Promise<string[]> {
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
export async function transfers(
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

/** A gateway in a process of its own, which serves. */
export async function startGateway(
  databaseUrl: string,
  redisUrl: string,
  more: Record<string, string> = {},
): Promise<{ url: string; child: ChildProcess }> {
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
    ...more,
  };
  const child = startProgram(PRODUCT, { environment });
  const url = `http://127.0.0.1:${port}`;
  for (let attempt = 0; attempt < 150; attempt++) {
    if (
      await fetch(`${url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return { url, child };
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error('The gateway did not become ready within 15 s.');
}
