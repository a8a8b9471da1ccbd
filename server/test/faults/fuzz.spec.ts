import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { OPERATOR_ROLES } from '../../contract/operations/words.js';
import { KEY_HEADERS } from '../../contract/rules/api-keys.rules.js';
import { KEY_TABLE } from '../access-matrix.js';
import { type AskedKey, makeKey, type OwnKey, signature } from '../factories/api-keys.js';
import { fuzzRequests, targetOf } from '../journeys/http.fuzz.js';
import type { StrangeRequest } from '../journeys/http.judge.js';
import { fuzzRoutes, GOOD, TRAPS } from './fuzz-routes.js';
import { operators, people, type Person } from './people.js';
import { onProcesses, Product, sizeOf } from './product.js';

/** Signed as it is sent, byte by byte. */
function signedAs(own: OwnKey, request: StrangeRequest): Record<string, string> {
  const { verb, headers, body } = request;
  const idempotencyKey = headers['idempotency-key'];
  const call = { verb, path: targetOf(request), at: Date.now(), window: '60000', ...(body && { body }) };
  const signed = { ...call, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) };
  return {
    [KEY_HEADERS.key]: own.key,
    [KEY_HEADERS.timestamp]: String(call.at),
    [KEY_HEADERS.window]: call.window,
    [KEY_HEADERS.signature]: signature(own, signed),
  };
}

/**
 * Bad input (catalogue D1 to D7) to every call of the API and of the desk, from users and operators with live sessions
 * and from nobody, and what keys have signed, in every language. `npm run fuzz -- --requests=20000` makes it long.
 */
const REQUESTS = sizeOf('FAULTS_REQUESTS', 600);
const SEED = sizeOf('FAULTS_SEED', 20_261_120);
/** So that a request that is stuck is seen; not an expectation of speed. */
const LIMIT_MS = 30_000;

onProcesses(`${REQUESTS} strange requests, seed ${SEED}`, () => {
  let product: Product;
  beforeAll(async () => {
    product = await Product.start(1);
  }, 300_000);
  afterAll(() => product?.stop());

  /** All that is kept about a user who takes no part. */
  async function bystander(userId: string): Promise<unknown> {
    const { rows } = await product.sql.query(
      `select (select to_jsonb(u) from account_user u where id = $1) as account,
              (select jsonb_agg(a order by id) from ledger_account a where owner_id = $1) as books,
              (select jsonb_agg(a order by id) from withdrawal_address a where user_id = $1) as addresses,
              (select jsonb_agg(c order by id) from verification_case c where user_id = $1) as identity,
              (select count(*) from account_session where user_id = $1 and ended_at is null) as sessions,
              (select count(*) from withdrawal where user_id = $1) as withdrawals`,
      [userId],
    );
    return rows[0];
  }

  /** Keys of both kinds and of both moneys, of users of their own. */
  async function programs(users: readonly Person[]): Promise<OwnKey[]> {
    const asked: AskedKey[] = [{}, { demo: true }, { kind: 'ed25519' }, { scopes: ['read'] }];
    return Promise.all(
      asked.map((one, place) => makeKey(product.gateways[0]?.url ?? '', users[place]?.token ?? '', one)),
    );
  }

  it(
    'get a valid envelope in the language asked for, and never a failure',
    async () => {
      // The first rows are those of people who take no part: the ids that are guessed are theirs.
      const [other] = await people(product.sql, 3, { spot: '1000', option: '1000', contract: '1000' });
      const users = await people(product.sql, 20, { spot: '100000', option: '10000', contract: '10000' });
      // The first operator is the one whom others may disable.
      await operators(product.sql, 1, ['support']);
      const desk: string[] = [];
      for (const role of OPERATOR_ROLES) desk.push(...(await operators(product.sql, 2, [role])));
      desk.push(...(await operators(product.sql, 3, [...OPERATOR_ROLES])));
      const keys = await programs(users);
      const before = await bystander(other?.userId ?? '');
      const routes = fuzzRoutes();
      const began = performance.now();
      const outcome = await fuzzRequests(product.gateways[0]?.url ?? '', {
        count: REQUESTS,
        seed: SEED,
        routes,
        good: GOOD,
        extras: TRAPS,
        inLanguages: true,
        limitMs: LIMIT_MS,
        sign: (request, random) => {
          const isOpen = `${request.verb} ${request.path.split('?')[0]}` in KEY_TABLE;
          return random(isOpen ? 2 : 8) === 0 ? signedAs(keys[random(keys.length)] as OwnKey, request) : null;
        },
        tokenFor: (path, random) => {
          if (random(12) === 0) return undefined;
          if (random(25) === 0) return path.startsWith('/ops') ? users[0]?.token : desk[0];
          return path.startsWith('/ops') ? desk[random(desk.length)] : users[random(users.length)]?.token;
        },
      });
      const { wrong, wrongCount, seen, slowestMs } = outcome;
      process.stderr.write(
        `fuzz: ${REQUESTS} requests to ${routes.length} calls in ${Math.round((performance.now() - began) / 1000)} s, ` +
          `${wrongCount} wrong, slowest ${Math.round(slowestMs)} ms, ${JSON.stringify(seen)}\n`,
      );
      expect(wrong).toEqual([]);
      expect(seen['200 ok']).toBeGreaterThan(REQUESTS / 20);
      expect(await bystander(other?.userId ?? '')).toEqual(before);
      // Each key opened something.
      const { rows } = await product.sql.query<{ used: number }>(
        'select count(*)::integer as used from account_api_key where id = any($1) and last_used_at is not null',
        [keys.map(({ id }) => id)],
      );
      expect(rows[0]?.used).toBe(keys.length);
    },
    300_000 + REQUESTS * 200,
  );

  it('the books and the audit log are in order, nothing deadlocked, nobody ended', async () => {
    expect(await product.verify()).toBeNull();
    expect(await product.deadlocks()).toEqual([]);
    expect(product.exits).toEqual([]);
    expect(product.errors()).toEqual([]);
  }, 300_000);
});
