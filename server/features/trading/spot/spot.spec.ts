import * as fc from 'fast-check';
import type { DataSource } from 'typeorm';
import { Decimal } from '../../../contract/decimal.js';
import type { DepthView, TickerView } from '../../../contract/markets/markets.dto.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { bootApp, type TestApp } from '../../../test/app.js';
import { closeInOrder } from '../../../test/books-in-order.js';
import { heldBack, inTurn, outcomesOf } from '../../../test/factories/held-back.js';
import { aUserId, BTC, fund, USDT } from '../../../test/factories/ledger.js';
import { Ledger } from '../../wallet/ledger/index.js';
import { MarketBoard, MarketCatalog } from '../../markets/market-board/index.js';
import { emptyRow } from '../../markets/market-board/market-status.rules.js';
import { CancelSpotOrder } from './cancel-spot-order.js';
import { match, MatchSpotOrders } from './match-spot-orders.js';
import { PreviewSpotOrder } from './preview-spot-order.js';
import type { SpotWish } from './price-spot-order.js';
import { SpotExecutionsStore } from './spot-executions.store.js';
import { SpotHistoryStore } from './spot-history.store.js';
import { type SpotOrder, SpotStore } from './spot.store.js';
import { SpotMatchingStore } from './spot-matching.store.js';
import { SubmitSpotOrder } from './submit-spot-order.js';

const SYMBOL = 'BTC/USDT';

let app: TestApp;
let source: DataSource;
let store: SpotStore;
let orders: SubmitSpotOrder;
let cancels: CancelSpotOrder;
let matching: MatchSpotOrders;
let board: MarketBoard;
let marketId: number;
let heard = 0;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent' });
  const of = <Thing>(token: abstract new (...given: never[]) => Thing): Thing => app.application.get(token);
  source = app.owner;
  [store, orders, cancels, matching, board] = [
    of(SpotStore),
    of(SubmitSpotOrder),
    of(CancelSpotOrder),
    of(MatchSpotOrders),
    of(MarketBoard),
  ];
  marketId = of(MarketCatalog).bySymbol(SYMBOL)?.id as number;
});

afterAll(() => closeInOrder(app, ['S01', 'S02', 'S03', 'S04', 'S05']));

type Levels = DepthView['bids'];
let bookAt = 0;

/** The feeding process says this is the book now. */
function quote(bids: Levels, asks: Levels, values: Partial<TickerView> = {}, confirmedAt = Date.now()): void {
  heard += 1;
  const now = Date.now();
  bookAt = Math.max(bookAt + 1, now);
  const last = asks[0]?.[0] ?? bids[0]?.[0] ?? '100';
  const row = { ...emptyRow(SYMBOL), last, status: 'live' as const, reason: null, pricedAt: now, ...values };
  board.apply(
    {
      ep: '9',
      s: heard,
      at: now,
      kind: heard === 1 ? 'snap' : 'delta',
      tickers: [row],
      candles: [],
      depths: [{ symbol: SYMBOL, bids, asks, at: bookAt, confirmedAt }],
      trades: {},
      marks: [],
    },
    now,
  );
}

const DEEP: { bids: Levels; asks: Levels } = {
  bids: [
    ['99', '10'],
    ['98', '10'],
  ],
  asks: [
    ['100', '1'],
    ['101', '2'],
    ['102', '10'],
  ],
};

beforeEach(async () => {
  // Nobody has taken anything of the book yet.
  await source.query('delete from taken_depth');
  quote(DEEP.bids, DEEP.asks);
});

async function aTrader(demo = false): Promise<string> {
  const user = await aUserId(source);
  await fund(source, user, '10000', { demo });
  await fund(source, user, '10', { currencyId: BTC, demo });
  return user;
}

const wish = (values: Partial<SpotWish> = {}): SpotWish => ({
  baseCurrencyId: BTC,
  quoteCurrencyId: USDT,
  demo: false,
  side: 'buy',
  quantity: '1',
  limitPrice: null,
  ...values,
});

function place(
  userId: string,
  values: Partial<SpotWish> = {},
  key: string | null = null,
  worstPrice: string | null = null,
) {
  return orders.execute({ userId, wish: wish(values), worstPrice, key });
}

async function balances(userId: string, demo = false): Promise<Record<string, string>> {
  const rows = await app.application.get(Ledger).balancesOf(userId, demo);
  return Object.fromEntries(
    rows
      .filter(({ balance }) => balance !== '0')
      .map(({ kind, currencyId, balance }) => [`${kind}:${currencyId === BTC ? 'BTC' : 'USDT'}`, balance]),
  );
}

