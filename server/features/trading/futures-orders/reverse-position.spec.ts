import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Decimal } from '../../../contract/decimal.js';
import type { FuturesPositionView } from '../../../contract/trading/futures.dto.js';
import { errorEnvelope } from '../../../platform/http/refusal-filter.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { BTC_MARKET, FuturesWorld } from '../../../test/factories/futures-world.js';
import { heldBack, outcomesOf } from '../../../test/factories/held-back.js';
import { Worker } from '../../../test/factories/liquidation-world.js';
import { outcome } from '../../../test/factories/own-limits.js';
import { SetCountryRule } from '../../wallet/country-rules/set-country-rule.js';
import { SetOwnLimit } from '../../wallet/own-limits/set-own-limit.js';
import { TakeBreak } from '../../wallet/own-limits/take-break.js';
import { ListFutures } from '../futures/index.js';
import { FillClosings } from '../futures-triggers/fill-closings.js';
import { ClosingOrders } from './closing-orders.js';
import { PreviewReverse } from './preview-reverse.js';
import { ReversePosition } from './reverse-position.js';

const CALLER = { ip: '192.0.2.1', userAgent: '' };
let world: FuturesWorld;
let worker: Worker;
let keys = 0;

beforeAll(async () => {
  world = await FuturesWorld.open({ FUTURES_LEVERAGE_MAX: '125' });
  worker = new Worker(world);
}, 60_000);
// Closing it checks the books.
afterAll(() => world?.close());
beforeEach(async () => {
  await world.source.query('delete from taken_depth');
  world.clock.advance(60_000);
  await worker.price('60000', {}, 3);
});
afterEach(() => world.source.query(`update trading_mode set mode = 'open'`));

const aKey = () => `reverse-${(keys += 1)}`;
const reverse = (user: string, positionId: string, worstPrice: string | null = null, key: string | null = aKey()) =>
  world.get(ReversePosition).execute({ userId: user, positionId, worstPrice }, key);
const preview = (user: string, positionId: string) => world.get(PreviewReverse).execute(user, positionId);

async function holder(values: Parameters<FuturesWorld['open']>[1] = {}, money = '5000') {
  const user = await world.user(money, { demo: values.demo ?? false });
  const { positionId } = await world.open(user, { marginMode: 'isolated', ...values });
  return { user, positionId };
}

const shown = (rows: FuturesPositionView[]) =>
  rows.map(({ side, status, lots, lotsOrdered }) => [side, status, lots, lotsOrdered]);
const UNCHANGED = [['long', 1, 10, 10]];
const REVERSED = [
  ['short', 1, 10, 10],
  ['long', 3, 0, 10],
];

/** The country rule of futures for all users. */
const contracts = (state: 'allowed' | 'closing-only') =>
  world.serving.transaction((tx) =>
    world.get(SetCountryRule).execute(tx, { country: '*', product: 'contracts', state, leverageMax: null }),
  );

/** Code and details of a refused reversal. */
async function words(command: Promise<unknown>): Promise<[string, string]> {
  const error: unknown = await command.catch((thrown: unknown) => thrown);
  if (!(error instanceof Refusal)) throw error;
  const { code, message } = errorEnvelope('en', error);
  return [code ?? '', message];
}

