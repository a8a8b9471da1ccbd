import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import type { DataSource } from 'typeorm';
import { Decimal } from '../../../contract/decimal.js';
import { dueDays, interestOf, redeem, utcDay } from '../../../contract/rules/trust.rules.js';
import { Config } from '../../../platform/config/config.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { IdempotencyStore } from '../../../platform/idempotency/idempotency.store.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { bootApp, type TestApp } from '../../../test/app.js';
import { closeInOrder } from '../../../test/books-in-order.js';
import { inTurn } from '../../../test/factories/held-back.js';
import { aUserId, fund, USDT } from '../../../test/factories/ledger.js';
import { FakeClock } from '../../../test/fakes/fake-clock.js';
import { Ledger } from '../../wallet/ledger/index.js';
import { violationsOf } from '../../../test/factories/books.js';
import { BuyTrustProduct } from './buy-trust-product.js';
import { PreviewTrustOrder } from './preview-trust-order.js';
import { QuoteRedemption } from './quote-redemption.js';
import { RedeemTrustOrder } from './redeem-trust-order.js';
import { SweepTrustOrders } from './sweep-trust-orders.js';
import { TrustHistoryStore } from './trust-history.store.js';
import { type TrustOrder, TrustStore } from './trust.store.js';

const DAY_MS = 86_400_000;
/** The evening before a leap day, so that days are counted over it. */
const START = Date.UTC(2028, 1, 27, 20, 30);

let app: TestApp;
let source: DataSource;
/** With the rights of who serves: for what the product does. */
let serving: DataSource;
let store: TrustStore;
let history: TrustHistoryStore;
let clock: FakeClock;
let buy: BuyTrustProduct;
let previews: PreviewTrustOrder;
let quotes: QuoteRedemption;
let redemptions: RedeemTrustOrder;
let sweep: SweepTrustOrders;
let commands: IdempotentCommands;
let outbox: Outbox;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent' });
  const of = <Thing>(token: abstract new (...given: never[]) => Thing): Thing => app.application.get(token);
  source = app.owner;
  serving = app.serving;
  store = of(TrustStore);
  history = of(TrustHistoryStore);
  clock = new FakeClock(START);
  outbox = of(Outbox);
  commands = new IdempotentCommands(of(Transactions), new IdempotencyStore(serving), clock, of(Config));
  buy = new BuyTrustProduct(store, commands, outbox);
  previews = new PreviewTrustOrder(store, of(Ledger), clock);
  quotes = new QuoteRedemption(store, clock);
  redemptions = new RedeemTrustOrder(store, commands, outbox, clock);
  sweep = new SweepTrustOrders(store, of(Transactions), outbox, clock, of(Metrics));
});

beforeEach(() => clock.set(START));

afterEach(async () => {
  // No order of a test is due in the next one.
  clock.set(START + 4000 * DAY_MS);
  for (let rounds = 0; rounds < 400; rounds += 1) if ((await sweep.execute()).accrued === 0) break;
});

afterAll(() => closeInOrder(app, ['T01', 'T02', 'T03', 'T04', 'T05', 'T06']));

async function productId(code: string): Promise<number> {
  const rows: { id: number }[] = await source.query('select id from trust_product where code = $1', [code]);
  return rows[0]?.id as number;
}

/** A product in USDT for thirty days. */
async function aProduct(code: string, { dailyRatio, rule }: { dailyRatio: string; rule: string }): Promise<void> {
  await source.query(
    `insert into trust_product (code, currency_id, term_days, minimum, daily_ratio, redemption_rule, yield_source, created_at)
     values ($1, $2, 30, 1, $3, $4, 'treasury', now())`,
    [code, USDT, dailyRatio, rule],
  );
}

async function aRichUser(demo = false): Promise<string> {
  const user = await aUserId(source);
  await fund(source, user, '100000', { demo });
  return user;
}

async function anOrder(code: string, amount: string, demo = false): Promise<{ user: string; order: TrustOrder }> {
  const user = await aRichUser(demo);
  await purchase(user, code, amount, demo);
  const { orders } = await history.orders({ userId: user, demo, states: ['custody'], page: 1, limit: 1 });
  return { user, order: orders[0] as TrustOrder };
}

async function purchase(userId: string, code: string, amount: string, demo = false, key: string | null = null) {
  return buy.execute({ userId, productId: await productId(code), demo, amount, agreed: true, key });
}

/** By somebody who was shown this interest of a day. */
async function purchaseAt(worstDailyRatio: string, userId: string, code: string, key: string | null = null) {
  const wish = { userId, productId: await productId(code), demo: false, amount: '1000', worstDailyRatio };
  return buy.execute({ ...wish, agreed: true, key });
}

async function balances(userId: string, demo = false): Promise<Record<string, string>> {
  const rows = await app.application.get(Ledger).balancesOf(userId, demo);
  return Object.fromEntries(
    rows.filter(({ currencyId }) => currencyId === USDT).map(({ kind, balance }) => [kind, balance]),
  );
}

const accruals = async (id: string) => (await history.accruals(id)).reverse();
const refusal = (code: string) => expect.objectContaining({ code });