async function ordersOf(userId: string, demo = false): Promise<SpotOrder[]> {
  const statuses = ['open', 'filled', 'cancelled'] as const;
  return app.application.get(SpotHistoryStore).orders({ userId, demo, statuses, marketIds: null, page: 1, limit: 100 });
}

const refusal = (code: string) => expect.objectContaining({ code });

describe('a market order', () => {
  it('walks the book, pays the fee, and is told of in order', async () => {
    const user = await aTrader();
    await place(user, { quantity: '2' });
    // 1 at 100 and 1 at 101, and 0.1 % of 201.
    expect(await balances(user)).toEqual({ 'spot:USDT': '9798.799', 'spot:BTC': '12' });
    const [order] = await ordersOf(user);
    expect(order).toMatchObject({ status: 'filled', filled: '2', amount: '201', fee: '0.201', reserved: '0' });
    expect(await app.application.get(SpotExecutionsStore).fills(order?.id ?? '')).toMatchObject([
      {
        levels: [
          ['100', '1'],
          ['101', '1'],
        ],
      },
    ]);
    const events = await source.query('select kind from outbox where user_id = $1 order by sequence', [user]);
    expect(events.map(({ kind }: { kind: string }) => kind)).toEqual(['fill', 'order', 'balance', 'balance']);
  });

  it('sells into the bids and receives less the fee', async () => {
    const user = await aTrader();
    await place(user, { side: 'sell', quantity: '3' });
    expect(await balances(user)).toEqual({ 'spot:USDT': '10296.703', 'spot:BTC': '7' });
  });

  it('takes what the book holds and lets the rest go', async () => {
    const user = await aTrader();
    await place(user, { quantity: '20' });
    const [order] = await ordersOf(user);
    expect(order).toMatchObject({ status: 'cancelled', reason: 'no-liquidity', filled: '13', reserved: '0' });
    expect(await balances(user)).toMatchObject({ 'spot:BTC': '23' });
  });

  it('does it once for one key', async () => {
    const user = await aTrader();
    await Promise.all([1, 2, 3, 4].map(() => place(user, {}, 'one-key-spot')));
    expect(await balances(user)).toMatchObject({ 'spot:BTC': '11' });
  });

  it('is refused when the book is beyond the price that was seen', async () => {
    const user = await aTrader();
    await expect(place(user, { quantity: '2' }, null, '100.5')).rejects.toEqual(refusal('spot.price-moved'));
    await place(user, { quantity: '2' }, null, '101');
    expect(await balances(user)).toMatchObject({ 'spot:BTC': '12' });
  });

  it.each([
    [{ quantity: '1000' }, 'spot.insufficient-balance', { bids: DEEP.bids, asks: [['100', '5000']] as Levels }],
    [{ quantity: '10.1', side: 'sell' as const }, 'spot.insufficient-sellable', DEEP],
    [{ quantity: '0.01' }, 'spot.below-minimum', DEEP],
    [{ quantity: '6000' }, 'spot.above-maximum', DEEP],
    [{ quantity: '1.0000000001' }, 'spot.decimals', DEEP],
    [{ quantity: '1e3' }, 'request.invalid', DEEP],
    [{ quantity: '0' }, 'request.invalid', DEEP],
    [{}, 'spot.no-book', { bids: DEEP.bids, asks: [] }],
    [{ baseCurrencyId: 999 }, 'markets.unknown-symbol', DEEP],
  ])('refuses %j: %s, and moves nothing', async (values, code, book) => {
    quote(book.bids, book.asks, { last: '100' });
    const user = await aTrader();
    await expect(place(user, values)).rejects.toEqual(refusal(code));
    expect(await balances(user)).toEqual({ 'spot:USDT': '10000', 'spot:BTC': '10' });
    expect(await ordersOf(user)).toEqual([]);
  });

  it.each(['stale', 'halted', 'closed'] as const)('is refused in a market that is %s', async (status) => {
    quote(DEEP.bids, DEEP.asks, { status });
    await expect(place(await aTrader())).rejects.toEqual(refusal(`market.${status}`));
  });

  it('costs what its preview says', async () => {
    const user = await aTrader();
    const preview = await app.application.get(PreviewSpotOrder).execute(user, wish({ quantity: '2.5' }));
    await place(user, { quantity: '2.5' });
    expect((await balances(user))['spot:USDT']).toBe(preview.balanceAfter);
  });

  it('keeps demo money apart', async () => {
    const user = await aTrader(true);
    await place(user, { demo: true });
    expect(await balances(user, true)).toEqual({ 'spot:USDT': '9899.9', 'spot:BTC': '11' });
    expect(await balances(user)).toEqual({});
    await expect(place(user, { demo: false })).rejects.toEqual(refusal('spot.insufficient-balance'));
  });
});