describe('reversing a position', () => {
  it.each<['long' | 'short', 'isolated' | 'cross', string, string]>([
    ['long', 'isolated', '60995', '60995'],
    ['short', 'isolated', '61005', '61005'],
    ['long', 'cross', '60995', '60995'],
    ['short', 'cross', '61005', '61005'],
  ])(
    'closes a %s (%s) and opens as many lots on the other side, with its terms',
    async (side, marginMode, close, open) => {
      const { user, positionId } = await holder({ side, marginMode, leverage: 20 });
      await worker.price('61000', {}, 1);
      const previewed = await preview(user, positionId);
      await reverse(user, positionId);
      const [opened, closed] = await world.rows(user);
      expect(closed).toMatchObject({ positionId, status: 3, closedAs: 'closed', closePrice: close, lots: 0 });
      expect(opened).toMatchObject({
        side: side === 'long' ? 'short' : 'long',
        status: 1,
        priceType: 'market',
        entryPrice: open,
        lots: 10,
        leverage: 20,
        marginMode,
        takeProfit: null,
        stopLoss: null,
      });
      // The preview equals the outcome.
      expect(previewed.closing).toMatchObject({
        side,
        lots: 10,
        price: close,
        realisedProfit: closed?.realisedProfit,
        margin: '0',
      });
      expect(previewed.opening).toMatchObject({
        side: opened?.side,
        lots: 10,
        price: open,
        margin: opened?.margin,
        fee: opened?.fee,
        marginMode,
        balanceBefore: previewed.closing.balanceAfter,
        balanceAfter: (await world.balances(user)).contract,
      });
      const [figures] = (await world.get(ListFutures).open({ userId: user, demo: false })).figures;
      expect(previewed.opening.liquidationPriceAfter).toBe(figures?.liquidationPrice);
      // Events of one transaction: the close, then the opening.
      const events = (await world.events(user)).slice(-6);
      expect(events.map(({ kind }) => kind)).toEqual([
        'position',
        'balance',
        'balance',
        'position',
        'balance',
        'balance',
      ]);
      expect(events[0]?.payload).toMatchObject({ positionId, status: 3, fill: { lots: 10, price: close } });
      expect(events[3]?.payload).toMatchObject({ positionId: opened?.positionId, status: 1, fill: null });
    },
  );

  it('both take of the book, the second where the first ends: together what one order of all lots costs', async () => {
    const bids: [string, string][] = [
      ['60000', '0.08'],
      ['59900', '0.05'],
      ['59800', '10'],
    ];
    const asks: [string, string][] = [['60001', '100']];
    const { user, positionId } = await holder({}, '5000');
    world.price('60000', { bids, asks });
    await reverse(user, positionId);
    const [opened, closed] = await world.rows(user);
    // 0.08 at 60,000 and 0.02 at 59,900; then 0.03 at 59,900 and 0.07 at 59,800; the spread of 5 is taken off each.
    expect([closed?.closePrice, opened?.entryPrice]).toEqual(['59975', '59825']);
    const taken: unknown[] = await world.source.query(
      `select trim_scale(price)::text as price, trim_scale(taken)::text as taken from taken_depth
        where side = 'sell' order by price desc`,
    );
    expect(taken).toEqual([
      { price: '60000', taken: '0.08' },
      { price: '59900', taken: '0.05' },
      { price: '59800', taken: '0.07' },
    ]);
    // One order of twenty lots has the mean of the two.
    await world.source.query('delete from taken_depth');
    const other = await world.user('5000');
    await world.open(other, { side: 'short', lots: 20 });
    const [whole] = await world.rows(other);
    expect(whole?.entryPrice).toBe(new Decimal('59975').plus('59825').dividedBy(2).toFixed());
  });

  it('goes by what is there for both, and says that closing is possible where it is for one alone', async () => {
    const { user, positionId } = await holder();
    world.price('60000', { bids: [['60000', '0.15']], asks: [['60001', '100']] });
    expect(await words(reverse(user, positionId))).toEqual([
      'futures.too-large',
      'Not reversed, nothing was closed; closing alone is still possible. The book does not hold this many lots right now',
    ]);
    expect(shown(await world.rows(user))).toEqual(UNCHANGED);
    expect(await world.source.query('select from taken_depth where side = $1', ['sell'])).toEqual([]);
    await world.close1(user, positionId);
  });

  it('takes stops and what waits to close along, and leaves other rows of the side', async () => {
    const { user, positionId } = await holder({ takeProfit: '70000' });
    await world.open(user, { lots: 2, marginMode: 'isolated' });
    await world.get(ClosingOrders).place({ userId: user, positionId, lots: 4, price: '61000', key: aKey() });
    await reverse(user, positionId);
    const rows = await world.rows(user);
    expect(shown(rows)).toEqual([
      ['short', 1, 10, 10],
      ['long', 1, 2, 2],
      ['long', 3, 0, 10],
    ]);
    expect(rows[0]).toMatchObject({ takeProfit: null, closings: [] });
    expect(
      await world.source.query('select status, reason from futures_closing_order where position_id = $1', [positionId]),
    ).toEqual([{ status: 'cancelled', reason: 'position-closed' }]);
  });

  it('of demo money changes demo money alone', async () => {
    const { user, positionId } = await holder({ demo: true });
    await reverse(user, positionId);
    expect(shown(await world.rows(user, true))).toEqual(REVERSED);
    expect(await world.rows(user)).toEqual([]);
  });

  it('the same key is one reversal, and another body of it is refused', async () => {
    const { user, positionId } = await holder();
    const key = aKey();
    for (let times = 0; times < 3; times += 1) await reverse(user, positionId, null, key);
    expect(shown(await world.rows(user))).toEqual(REVERSED);
    const { positionId: other } = await world.open(user, { lots: 1 });
    expect(await outcome(reverse(user, other, null, key))).toBe('request.key-reused');
  });
});