describe('buying', () => {
  it('locks money of the spot account and tells the user', async () => {
    const { user, order } = await anOrder('usdt-15', '10000');
    expect(await balances(user)).toEqual({ spot: '90000', trust_frozen: '10000' });
    expect(order).toMatchObject({ dailyInterest: '40', startDay: '2028-02-27', state: 'custody', termDays: 15 });
    const events = await source.query('select kind, payload from outbox where user_id = $1 order by sequence', [user]);
    expect(events.map(({ kind }: { kind: string }) => kind)).toEqual(['trust', 'balance', 'balance']);
    expect(events[0].payload).toMatchObject({ orderId: order.id, state: 'custody', principal: '10000' });
    const [journal] = await source.query(
      `select id from ledger_journal where reason = 'trust.buy' and reference = $1`,
      [order.id],
    );
    expect(events.slice(1).map(({ payload }: { payload: object }) => payload)).toEqual([
      expect.objectContaining({ account: 'spot', delta: '-10000', after: '90000', journalId: journal.id }),
      expect.objectContaining({ account: 'trust_frozen', delta: '10000', after: '10000', journalId: journal.id }),
    ]);
  });

  it('does it once for one key', async () => {
    const user = await aRichUser();
    await Promise.all([1, 2, 3].map(() => purchase(user, 'usdt-15', '2000', false, 'same-key-1')));
    expect(await balances(user)).toEqual({ spot: '98000', trust_frozen: '2000' });
  });

  it.each([
    ['999', 'trust.below-minimum'],
    ['1000000.1', 'trust.above-maximum'],
    ['100001', 'ledger.insufficient-balance'],
    ['1000.0000000001', 'ledger.too-many-decimals'],
    ['1e4', 'request.invalid'],
    ['-5', 'request.invalid'],
  ])('refuses %s: %s, and moves nothing', async (amount, code) => {
    const user = await aRichUser();
    await expect(purchase(user, 'usdt-15', amount)).rejects.toEqual(refusal(code));
    expect(await balances(user)).toEqual({ spot: '100000' });
  });

  it('refuses what is not offered, and who does not agree', async () => {
    const user = await aRichUser();
    const order = { userId: user, demo: false, amount: '1000', key: null };
    await expect(buy.execute({ ...order, productId: 99_999, agreed: true })).rejects.toEqual(
      refusal('trust.not-offered'),
    );
    await expect(buy.execute({ ...order, productId: 1, agreed: false })).rejects.toEqual(refusal('trust.agreement'));
  });

  it('keeps that the user agreed, for good, and that a client did not say', async () => {
    const user = await aRichUser();
    const order = { userId: user, demo: false, amount: '1000', productId: await productId('usdt-15') };
    for (const [agreed, key] of [
      [true, 'said-1'],
      [undefined, 'said-nothing'],
    ] as const)
      await buy.execute({ ...order, agreed, key });
    const agreements = () =>
      source.query('select agreed_at, created_at from trust_order where user_id = $1 order by id', [user]);
    const [said, silent] = await agreements();
    expect([said.agreed_at, silent.agreed_at]).toEqual([said.created_at, null]);
    for (const change of ['agreed_at = now()', 'agreed_at = null'])
      await expect(source.query(`update trust_order set ${change} where user_id = $1`, [user])).rejects.toThrow();
    expect(await agreements()).toEqual([said, silent]);
  });

  it('never sells more than the quota, however many buy at once', async () => {
    await source.query(
      `insert into trust_product (code, currency_id, term_days, minimum, daily_ratio, quota, redemption_rule, yield_source, created_at)
       values ('scarce', 3, 10, 1, 0.001, 1000, 'fixed-fee', 'house', now())`,
    );
    const users = await Promise.all(Array.from({ length: 8 }, () => aRichUser()));
    const outcomes = await Promise.allSettled(users.map((user) => purchase(user, 'scarce', '300')));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toEqual(refusal('trust.sold-out'));
    }
  });

  it.each([
    ['99.99999999', '999.99999999', 'done'],
    ['100', '1000', 'done'],
    ['100.00000001', '1000.00000001', 'trust.sold-out'],
  ])('of %s beside 900, and of %s alone, is by a quota of 1,000: %s', async (beside, alone, outcome) => {
    for (const [place, amounts] of [['900', beside], [alone]].entries()) {
      const code = `quota-${place}-${amounts.at(-1)?.replace('.', '-')}`;
      await source.query(
        `insert into trust_product (code, currency_id, term_days, minimum, daily_ratio, quota, redemption_rule, yield_source, created_at)
         values ($1, 3, 10, 1, 0.001, 1000, 'fixed-fee', 'house', now())`,
        [code],
      );
      const tries = amounts.map((amount) => async () => purchase(await aRichUser(), code, amount as string));
      expect(await inTurn(tries)).toEqual(amounts.length === 1 ? [outcome] : ['done', outcome]);
    }
  });

  it('says what is left of a quota, and that there is none where there is none', async () => {
    await anOrder('usdt-15', '1000');
    const left = async (code: string) => (await store.product(await productId(code), false))?.quotaLeft;
    expect(Number(await left('usdt-15'))).toBeLessThanOrEqual(10_000_000 - 1000);
    expect(await left('usdt-7')).toBeNull();
    await anOrder('usdt-7', '100');
    expect(await left('usdt-7')).toBeNull();
  });

  it('counts what is left of a quota in each book by itself, as a preview does', async () => {
    await source.query(
      `insert into trust_product (code, currency_id, term_days, minimum, daily_ratio, quota, redemption_rule, yield_source, created_at)
       values ('two-books', 3, 10, 1, 0.001, 1000, 'fixed-fee', 'house', now())`,
    );
    const id = await productId('two-books');
    const left = async () => [(await store.product(id, false))?.quotaLeft, (await store.product(id, true))?.quotaLeft];
    const preview = (userId: string, amount: string, demo: boolean) =>
      previews.execute({ userId, productId: id, amount, demo });
    const { user } = await anOrder('two-books', '900');
    await fund(source, user, '100000', { demo: true });
    expect(await left()).toEqual(['100', '1000']);
    await expect(preview(user, '101', false)).rejects.toEqual(refusal('trust.sold-out'));
    expect((await preview(user, '1000', true)).product.quotaLeft).toBe('1000');
    await purchase(user, 'two-books', '950', true);
    expect(await left()).toEqual(['100', '50']);
    await expect(preview(user, '51', true)).rejects.toEqual(refusal('trust.sold-out'));
    expect((await preview(user, '100', false)).product.quotaLeft).toBe('100');
  });

  it('is refused where the interest is lower by now than the one that was shown, and a better one is taken', async () => {
    await aProduct('lowered', { dailyRatio: '0.004', rule: 'remaining-days' });
    const pay = (ratio: string) =>
      source.query(`update trust_product set daily_ratio = $1 where code = 'lowered'`, [ratio]);
    const user = await aRichUser();
    await purchaseAt('0.004', user, 'lowered', 'shown-before-1');
    await pay('0.003');
    const lowered = expect.objectContaining({ code: 'trust.rate-lowered', parameters: { percent: '0.3' } });
    await expect(purchaseAt('0.004', user, 'lowered')).rejects.toEqual(lowered);
    await expect(purchaseAt('0.00300001', user, 'lowered')).rejects.toEqual(lowered);
    const asked = { userId: user, productId: await productId('lowered'), demo: false, amount: '1000' };
    await expect(previews.execute({ ...asked, worstDailyRatio: '0.004' })).rejects.toEqual(lowered);
    // What was taken before is not refused to a repetition.
    await purchaseAt('0.004', user, 'lowered', 'shown-before-1');
    expect(await balances(user)).toEqual({ spot: '99000', trust_frozen: '1000' });
    await purchaseAt('0.0030', user, 'lowered');
    await pay('0.005');
    await purchaseAt('0.004', user, 'lowered');
    await purchase(user, 'lowered', '1000');
    const { orders } = await history.orders({ userId: user, demo: false, states: ['custody'], page: 1, limit: 9 });
    expect(orders.map(({ dailyRatio }) => dailyRatio)).toEqual(['0.005', '0.005', '0.003', '0.004']);
  });

  it('keeps demo money apart from real money', async () => {
    const { user } = await anOrder('usdt-15', '1000', true);
    expect(await balances(user, true)).toEqual({ spot: '99000', trust_frozen: '1000' });
    expect(await balances(user)).toEqual({});
    clock.advance(2 * DAY_MS);
    await sweep.execute();
    expect(await balances(user, true)).toEqual({ spot: '99000', trust_frozen: '1004' });
  });
});