describe('a limit order', () => {
  it('executes what is within its limit and freezes the rest', async () => {
    const user = await aTrader();
    await place(user, { quantity: '4', limitPrice: '101' });
    const [order] = await ordersOf(user);
    expect(order).toMatchObject({ status: 'open', filled: '3', amount: '302', fee: '0.302', reserved: '101.101' });
    expect(await balances(user)).toEqual({ 'spot:USDT': '9596.597', 'spot_frozen:USDT': '101.101', 'spot:BTC': '13' });
    await cancel(user);
  });

  it.each(['buy', 'sell'] as const)(
    'of which a part executes at once (%s) is told of in order: the last event of an account has its balance',
    async (side) => {
      quote(
        DEEP.bids.map(([price]) => [price, '1']),
        DEEP.asks,
      );
      const user = await aTrader();
      await place(user, { side, quantity: '9', limitPrice: side === 'buy' ? '101' : '98' });
      const balanceEvents: { account: string; currencyId: number; after: string; entityVersion: number }[] =
        await source
          .query(`select payload from outbox where user_id = $1 and kind = 'balance' order by sequence`, [user])
          .then((rows: { payload: never }[]) => rows.map(({ payload }) => payload));
      const replayed = new Map<string, (typeof balanceEvents)[number]>();
      for (const event of balanceEvents) {
        const account = `${event.account}:${event.currencyId === BTC ? 'BTC' : 'USDT'}`;
        expect(event.entityVersion).toBeGreaterThan(replayed.get(account)?.entityVersion ?? 0);
        replayed.set(account, event);
      }
      expect((await ordersOf(user))[0]).toMatchObject({ status: 'open', reserved: expect.not.stringMatching(/^0$/) });
      expect(Object.fromEntries([...replayed].map(([account, { after }]) => [account, after]))).toEqual(
        await balances(user),
      );
      await cancel(user);
    },
  );

  it('waits, fills in pieces when the market comes, at the market’s better price, and frees what is left over', async () => {
    const user = await aTrader();
    await place(user, { quantity: '2', limitPrice: '95' });
    expect(await matching.execute(marketId, false)).toBe(0);
    quote(
      [['93', '1']],
      [
        ['94', '0.5'],
        ['96', '9'],
      ],
    );
    expect(await matching.execute(marketId, false)).toBe(1);
    expect((await ordersOf(user))[0]).toMatchObject({ status: 'open', filled: '0.5', amount: '47' });
    expect(await matching.execute(marketId, false)).toBe(0);
    quote([['93', '1']], [['95', '7']]);
    await matching.execute(marketId, false);
    expect((await ordersOf(user))[0]).toMatchObject({
      status: 'filled',
      amount: '189.5',
      fee: '0.1895',
      reserved: '0',
    });
    expect(await balances(user)).toEqual({ 'spot:USDT': '9810.3105', 'spot:BTC': '12' });
  });

  it('of the better price goes first, then the older; what one took is not there for the next', async () => {
    const [low, older, younger] = [await aTrader(), await aTrader(), await aTrader()];
    await place(low, { quantity: '1', limitPrice: '90' });
    await place(older, { quantity: '1', limitPrice: '91' });
    await place(younger, { quantity: '1', limitPrice: '91' });
    quote(
      [['80', '1']],
      [
        ['89', '1.5'],
        ['92', '9'],
      ],
    );
    await matching.execute(marketId, false);
    expect((await ordersOf(older))[0]).toMatchObject({ filled: '1' });
    expect((await ordersOf(younger))[0]).toMatchObject({ filled: '0.5' });
    expect((await ordersOf(low))[0]).toMatchObject({ filled: '0' });
    for (const user of [low, younger]) await cancel(user);
  });

  it('a book is matched once, by however many workers', async () => {
    const user = await aTrader();
    await place(user, { side: 'sell', quantity: '5', limitPrice: '110' });
    quote([['111', '1']], [['112', '1']]);
    const filled = await Promise.all([1, 2, 3, 4].map(() => matching.execute(marketId, false)));
    expect(filled.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect((await ordersOf(user))[0]).toMatchObject({ filled: '1', amount: '111', reserved: '4' });
    await cancel(user);
    expect(await balances(user)).toEqual({ 'spot:USDT': '10110.889', 'spot:BTC': '9' });
  });

  it('is not filled in a market that is stale', async () => {
    const user = await aTrader();
    await place(user, { quantity: '1', limitPrice: '50' });
    quote([['40', '1']], [['49', '1']], { status: 'stale' });
    expect(await matching.execute(marketId, false)).toBe(0);
    await cancel(user);
  });

  it.each([true, false])(
    'is not filled while its book is in cancel-only (demo: %s), and is afterwards',
    async (demo) => {
      const [user, other] = [await aTrader(demo), await aTrader(!demo)];
      await place(user, { quantity: '2', limitPrice: '50', demo });
      await place(other, { quantity: '1', limitPrice: '50', demo: !demo });
      quote([['40', '1']], [['49', '1']]);
      await source.query(`update trading_mode set mode = 'cancel-only' where demo = $1`, [demo]);
      try {
        expect(await matching.execute(marketId, demo)).toBe(0);
        expect(await matching.execute(marketId, !demo)).toBe(1);
        expect((await ordersOf(user, demo))[0]).toMatchObject({ status: 'open', filled: '0' });
        // Whoever comes past the question finds the same answer behind the lock.
        const orders = await ordersOf(user, demo);
        const book = { at: new Date(), origin: 'live' as const };
        const given = match(orders, [['49', '1']]).executions;
        const forced = app.application
          .get(Transactions)
          .run((tx) => app.application.get(SpotMatchingStore).execute(tx, given, { demo, book, at: new Date() }));
        await expect(forced).rejects.toMatchObject({ code: 'LG005' });
      } finally {
        await source.query(`update trading_mode set mode = 'open'`);
      }
      // The same book: it was not taken while it could not be matched.
      expect(await matching.execute(marketId, demo)).toBe(1);
      expect((await ordersOf(user, demo))[0]).toMatchObject({ status: 'open', filled: '1' });
      await cancels.execute({ userId: user, orderId: (await ordersOf(user, demo))[0]?.id ?? '0', key: null });
    },
  );

  it('is one of so many at most, with two that come at once, one to buy and one to sell', async () => {
    const user = await aTrader();
    const submit = store.submit.bind(store);
    store.submit = (tx, claim, order, given) => submit(tx, claim, order, { ...given, openMost: 2 });
    try {
      await place(user, { limitPrice: '50' });
      const results = await heldBack(
        source,
        [user],
        [
          () => place(user, { limitPrice: '51' }, 'at-once-buy'),
          () => place(user, { side: 'sell', limitPrice: '150' }, 'at-once-sell'),
        ],
      );
      expect(outcomesOf(results)).toEqual(['done', 'spot.too-many']);
      expect((await ordersOf(user)).filter(({ status }) => status === 'open')).toHaveLength(2);
    } finally {
      store.submit = submit;
      for (const { id } of await ordersOf(user)) await cancel(user, id);
    }
  });

  it('may be the 199th and the 200th that waits, not the 201st', async () => {
    const user = await aTrader();
    await source.query(
      `insert into spot_order (user_id, market_id, base_currency_id, quote_currency_id, demo, side, limit_price, quantity,
         fee_ratio, created_at, updated_at)
       select $1, $2, $3, $4, false, 'buy', 1, 1, 0, now(), now() from generate_series(1, 198)`,
      [user, marketId, BTC, USDT],
    );
    try {
      const tries = ['50', '51', '52'].map((limitPrice) => () => place(user, { limitPrice }));
      expect(await inTurn(tries)).toEqual(['done', 'done', 'spot.too-many']);
    } finally {
      await source.query(`set session_replication_role = replica;
        delete from spot_order where user_id = ${user} and limit_price = 1;
        set session_replication_role = origin`);
      for (const { id } of await ordersOf(user)) await cancel(user, id);
    }
  });

  it('is cancelled once, by its owner only', async () => {
    const [user, stranger] = [await aTrader(), await aTrader()];
    await place(user, { quantity: '1', limitPrice: '50' });
    const [order] = await ordersOf(user);
    const orderId = order?.id ?? '';
    await expect(cancels.execute({ userId: stranger, orderId, key: null })).rejects.toEqual(refusal('spot.not-found'));
    await cancel(user);
    expect(await balances(user)).toEqual({ 'spot:USDT': '10000', 'spot:BTC': '10' });
    await expect(cancels.execute({ userId: user, orderId, key: 'again-key' })).rejects.toEqual(
      refusal('spot.not-open'),
    );
  });

  it('that is cancelled while it fills has one end, sixty times', async () => {
    for (let round = 0; round < 60; round += 1) {
      quote(DEEP.bids, DEEP.asks);
      const user = await aTrader();
      await place(user, { quantity: '1', limitPrice: '70' });
      quote([['60', '1']], [['69', '5']]);
      const [waiting] = await ordersOf(user);
      const [cancelled] = await Promise.allSettled([cancel(user, waiting?.id), matching.execute(marketId, false)]);
      await matching.execute(marketId, false);
      const [order] = await ordersOf(user);
      if (cancelled?.status === 'rejected') expect(cancelled.reason).toEqual(refusal('spot.not-open'));
      expect(order?.status).toBe(cancelled?.status === 'fulfilled' ? 'cancelled' : 'filled');
      expect(order?.reserved).toBe('0');
    }
  });

  it('cannot be changed by hand', async () => {
    const user = await aTrader();
    await place(user, { quantity: '1', limitPrice: '50' });
    const [order] = await ordersOf(user);
    const tries = [
      `update spot_order set limit_price = 1000 where id = ${order?.id}`,
      `update spot_order set reserved = reserved + 1 where id = ${order?.id}`,
      `delete from spot_order where id = ${order?.id}`,
      'update spot_fill set amount = 0',
      'truncate spot_fill',
    ];
    for (const statement of tries) await expect(source.query(statement)).rejects.toThrow();
    await cancel(user);
  });
});

describe('any sequence of orders, books and cancels', () => {
  it('conserves money: what the user has is what the executions say', async () => {
    const price = fc.integer({ min: 80, max: 120 });
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('order' as const),
        side: fc.constantFrom('buy' as const, 'sell' as const),
        quantity: fc.integer({ min: 1, max: 30 }).map((tenths) => new Decimal(tenths).div(10).toFixed()),
        limit: fc.option(price),
      }),
      fc.record({ kind: fc.constant('book' as const), middle: price, size: fc.integer({ min: 1, max: 20 }) }),
      fc.record({ kind: fc.constant('cancel' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 14 }), async (steps) => {
        quote(DEEP.bids, DEEP.asks);
        const user = await aTrader();
        for (const action of steps) {
          if (action.kind === 'order') {
            const limitPrice = action.limit === null ? null : String(action.limit);
            await place(user, { side: action.side, quantity: action.quantity, limitPrice }).catch(refused);
          } else if (action.kind === 'cancel') {
            await cancel(user).catch(refused);
          } else {
            const { middle, size } = action;
            const half = new Decimal(size).div(10).toFixed();
            quote(
              [
                [String(middle - 1), half],
                [String(middle - 2), '3'],
              ],
              [
                [String(middle), half],
                [String(middle + 1), '3'],
              ],
            );
            await matching.execute(marketId, false);
          }
        }
        let [usdt, btc] = [new Decimal(10_000), new Decimal(10)];
        const frozen = { buy: new Decimal(0), sell: new Decimal(0) };
        for (const order of await ordersOf(user)) {
          const sign = order.side === 'buy' ? -1 : 1;
          usdt = usdt.plus(new Decimal(order.amount).times(sign)).minus(order.fee);
          btc = btc.minus(new Decimal(order.filled).times(sign));
          frozen[order.side] = frozen[order.side].plus(order.reserved);
        }
        const left = await balances(user);
        expect(left['spot:USDT'] ?? '0').toBe(usdt.minus(frozen.buy).toFixed());
        expect(left['spot:BTC'] ?? '0').toBe(btc.minus(frozen.sell).toFixed());
        expect(left['spot_frozen:USDT'] ?? '0').toBe(frozen.buy.toFixed());
        for (const order of await ordersOf(user)) if (order.status === 'open') await cancel(user, order.id);
      }),
      { numRuns: 25 },
    );
  });
});

async function cancel(userId: string, orderId?: string): Promise<void> {
  const open = orderId ?? (await ordersOf(userId)).find(({ status }) => status === 'open')?.id;
  return cancels.execute({ userId, orderId: open ?? '0', key: null });
}

/** A refusal is an answer; everything else is a bug. */
function refused(error: unknown): void {
  expect(error).toEqual(expect.objectContaining({ code: expect.stringMatching(/^(spot|market)\./) }));
}
