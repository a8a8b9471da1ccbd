import { DataSource } from 'typeorm';
import { MarketBoard } from '../../features/markets/market-board/index.js';
import { emptyRow } from '../../features/markets/market-board/market-status.rules.js';
import { CheckBooks } from '../../features/wallet/ledger/index.js';
import { inLanes } from '../../platform/jobs/in-lanes.js';
import { bootApp, type TestApp } from '../app.js';
import { Caller, type Reply } from '../calls.js';
import { deadlocksOf } from '../deadlocks.js';
import { fund } from '../factories/ledger.js';
import { aUser, type TestUser } from '../factories/users.js';

const COMMANDS = 150;
/** Rounds of commands at most until the worker has filled an order between them: a fast machine may need more than one. */
const ROUNDS = 20;
/** As many at once as browsers and programs of one user would have under way. */
const AT_ONCE = 12;
const PAIR = { legal_id: '3', currency_id: '1' };

let app: TestApp;
let call: Caller;
let user: TestUser;
let quoting: NodeJS.Timeout | undefined;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway,worker', RATE_FACTOR: '1000' });
  call = new Caller(app);
  user = await aUser(app.database.url);
  await fund(app.owner, user.userId, '100000');
}, 120_000);
afterAll(() => {
  clearInterval(quoting);
  return app.close();
});

let heard = 0;

/** Waiting orders at 99.5 are reached in every other book, and not for all that they want. */
function quote(): void {
  heard += 1;
  const now = Date.now();
  const row = { ...emptyRow('BTC/USDT'), last: '100', status: 'live' as const, reason: null, pricedAt: now };
  const near: [string, string][] = heard % 2 === 0 ? [['99.4', '0.5']] : [];
  const asks: [string, string][] = [...near, ['100', '500']];
  const book = { symbol: 'BTC/USDT', bids: [['99', '500'] as [string, string]], asks, at: now, confirmedAt: now };
  const kind = heard === 1 ? ('snap' as const) : ('delta' as const);
  const rest = { candles: [], trades: {}, marks: [] };
  app.application
    .get(MarketBoard)
    .apply({ ep: '9', s: heard, at: now, kind, tickers: [row], depths: [book], ...rest }, now);
}

const order = (fields: Record<string, string>, key: number): Promise<Reply> =>
  call.post(
    'coin/trade',
    { ...PAIR, ...fields },
    { token: user.token, headers: { 'idempotency-key': `hot-user-${key}` } },
  );

/** The oldest order that nobody has begun to cancel; null when there is none. */
async function cancelOne(key: number): Promise<Reply | null> {
  const [row]: { id: string }[] = await app.owner.query(
    `select id from spot_order where user_id = $1 and status = 'open' order by id offset $2 limit 1`,
    [user.userId, key % 3],
  );
  if (!row) return null;
  return call.get(`coin/canceltrade?id=${row.id}`, {
    token: user.token,
    headers: { 'idempotency-key': `hot-user-${key}` },
  });
}

async function command(turn: number): Promise<Reply> {
  if (turn % 3 === 0) return order({ type: '1', amount: '0.1', target_price: '0' }, turn);
  if (turn % 3 === 1) return order({ type: '1', amount: '0.3', target_price: '99.5' }, turn);
  return (await cancelOne(turn)) ?? order({ type: '1', amount: '0.2', target_price: '0' }, turn);
}

async function filledLimits(): Promise<number> {
  const [row] = await app.owner.query(
    `select count(*)::integer as count from spot_order o where o.user_id = $1 and o.limit_price is not null and o.filled > 0`,
    [user.userId],
  );
  return row.count;
}

it('a user who buys, orders and cancels many times at once, while orders of the same user fill, is failed nowhere', async () => {
  const pools = [app.owner, app.application.get(DataSource)] as const;
  const before = await deadlocksOf(...pools);
  quote();
  quoting = setInterval(quote, 100);
  const replies: Reply[] = [];
  let filled = 0;
  // Somebody else is at the user's accounts meanwhile, the worker: not before it was does the test end.
  for (let round = 0; round < ROUNDS && filled === 0; round += 1) {
    const turns = Array.from({ length: COMMANDS }, (_, turn) => round * COMMANDS + turn);
    replies.push(...(await inLanes(turns, AT_ONCE, command)));
    filled = await filledLimits();
  }
  // Whoever cancels what is filled by then is told so.
  const failed = replies.filter(({ type, code }) => type !== 'ok' && code !== 'spot.not-open');
  expect(failed.map(({ status, code }) => [status, code])).toEqual([]);
  expect(filled).toBeGreaterThan(0);
  expect(await deadlocksOf(...pools)).toBe(before);
  const checked = await app.application.get(CheckBooks).executeAnew();
  expect(checked.filter(({ rows }) => rows.length > 0)).toEqual([]);
});