describe('money of the trust account', () => {
  /** Somebody with 100,000 on the spot account and so much on the trust account. */
  async function withTrust(amount: string, demo = false): Promise<string> {
    const user = await aRichUser(demo);
    await fund(source, user, amount, { kind: 'trust', demo });
    return user;
  }

  async function newest(userId: string, demo = false): Promise<TrustOrder> {
    const states = ['custody', 'completed', 'redeemed'] as const;
    const { orders } = await history.orders({ userId, demo, states, page: 1, limit: 1 });
    return orders[0] as TrustOrder;
  }

  it('pays first, and gets everything back at term when it paid for everything', async () => {
    const user = await withTrust('10000');
    await purchase(user, 'usdt-15', '10000');
    expect(await balances(user)).toEqual({ spot: '100000', trust: '0', trust_frozen: '10000' });
    expect(await newest(user)).toMatchObject({ principal: '10000', fromTrust: '10000' });
    const events = await source.query('select kind, payload from outbox where user_id = $1 order by sequence', [user]);
    expect(events.slice(1).map(({ payload }: { payload: { account: string; after: string } }) => payload)).toEqual([
      expect.objectContaining({ account: 'trust', delta: '-10000', after: '0' }),
      expect.objectContaining({ account: 'trust_frozen', delta: '10000', after: '10000' }),
    ]);
    clock.advance(17 * DAY_MS);
    await sweep.execute();
    expect(await balances(user)).toEqual({ spot: '100000', trust: '10600', trust_frozen: '0' });
  });

  it('is joined by spot where it is short, and each gets back its share of principal and interest', async () => {
    const user = await withTrust('250');
    await purchase(user, 'usdt-15', '1000');
    expect(await balances(user)).toEqual({ spot: '99250', trust: '0', trust_frozen: '1000' });
    expect(await newest(user)).toMatchObject({ fromTrust: '250' });
    clock.advance(17 * DAY_MS);
    await sweep.execute();
    // 1,060 in all: a quarter and three quarters.
    expect(await balances(user)).toEqual({ spot: '100045', trust: '265', trust_frozen: '0' });
  });

  it('is told before: a preview says both balances and what they would be', async () => {
    const user = await withTrust('250');
    const preview = { userId: user, productId: await productId('usdt-15'), demo: false };
    expect(await previews.execute({ ...preview, amount: '1000' })).toMatchObject({
      balance: '100000',
      balanceAfter: '99250',
      trustBalance: '250',
      trustBalanceAfter: '0',
    });
    await purchase(user, 'usdt-15', '2000');
    await expect(previews.execute({ ...preview, amount: '98250.01' })).rejects.toEqual(
      refusal('ledger.insufficient-balance'),
    );
  });

  it('comes back with its share of an early redemption, as its quote says', async () => {
    const user = await withTrust('333.33333333');
    await purchase(user, 'usdt-15', '1000');
    clock.advance(13 * DAY_MS);
    await sweep.execute();
    const { id } = await newest(user);
    const quote = await quotes.execute(user, id);
    // 1,036 x 333.33333333 / 1,000 = 345.33333332988, cut to eight decimals; the rest is spot's.
    expect(quote).toMatchObject({ net: '1036', toTrust: '345.33333332', toSpot: '690.66666668' });
    await redemptions.execute({ userId: user, orderId: id, quoteId: quote.quoteId, key: 'once-of-two' });
    await redemptions.execute({ userId: user, orderId: id, quoteId: quote.quoteId, key: 'once-of-two' });
    const spot = new Decimal('100000').minus('666.66666667').plus(quote.toSpot).toFixed();
    expect(await balances(user)).toEqual({ spot, trust: quote.toTrust, trust_frozen: '0' });
  });

  it('is taken once for one key, and not at all where both together are too little', async () => {
    const user = await withTrust('1500');
    await Promise.all([1, 2, 3].map(() => purchase(user, 'usdt-15', '2000', false, 'same-key-2')));
    expect(await balances(user)).toEqual({ spot: '99500', trust: '0', trust_frozen: '2000' });
    const poor = await withTrust('1500');
    await expect(purchase(poor, 'usdt-15', '101500.01')).rejects.toEqual(refusal('ledger.insufficient-balance'));
    expect(await balances(poor)).toEqual({ spot: '100000', trust: '1500' });
  });

  it('stays where it is when a purchase fails half-way', async () => {
    const user = await withTrust('1500');
    await source.query(
      `insert into trust_product (code, currency_id, term_days, minimum, daily_ratio, quota, redemption_rule, yield_source, created_at)
       values ('nearly-gone', $1, 10, 1, 0.001, 1900, 'fixed-fee', 'house', now())`,
      [USDT],
    );
    // The quota is the last thing that is looked at: the money has moved by then, and all of it is undone.
    await expect(purchase(user, 'nearly-gone', '2000')).rejects.toEqual(refusal('trust.sold-out'));
    expect(await balances(user)).toEqual({ spot: '100000', trust: '1500' });
  });

  it('of the demo pays for the demo alone', async () => {
    const user = await withTrust('1500', true);
    await fund(source, user, '5000');
    await purchase(user, 'usdt-15', '2000');
    expect(await balances(user)).toEqual({ spot: '3000', trust_frozen: '2000' });
    await purchase(user, 'usdt-15', '2000', true);
    expect(await balances(user, true)).toEqual({ spot: '99500', trust: '0', trust_frozen: '2000' });
  });

  it('and of spot are a term of the order: it is never changed', async () => {
    const user = await withTrust('1500');
    await purchase(user, 'usdt-15', '2000');
    const { id } = await newest(user);
    await expect(source.query('update trust_order set from_trust = 0 where id = $1', [id])).rejects.toThrow();
  });
});