describe('where the other side cannot be opened nothing is closed', () => {
  it.each<[string, (user: string) => unknown, string]>([
    [
      'the book is in cancel-only',
      () => world.source.query(`update trading_mode set mode = 'cancel-only'`),
      'ledger.cancel-only',
    ],
    [
      'the user takes a break',
      (user) => world.get(TakeBreak).execute(user, { span: '1-day', fundPassword: '' }, CALLER),
      'limits.break',
    ],
    ['no book says what the lots cost', () => world.price('60000', { bids: [], asks: [] }), 'market.no-book'],
    [
      'the leverage is not offered any more',
      () => world.source.query(`update futures_product set leverages = '{1,2,3,5}' where market_id = $1`, [BTC_MARKET]),
      'futures.leverage',
    ],
    [
      'the market has no room',
      () => world.source.query('update futures_product set open_lots_max = 1 where market_id = $1', [BTC_MARKET]),
      'futures.no-room',
    ],
    ['the country lets nobody open contracts', () => contracts('closing-only'), 'country.closing-only'],
  ])('because %s', async (_name, change, code) => {
    const { user, positionId } = await holder();
    const [product] = await world.source.query(
      'select leverages, open_lots_max from futures_product where market_id = $1',
      [BTC_MARKET],
    );
    try {
      await change(user);
      const [said, message] = await words(reverse(user, positionId));
      expect(said).toBe(code);
      expect(message).toMatch(/^Not reversed, nothing was closed; closing alone is still possible\. ./);
      expect(shown(await world.rows(user))).toEqual(UNCHANGED);
      expect(await outcome(world.close1(user, positionId))).toBe('done');
    } finally {
      await world.source.query('update futures_product set leverages = $2, open_lots_max = $3 where market_id = $1', [
        BTC_MARKET,
        product.leverages,
        product.open_lots_max,
      ]);
      await contracts('allowed').catch(() => undefined);
    }
  });

  it('because the money that closing leaves does not suffice; the preview shows it below zero', async () => {
    const { user, positionId } = await holder({}, '610');
    world.price('59000');
    const { opening } = await preview(user, positionId);
    expect(opening.balanceAfter.startsWith('-')).toBe(true);
    const [code, message] = await words(reverse(user, positionId));
    expect(code).toBe('ledger.insufficient-balance');
    expect(message).toMatch(/closing alone is still possible/);
    expect(shown(await world.rows(user))).toEqual(UNCHANGED);
  });

  it('but what closing sets free pays for the other side', async () => {
    const { user, positionId } = await holder({}, '620');
    expect(await world.balances(user)).toMatchObject({ contract: '16.94975' });
    await reverse(user, positionId);
    expect(shown(await world.rows(user))).toEqual(REVERSED);
  });

  it('because the price is worse than it may be, for the side that opens', async () => {
    const { user, positionId } = await holder();
    expect((await words(reverse(user, positionId, '59996')))[0]).toBe('futures.price-moved');
    expect(await outcome(reverse(user, positionId, '59995'))).toBe('done');
  });

  it('because a limit on losses is reached by the loss of closing, and not before', async () => {
    const { user, positionId } = await holder();
    await world.get(SetOwnLimit).execute({ userId: user, kind: 'loss', period: 'day', amount: '50', caller: CALLER });
    // Fees alone are lost so far: an order is taken.
    expect(await outcome(world.submit(user, { lots: 1, side: 'short' }))).toBe('done');
    world.price('59000');
    const [code] = await words(reverse(user, positionId));
    expect(code).toBe('limits.loss');
    expect(await world.row(user, positionId)).toMatchObject({ status: 1, lots: 10 });
    // Without a loss it is done.
    world.price('60100');
    expect(await outcome(reverse(user, positionId))).toBe('done');
  });

  it('and what cannot even be closed says nothing of closing', async () => {
    const { user, positionId } = await holder();
    await world.halt('maintenance');
    expect(await words(reverse(user, positionId))).toEqual([
      'market.halted',
      expect.not.stringMatching(/closing alone/),
    ]);
    await world.halt(null);
    expect(await outcome(reverse(await world.user(), positionId))).toBe('futures.not-found');
    const { positionId: pending } = await world.open(user, { isLimit: true, limitPrice: '50000', lots: 1 });
    expect(await outcome(reverse(user, pending))).toBe('futures.not-open');
    await world.close1(user, positionId);
    expect(await words(reverse(user, positionId))).toEqual(['futures.not-open', 'This position is no longer open']);
  });
});