describe('interest', () => {
  it('of the day after is booked when that day is over, and returns with the principal at term: 40 a day, 600 in all', async () => {
    const { user, order } = await anOrder('usdt-15', '10000');
    await sweep.execute();
    expect(await accruals(order.id)).toEqual([]);
    clock.set(Date.UTC(2028, 1, 29) - 1);
    await sweep.execute();
    expect(await accruals(order.id)).toEqual([]);
    clock.set(Date.UTC(2028, 1, 29));
    await sweep.execute();
    await sweep.execute();
    expect(await accruals(order.id)).toEqual([{ day: '2028-02-28', amount: '40' }]);
    expect(await balances(user)).toEqual({ spot: '90000', trust_frozen: '10040' });
    clock.set(Date.UTC(2028, 2, 14) - 1);
    await sweep.execute();
    expect(await store.order(user, order.id)).toMatchObject({ state: 'custody', accruedDays: 14 });
    clock.set(Date.UTC(2028, 2, 14));
    await sweep.execute();
    const days = await accruals(order.id);
    expect(days).toHaveLength(15);
    expect(days.map(({ day }) => day)).toEqual(expect.arrayContaining(['2028-02-29', '2028-03-01', '2028-03-13']));
    expect(await balances(user)).toEqual({ spot: '100600', trust_frozen: '0' });
    expect(await store.order(user, order.id)).toMatchObject({ state: 'completed', income: '600', penalty: '0' });
  });

  it('that was booked before its day was over is found by when the database says it was', async () => {
    const { order } = await anOrder('usdt-15', '1000');
    clock.advance(2 * DAY_MS);
    await sweep.execute();
    const runner = source.createQueryRunner();
    await runner.startTransaction();
    try {
      expect(await violationsOf(runner.manager, 'T01')).toEqual([]);
      await runner.query('set local session_replication_role = replica');
      await runner.query(
        `update trust_accrual_batch set booked_at = booked_at - interval '1 day'
          where id = (select batch_id from trust_accrual where order_id = $1)`,
        [order.id],
      );
      expect(await violationsOf(runner.manager, 'T01')).toEqual([expect.objectContaining({ id: order.id })]);
    } finally {
      await runner.rollbackTransaction();
      await runner.release();
    }
  });

  it('is none for money that came ten seconds before midnight and goes ten seconds after it', async () => {
    clock.set(Date.UTC(2028, 1, 28) - 10_000);
    const { user, order } = await anOrder('usdt-90', '100000');
    clock.advance(20_000);
    await sweep.execute();
    expect(await accruals(order.id)).toEqual([]);
    await redemptions.execute({ userId: user, orderId: order.id, quoteId: null, key: null });
    expect(await balances(user)).toEqual({ spot: '100000', trust_frozen: '0' });
  });

  it('catches up every day that was missed, each once, with several sweeps at a time', async () => {
    const orders = await Promise.all(Array.from({ length: 6 }, () => anOrder('usdt-30', '1000')));
    clock.advance(10 * DAY_MS);
    await Promise.all([sweep.execute(), sweep.execute(), sweep.execute()]);
    for (const { user, order } of orders) {
      expect(await accruals(order.id)).toHaveLength(9);
      expect(await balances(user)).toEqual({ spot: '99000', trust_frozen: '1007.2' });
    }
  });

  it('passes over an order that somebody has, takes the others, and says how late it is', async () => {
    const [held, free] = [await anOrder('usdt-30', '1000'), await anOrder('usdt-30', '1000')];
    const days = async (user: string, id: string) => (await store.order(user, id))?.accruedDays;
    const lag = async () => (await app.application.get(Metrics).trustLagDays.get()).values[0]?.value;
    clock.advance(2 * DAY_MS);
    await source.transaction(async (tx) => {
      await tx.query('select from trust_order where id = $1 for no key update', [held.order.id]);
      expect(await sweep.execute()).toMatchObject({ accrued: 1, completed: 0 });
      expect(await days(free.user, free.order.id)).toBe(1);
      expect(await days(held.user, held.order.id)).toBe(0);
      expect(await lag()).toBe(1);
    });
    await sweep.execute();
    expect(await days(held.user, held.order.id)).toBe(1);
    expect(await days(free.user, free.order.id)).toBe(1);
    expect(await lag()).toBe(0);
  });

  it('is as late as the oldest day that is not booked', async () => {
    await anOrder('usdt-30', '1000');
    clock.advance(DAY_MS);
    await anOrder('usdt-30', '1000');
    clock.advance(2 * DAY_MS);
    // On 1 March the first order lacks 28 February, the second the 29th.
    expect(await store.lagDays(utcDay(clock.now()))).toBe(2);
    await sweep.execute();
    expect(await store.lagDays(utcDay(clock.now()))).toBe(0);
  });

  it('of none is booked day by day, moves no money and tells nobody', async () => {
    await aProduct('usdt-still', { dailyRatio: '0', rule: 'fixed-fee' });
    const { user, order } = await anOrder('usdt-still', '1000');
    const before = await balances(user);
    clock.advance(3 * DAY_MS);
    const swept = () => serving.transaction((tx) => store.accrue(tx, 100, new Date(clock.now())));
    expect(await swept()).toEqual({ orders: 1, userIds: [] });
    expect(await swept()).toEqual({ orders: 1, userIds: [] });
    expect((await accruals(order.id)).map(({ amount }) => amount)).toEqual(['0', '0']);
    expect(await store.order(user, order.id)).toMatchObject({ accruedDays: 2, income: '0' });
    expect(await balances(user)).toEqual(before);
  });

  it('and what is ripe are booked for so many orders at a time, the oldest first', async () => {
    const orders = [await anOrder('usdt-7', '1000'), await anOrder('usdt-7', '1000'), await anOrder('usdt-7', '1000')];
    const states = () => Promise.all(orders.map(async ({ user, order }) => (await store.order(user, order.id))?.state));
    const booked = () => Promise.all(orders.map(async ({ order }) => (await accruals(order.id)).length));
    const run = (step: 'accrue' | 'complete', limit: number) =>
      serving.transaction(async (tx) => (await store[step](tx, limit, new Date(clock.now()))).orders);
    clock.advance(2 * DAY_MS);
    expect([await run('accrue', 2), await booked()]).toEqual([2, [1, 1, 0]]);
    expect([await run('accrue', 2), await booked()]).toEqual([1, [1, 1, 1]]);
    clock.advance(6 * DAY_MS);
    while ((await run('accrue', 100)) > 0);
    expect([await run('complete', 2), await states()]).toEqual([2, ['completed', 'completed', 'custody']]);
    expect([await run('complete', 2), await states()]).toEqual([1, ['completed', 'completed', 'completed']]);
  });

  it('and principal that the books know as paid are not paid again, and the order is named', async () => {
    const { user, order } = await anOrder('usdt-7', '1000');
    clock.advance(9 * DAY_MS);
    const at = new Date(clock.now());
    // All of it is undone: such books are in no order.
    const paidBefore = source.transaction(async (tx) => {
      while ((await store.accrue(tx, 100, at)).orders > 0);
      await tx.query(
        `select ledger_post('trust.complete', $1, $2, false, array[$3::bigint, $3], array['trust_frozen', 'spot'],
           array_fill($4::integer, array[2]), array[-1003.5, 1003.5], array[concat('trust-order:', $1::text), null])`,
        [order.id, at, user, USDT],
      );
      await store.complete(tx, 100, at);
    });
    await expect(paidBefore).rejects.toThrow(`trust.complete ${order.id} stands in the books already`);
    expect(await balances(user)).toEqual({ spot: '99000', trust_frozen: '1000' });
    await sweep.execute();
    expect(await balances(user)).toEqual({ spot: '100003.5', trust_frozen: '0' });
  });

  it('of an order that takes too long by itself holds up no other, nor what is ripe, and is an error of the sweep', async () => {
    const ripe = await anOrder('usdt-7', '1000');
    clock.advance(9 * DAY_MS);
    while ((await serving.transaction((tx) => store.accrue(tx, 100, new Date(clock.now())))).orders > 0);
    const [slow, other] = [await anOrder('usdt-7', '1000'), await anOrder('usdt-7', '1000')];
    clock.advance(2 * DAY_MS);
    class Slow extends TrustStore {
      override accrue(...given: Parameters<TrustStore['accrue']>) {
        const timeout = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
        return (given[3]?.includes(slow.order.id) ?? true) ? Promise.reject(timeout) : super.accrue(...given);
      }
    }
    const of = <Thing>(token: abstract new (...given: never[]) => Thing): Thing => app.application.get(token);
    const sweeping = new SweepTrustOrders(new Slow(serving), of(Transactions), outbox, clock, of(Metrics));
    await expect(sweeping.execute()).rejects.toThrow(`Row ${slow.order.id}: Error: canceling statement`);
    expect((await store.order(ripe.user, ripe.order.id))?.state).toBe('completed');
    expect(await accruals(other.order.id)).toHaveLength(1);
    expect(await accruals(slow.order.id)).toEqual([]);
    await sweep.execute();
    expect(await accruals(slow.order.id)).toHaveLength(1);
  });

  it('is announced to whom it came, at once', async () => {
    const users = [(await anOrder('usdt-7', '1000')).user, (await anOrder('usdt-7', '1000')).user];
    const announce = jest.spyOn(outbox, 'announce');
    clock.advance(2 * DAY_MS);
    await sweep.execute();
    const announcedUsers = announce.mock.calls.flatMap(([, userIds]) => userIds);
    announce.mockRestore();
    expect(announcedUsers.toSorted()).toEqual(users.toSorted());
  });

  it('leaves nothing of a batch that fails half-way', async () => {
    const { user, order } = await anOrder('usdt-15', '1000');
    clock.advance(2 * DAY_MS);
    const failing = serving.transaction(async (tx) => {
      await store.accrue(tx, 100, new Date(clock.now()));
      throw new Error('killed');
    });
    await expect(failing).rejects.toThrow('killed');
    expect(await accruals(order.id)).toEqual([]);
    expect(await balances(user)).toMatchObject({ trust_frozen: '1000' });
    await sweep.execute();
    expect(await accruals(order.id)).toHaveLength(1);
  });

  it('is never written twice, changed or taken back by anybody', async () => {
    const { order } = await anOrder('usdt-15', '1000');
    clock.advance(2 * DAY_MS);
    await sweep.execute();
    const tries = [
      `insert into trust_accrual select * from trust_accrual where order_id = ${order.id}`,
      `update trust_accrual set amount = 5 where order_id = ${order.id}`,
      `delete from trust_accrual where order_id = ${order.id}`,
      `update trust_order set daily_ratio = 0.9 where id = ${order.id}`,
      `update trust_order set accrued_days = 9, income = 36 where id = ${order.id}`,
      `update trust_order set income = income + 1 where id = ${order.id}`,
      `delete from trust_order where id = ${order.id}`,
    ];
    for (const statement of tries) await expect(source.query(statement)).rejects.toThrow();
  });
});

describe('early redemption', () => {
  it('of 1000 with 3 days left costs 12: 988 come back, and the interest so far', async () => {
    const { user, order } = await anOrder('usdt-15', '1000');
    clock.advance(13 * DAY_MS);
    await sweep.execute();
    const quote = await quotes.execute(user, order.id);
    expect(quote).toMatchObject({ penalty: '12', returned: '988', income: '48', net: '1036', remainingDays: 3 });
    await redemptions.execute({ userId: user, orderId: order.id, quoteId: quote.quoteId, key: 'redeem-key' });
    expect(await balances(user)).toEqual({ spot: '100036', trust_frozen: '0' });
    await redemptions.execute({ userId: user, orderId: order.id, quoteId: quote.quoteId, key: 'redeem-key' });
    expect(await balances(user)).toEqual({ spot: '100036', trust_frozen: '0' });
    expect(await store.order(user, order.id)).toMatchObject({ state: 'redeemed', penalty: '12' });
  });

  it('takes no order of which each day’s interest is cut to nothing, and says in the list what the least is', async () => {
    const unit = '0.00000001';
    for (const [code, dailyRatio, least] of [
      ['little-1', '0.0003', 3334],
      ['little-2', '0.00025', 4000],
    ] as const) {
      await source.query(
        `insert into trust_product (code, currency_id, term_days, minimum, daily_ratio, redemption_rule, yield_source, created_at)
         values ($1, $2, 30, 0.00000001, $3, 'none', 'treasury', now())`,
        [code, USDT, dailyRatio],
      );
      const minimum = new Decimal(least).times(unit).toFixed();
      const listed = await store.products({ currencyId: USDT, demo: false, page: 1, limit: 100 });
      expect(listed.find((product) => product.code === code)).toMatchObject({ minimum });
      const user = await aRichUser();
      const less = new Decimal(least - 1).times(unit).toFixed();
      const wish = { userId: user, productId: await productId(code), demo: false };
      const refused = { code: 'trust.below-minimum', parameters: { minimum } };
      await expect(previews.execute({ ...wish, amount: less })).rejects.toMatchObject(refused);
      await expect(purchase(user, code, less)).rejects.toMatchObject(refused);
      await purchase(user, code, minimum);
      const { orders } = await history.orders({ userId: user, demo: false, states: ['custody'], page: 1, limit: 1 });
      expect(orders[0]).toMatchObject({ dailyInterest: unit });
    }
  });

  it('refuses a quote that is over, one that a day came after, and one of another order', async () => {
    const { user, order } = await anOrder('usdt-15', '1000');
    const other = await anOrder('usdt-15', '1000');
    const send = (quoteId: string) => redemptions.execute({ userId: user, orderId: order.id, quoteId, key: null });
    const { quoteId } = await quotes.execute(user, order.id);
    // One that nobody was given, although the order has one that holds.
    await expect(send(randomUUID())).rejects.toEqual(refusal('trust.quote-expired'));
    clock.advance(60_001);
    await expect(send(quoteId)).rejects.toEqual(refusal('trust.quote-expired'));
    const fresh = await quotes.execute(user, order.id);
    clock.set(Date.UTC(2028, 1, 29) - 1);
    const late = await quotes.execute(user, order.id);
    clock.advance(10_000);
    // A day is over, and is booked for whoever wants to redeem: what was shown before is not what it costs then.
    await expect(send(late.quoteId)).rejects.toEqual(refusal('trust.quote-expired'));
    expect(await store.order(user, order.id)).toMatchObject({ accruedDays: 1, income: '4' });
    await expect(send(fresh.quoteId)).rejects.toEqual(refusal('trust.quote-expired'));
    const foreign = await quotes.execute(other.user, other.order.id);
    await expect(send(foreign.quoteId)).rejects.toEqual(refusal('trust.quote-expired'));
    expect(await balances(user)).toEqual({ spot: '99000', trust_frozen: '1004' });
  });

  it('goes on while the workers are behind, with the interest of the days that are over', async () => {
    const { user, order } = await anOrder('usdt-15', '1000');
    clock.set(Date.UTC(2028, 2, 3, 12));
    const { quoteId, remainingDays, net } = await quotes.execute(user, order.id);
    expect([remainingDays, (await store.order(user, order.id))?.income]).toEqual([11, '16']);
    await redemptions.execute({ userId: user, orderId: order.id, quoteId, key: null });
    expect(await balances(user)).toMatchObject({ spot: new Decimal(99_000).plus(net).toFixed(), trust_frozen: '0' });
    // Of somebody else's order nothing is booked.
    const other = await anOrder('usdt-15', '1000');
    clock.advance(2 * DAY_MS);
    await expect(quotes.execute(user, other.order.id)).rejects.toEqual(refusal('trust.not-found'));
    expect(await store.order(other.user, other.order.id)).toMatchObject({ accruedDays: 0 });
  });

  it('is left to whoever is booking the interest', async () => {
    const { user, order } = await anOrder('usdt-15', '1000');
    clock.set(Date.UTC(2028, 2, 1, 12));
    await source.transaction(async (tx) => {
      await tx.query('select from trust_order where id = $1 for no key update', [order.id]);
      await expect(quotes.execute(user, order.id)).rejects.toEqual(refusal('trust.interest-pending'));
    });
  });

  it('costs what the rule says and nothing else, whoever asks', async () => {
    const { user, order } = await anOrder('usdt-15', '1000');
    const command = { userId: user, route: 'trust/redeem', key: null, body: {} };
    const redeemAt = (penalty: string) =>
      commands.call(command, (tx, claim) => store.redeem(tx, claim, { orderId: order.id, accruedDays: 0, penalty }));
    for (const penalty of ['1', '-1', '0.000001'])
      await expect(redeemAt(penalty)).rejects.toMatchObject({ code: 'TR008' });
    expect(await balances(user)).toEqual({ spot: '99000', trust_frozen: '1000' });
    // No interest yet, and no penalty above the interest.
    await redeemAt('0');
    expect(await balances(user)).toEqual({ spot: '100000', trust_frozen: '0' });
  });

  it('forgets a quote a day after it was over', async () => {
    const { user, order } = await anOrder('usdt-15', '1000');
    const { quoteId, expiresAt } = await quotes.execute(user, order.id);
    clock.set(expiresAt + DAY_MS);
    await sweep.execute();
    expect(await store.quote(quoteId, order.id)).not.toBeNull();
    clock.advance(1);
    await sweep.execute();
    expect(await store.quote(quoteId, order.id)).toBeNull();
  });

  it('refuses an order of somebody else, one that ended, and one whose product does not allow it', async () => {
    const { user, order } = await anOrder('usdt-7', '1000');
    const stranger = await aUserId(source);
    await expect(quotes.execute(stranger, order.id)).rejects.toEqual(refusal('trust.not-found'));
    const asStranger = { userId: stranger, orderId: order.id, quoteId: null, key: null };
    await expect(redemptions.execute(asStranger)).rejects.toEqual(refusal('trust.not-found'));
    clock.advance(9 * DAY_MS);
    await sweep.execute();
    await expect(quotes.execute(user, order.id)).rejects.toEqual(refusal('trust.ended'));
    await expect(redemptions.execute({ ...asStranger, userId: user })).rejects.toEqual(refusal('trust.ended'));

    await aProduct('usdt-kept', { dailyRatio: '0.0005', rule: 'none' });
    const unredeemable = await anOrder('usdt-kept', '1000');
    await expect(quotes.execute(unredeemable.user, unredeemable.order.id)).rejects.toEqual(
      refusal('trust.not-redeemable'),
    );
    const asOwner = { userId: unredeemable.user, orderId: unredeemable.order.id, quoteId: null, key: null };
    await expect(redemptions.execute(asOwner)).rejects.toEqual(refusal('trust.not-redeemable'));
    expect(await balances(unredeemable.user)).toEqual({ spot: '99000', trust_frozen: '1000' });
  });

  it('and interest at the same moment have one winner, forty times', async () => {
    for (let round = 0; round < 40; round += 1) {
      clock.set(START);
      const { user, order } = await anOrder('usdt-30', '1000');
      clock.advance(2 * DAY_MS);
      const [redeemed] = await Promise.allSettled([
        redemptions.execute({ userId: user, orderId: order.id, quoteId: null, key: null }),
        sweep.execute(),
      ]);
      // A sweep passes over an order that somebody has; the next one finds it.
      await sweep.execute();
      const after = (await store.order(user, order.id)) as TrustOrder;
      if (redeemed?.status === 'rejected') {
        expect([refusal('trust.quote-expired'), refusal('trust.interest-pending')]).toContainEqual(redeemed.reason);
      }
      expect(after.state).toBe(redeemed?.status === 'fulfilled' ? 'redeemed' : 'custody');
      expect(after.accruedDays).toBe(1);
    }
  });
});