describe('of two who are at it at the same time', () => {
  it('twice by different keys it is reversed once', async () => {
    for (let times = 0; times < 10; times += 1) {
      const { user, positionId } = await holder();
      const both = await Promise.all([1, 2].map(() => outcome(reverse(user, positionId))));
      expect(both.sort()).toEqual(['done', 'futures.not-open']);
      expect(shown(await world.rows(user))).toEqual(REVERSED);
      world.refresh();
    }
  });

  it('a close by hand or a part of it has the lots, or the reversal has', async () => {
    for (const lots of [10, 4]) {
      for (let times = 0; times < 5; times += 1) {
        const { user, positionId } = await holder();
        await Promise.allSettled([reverse(user, positionId), world.close1(user, positionId, { lots })]);
        const rows = await world.rows(user);
        const open = rows.filter(({ status }) => status === 1).map(({ side, lots: held }) => [side, held]);
        // Either the reversal came first and the close found nothing, or it reversed what the close left.
        expect([[], [['short', 10]], [['short', 6]]]).toContainEqual(open);
        world.refresh();
      }
    }
  });

  it('a limit that closes has them or the reversal has', async () => {
    for (const first of [0, 1]) {
      const { user, positionId } = await holder();
      await world.get(ClosingOrders).place({ userId: user, positionId, lots: null, price: '61000', key: aKey() });
      world.price('61005');
      const commands = [() => reverse(user, positionId), () => world.get(FillClosings).execute([BTC_MARKET])];
      const results = await heldBack(world.source, [user], first === 0 ? commands : commands.toReversed());
      const isReversed = outcomesOf(results)[first] === 'done';
      expect(shown(await world.rows(user))).toEqual(isReversed ? REVERSED : [['long', 3, 0, 10]]);
      world.price('60000');
    }
  });

  it('a liquidation has them or the reversal has', async () => {
    for (const first of [0, 1]) {
      const { user, positionId } = await holder({ leverage: 50 });
      world.price('58900');
      const commands = [() => reverse(user, positionId), () => worker.price('58900', {}, 3)];
      const results = await heldBack(world.source, [user], first === 0 ? commands : commands.toReversed());
      const isReversed = outcomesOf(results)[first] === 'done';
      const { closedAs } = await world.row(user, positionId);
      expect(closedAs).toBe(isReversed ? 'closed' : 'liquidated');
      expect((await world.rows(user)).length).toBe(isReversed ? 2 : 1);
      await worker.price('60000', {}, 3);
    }
  });

  it('longs and shorts of many users reverse against each other without waiting in a circle', async () => {
    const before = await deadlocks();
    const all = await Promise.all(
      Array.from({ length: 24 }, (_, place) => holder({ side: place % 2 === 0 ? 'long' : 'short', lots: 2 })),
    );
    for (let round = 0; round < 3; round += 1) {
      world.refresh();
      const outcomes = await Promise.all(
        all.map(async ({ user }) => {
          const [open] = (await world.rows(user)).filter(({ status }) => status === 1);
          return outcome(reverse(user, open?.positionId ?? ''));
        }),
      );
      expect(new Set(outcomes)).toEqual(new Set(['done']));
    }
    expect(await deadlocks()).toBe(before);
  });
});

const deadlocks = async (): Promise<string> => {
  const [{ deadlocks: count }] = await world.source.query(
    'select deadlocks::text from pg_stat_database where datname = current_database()',
  );
  return count;
};