describe('any life of some orders', () => {
  it('ends with the balances that the rules alone give', async () => {
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('buy' as const),
        code: fc.constantFrom('usdt-7', 'usdt-15', 'usdt-30'),
        amount: fc.integer({ min: 1000, max: 5000 }),
      }),
      fc.record({ kind: fc.constant('wait' as const), days: fc.integer({ min: 0, max: 9 }) }),
      fc.record({ kind: fc.constant('redeem' as const), which: fc.nat(5) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        clock.set(START);
        const user = await aRichUser();
        const model = new Model();
        for (const [place, action] of steps.entries()) {
          if (action.kind === 'wait') {
            clock.advance(action.days * DAY_MS);
            await sweep.execute();
            model.settle(utcDay(clock.now()));
          } else if (action.kind === 'buy') {
            // A key each: without one, the same purchase in the same moment is the same command.
            const key = `purchase-${place}`;
            const bought = await purchase(user, action.code, String(action.amount), false, key).then(
              () => true,
              () => false,
            );
            const { orders } = await history.orders({
              userId: user,
              demo: false,
              states: ['custody'],
              page: 1,
              limit: 1,
            });
            if (bought) model.orders.push({ order: orders[0] as TrustOrder, open: true });
          } else {
            const open = model.orders.filter((each) => each.open);
            const chosen = open[action.which % Math.max(1, open.length)];
            if (!chosen) continue;
            await redemptions.execute({ userId: user, orderId: chosen.order.id, quoteId: null, key: null });
            model.redeem(chosen, utcDay(clock.now()));
          }
        }
        const left = await balances(user);
        expect(left.spot).toBe(model.spot().toFixed());
      }),
      { numRuns: 12 },
    );
  });
});

/** The balances by the rules alone. */
class Model {
  readonly orders: { order: TrustOrder; open: boolean }[] = [];
  private paid = new Decimal(0);

  settle(today: string): void {
    for (const each of this.orders) {
      const { order } = each;
      if (!each.open || dueDays(order.startDay, today, order.termDays) < order.termDays) continue;
      each.open = false;
      this.paid = this.paid.plus(order.principal).plus(interestOf(order, order.termDays));
    }
  }

  redeem(each: { order: TrustOrder; open: boolean }, today: string): void {
    each.open = false;
    const days = dueDays(each.order.startDay, today, each.order.termDays);
    this.paid = this.paid.plus(redeem(each.order, days)?.net ?? 0);
  }

  spot(): Decimal {
    const spent = this.orders.reduce((sum, { order }) => sum.plus(order.principal), new Decimal(0));
    return new Decimal(100_000).minus(spent).plus(this.paid);
  }
}
