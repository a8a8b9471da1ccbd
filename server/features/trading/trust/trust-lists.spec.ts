import type { DataSource } from 'typeorm';
import { Config } from '../../../platform/config/config.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { IdempotencyStore } from '../../../platform/idempotency/idempotency.store.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { bootApp, type TestApp } from '../../../test/app.js';
import { aUserId, fund } from '../../../test/factories/ledger.js';
import { listedPage } from '../../../test/factories/listed.js';
import { FakeClock } from '../../../test/fakes/fake-clock.js';
import { UsdtPrices, WalletCatalog } from '../../wallet/balances/index.js';
import { Ledger } from '../../wallet/ledger/index.js';
import { BuyTrustProduct } from './buy-trust-product.js';
import { GetTrustReport } from './get-trust-report.js';
import { ListTrust } from './list-trust.js';
import { PreviewTrustOrder } from './preview-trust-order.js';
import { RedeemTrustOrder } from './redeem-trust-order.js';
import { SweepTrustOrders } from './sweep-trust-orders.js';
import { TrustHistoryStore } from './trust-history.store.js';
import { TrustStore } from './trust.store.js';
import { orderView, productView } from './trust-views.js';

const DAY_MS = 86_400_000;
const START = Date.UTC(2028, 1, 27, 20, 30);
const BTC = 1;

let app: TestApp;
let source: DataSource;
let clock: FakeClock;
let buy: BuyTrustProduct;
let previews: PreviewTrustOrder;
let redemptions: RedeemTrustOrder;
let sweep: SweepTrustOrders;
let report: GetTrustReport;
let lists: ListTrust;
let catalog: WalletCatalog;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent' });
  const of = <Thing>(token: abstract new (...given: never[]) => Thing): Thing => app.application.get(token);
  source = app.owner;
  catalog = of(WalletCatalog);
  const [store, outbox] = [of(TrustStore), of(Outbox)];
  clock = new FakeClock(START);
  const commands = new IdempotentCommands(of(Transactions), new IdempotencyStore(app.serving), clock, of(Config));
  buy = new BuyTrustProduct(store, commands, outbox);
  previews = new PreviewTrustOrder(store, of(Ledger), clock);
  redemptions = new RedeemTrustOrder(store, commands, outbox, clock);
  sweep = new SweepTrustOrders(store, of(Transactions), outbox, clock, of(Metrics));
  report = new GetTrustReport(store, of(UsdtPrices), catalog, clock);
  lists = new ListTrust(store, of(TrustHistoryStore), report);
});

beforeEach(() => clock.set(START));
afterAll(() => app?.close());

async function productId(code: string): Promise<number> {
  const rows: { id: number }[] = await source.query('select id from trust_product where code = $1', [code]);
  return rows[0]?.id as number;
}

async function aRichUser(demo = false): Promise<string> {
  const user = await aUserId(source);
  await fund(source, user, '100000', { demo });
  return user;
}

/** The id of the order that is bought. */
async function bought(userId: string, code: string, amount: string, demo = false): Promise<string> {
  await buy.execute({ userId, productId: await productId(code), demo, amount, agreed: true, key: null });
  const { orders } = await listed(userId, { demo, limit: 1 });
  return orders[0]?.id as string;
}

function listed(
  userId: string,
  given: { status?: string; cancelled?: string; demo?: boolean; page?: number; limit?: number } = {},
) {
  const { status, cancelled, demo = false, page = 1, limit = 10 } = given;
  return lists.orders({ userId, demo, status, cancelled, page, limit });
}

const refusal = (code: string) => expect.objectContaining({ code });

describe('the list of orders', () => {
  it('has those in custody, those at term and those redeemed apart, the newest first, of one person and one book', async () => {
    const user = await aRichUser();
    const completed = await bought(user, 'usdt-7', '200');
    clock.advance(8 * DAY_MS);
    await sweep.execute();
    const redeemed = await bought(user, 'usdt-30', '1000');
    await redemptions.execute({ userId: user, orderId: redeemed, quoteId: null, key: null });
    const open = await bought(user, 'usdt-15', '1000');
    await fund(source, user, '5000', { demo: true });
    const demo = await bought(user, 'usdt-15', '2000', true);
    await bought(await aRichUser(), 'usdt-15', '1000');

    const ids = async (given: Parameters<typeof listed>[1]) => (await listed(user, given)).orders.map(({ id }) => id);
    expect(await ids({})).toEqual([open, redeemed, completed]);
    expect(await ids({ status: '1' })).toEqual([open]);
    expect(await ids({ status: '2' })).toEqual([redeemed, completed]);
    expect(await ids({ status: '2', cancelled: '1' })).toEqual([redeemed]);
    expect(await ids({ status: '2', cancelled: '0' })).toEqual([completed]);
    expect(await ids({ cancelled: '0' })).toEqual([open, completed]);
    expect(await ids({ cancelled: '1' })).toEqual([open, redeemed]);
    expect(await ids({ demo: true })).toEqual([demo]);
    expect(await listed(user, { page: 2, limit: 2 })).toMatchObject({ orders: [{ id: completed }], total: 3 });
  });

  it('says of each what it brings, how long it still runs and when it ended', async () => {
    const user = await aRichUser();
    const id = await bought(user, 'usdt-30', '1000');
    clock.advance(3 * DAY_MS);
    await sweep.execute();
    const view = async () => {
      const found = await lists.order(user, id);
      if (!found) throw new Error('The order is gone.');
      return { ...orderView(found.order, catalog), accruals: found.accruals };
    };
    // 1000 at 0.08 % a day.
    expect(await view()).toMatchObject({
      amount: '1000.00000000',
      day_interest: '0.8',
      total_interest: '1.60000000',
      expected_interest: '24',
      remain_day: 28,
      return_days: 2,
      start_at: '2028-02-27',
      end_at: '2028-03-29',
      ended_at: null,
      status: 1,
      is_cancel: 0,
      account_type: 'real_account',
      accruals: [
        { day: '2028-02-29', amount: '0.8' },
        { day: '2028-02-28', amount: '0.8' },
      ],
    });
    await redemptions.execute({ userId: user, orderId: id, quoteId: null, key: null });
    expect(await view()).toMatchObject({
      remain_day: 0,
      return_days: 2,
      end_at: '2028-03-01',
      ended_at: '2028-03-01 20:30:00',
      updated_at: '2028-03-01 20:30:00',
      status: 2,
      state: 'redeemed',
      is_cancel: 1,
    });
    expect(await lists.order(await aRichUser(), id)).toBeNull();
  });
});

it('the file of orders has those of one person, one book and a time, the newest first, page by page', async () => {
  const user = await aRichUser();
  await fund(source, user, '2', { currencyId: BTC });
  const orders: string[] = [];
  for (const [code, amount] of [
    ['usdt-15', '1000'],
    ['btc-30', '1.5'],
    ['usdt-7', '200'],
  ] as const) {
    orders.push(await bought(user, code, amount));
    clock.advance(1000);
  }
  const [first, second, third] = orders as [string, string, string];
  await fund(source, user, '5000', { demo: true });
  const demo = await bought(user, 'usdt-15', '2000', true);
  await bought(await aRichUser(), 'usdt-15', '1000');
  clock.set(START + 3 * DAY_MS);
  await sweep.execute();
  await redemptions.execute({ userId: user, orderId: first, quoteId: null, key: null });
  const page = (values: Omit<Parameters<typeof listedPage>[2], 'userId'> = {}) =>
    listedPage(source, 'trust.orders', { userId: user, ...values });
  const numbers = async (values: Parameters<typeof page>[0]) => (await page(values)).map(({ number }) => number);
  const at = (second: number) => new Date(START + second * 1000);

  // Two days of 4, at a penalty of all of it; of 0.00015 and of 0.1 the others.
  expect(await page()).toEqual([
    { ...row(third, at(2)), coin: 'USDT', principal: '200', days: '7', income: '0.2' },
    { ...row(second, at(1)), coin: 'BTC', principal: '1.5', days: '30', income: '0.0003' },
    {
      ...row(first, at(0)),
      coin: 'USDT',
      principal: '1000',
      days: '15',
      income: '8',
      penalty: '8',
      status: 'redeemed',
      ended: new Date(START + 3 * DAY_MS),
    },
  ]);
  expect(await numbers({ demo: true })).toEqual([demo]);
  expect(await numbers({ since: at(1) })).toEqual([third, second]);
  expect(await numbers({ until: at(1) })).toEqual([first]);
  expect(await numbers({ limit: 2 })).toEqual([third, second]);
  expect(await numbers({ after: second })).toEqual([first]);

  function row(id: string, time: Date) {
    return { key: id, number: id, time, penalty: '0', status: 'custody', ended: null };
  }
});

it('the state of a person has what is in custody, in both books, the newest first', async () => {
  const user = await aRichUser();
  const ended = await bought(user, 'usdt-15', '1000');
  await redemptions.execute({ userId: user, orderId: ended, quoteId: null, key: null });
  const real = await bought(user, 'usdt-15', '1500');
  await fund(source, user, '5000', { demo: true });
  const demo = await bought(user, 'usdt-15', '2000', true);
  await bought(await aRichUser(), 'usdt-15', '1000');
  const state = await app.serving.transaction((tx) => app.application.get(TrustStore).openEvents(tx, user));
  expect(state).toEqual([
    expect.objectContaining({ entity: `trust-order:${demo}`, demo: true, principal: '2000', state: 'custody' }),
    expect.objectContaining({ entity: `trust-order:${real}`, demo: false, principal: '1500', state: 'custody' }),
  ]);
});

describe('the report', () => {
  it('adds what is in custody, what today brought and what ever did, in each book by itself', async () => {
    const user = await aRichUser();
    await bought(user, 'usdt-15', '10000');
    await bought(user, 'usdt-30', '1000');
    await fund(source, user, '5000', { demo: true });
    await bought(user, 'usdt-15', '2000', true);
    for (let day = 0; day < 4; day += 1) {
      clock.advance(DAY_MS);
      await sweep.execute();
    }
    // 40 and 0.8 a day.
    const real = { inCustody: '11000', orders: 2, incomeToday: '40.8', incomeEver: '122.4', unpriced: [] };
    expect(await report.execute(user, false)).toEqual(real);
    expect(await report.execute(user, true)).toEqual({
      ...real,
      inCustody: '2000',
      orders: 1,
      incomeToday: '8',
      incomeEver: '24',
    });
    const { orders } = await listed(user, { status: '1' });
    await redemptions.execute({ userId: user, orderId: orders[0]?.id as string, quoteId: null, key: null });
    // The fee is one and a half days' interest, 1.2, and is taken off what the product brought.
    expect(await report.execute(user, false)).toEqual({
      ...real,
      inCustody: '10000',
      orders: 1,
      incomeEver: '121.2',
    });
  });

  it('is in USDT, at the prices of now', async () => {
    const prices = { of: (code: string) => ({ price: code === 'BTC' ? '50000' : '1', ageMs: 0 }) };
    const inUsdt = new GetTrustReport(app.application.get(TrustStore), prices as UsdtPrices, catalog, clock);
    const user = await aRichUser();
    await fund(source, user, '2', { currencyId: BTC });
    await bought(user, 'btc-30', '1');
    await bought(user, 'usdt-15', '1000');
    for (let day = 0; day < 3; day += 1) {
      clock.advance(DAY_MS);
      await sweep.execute();
    }
    // 0.0001 BTC and 4 USDT a day, of two days.
    expect(await inUsdt.execute(user, false)).toEqual({
      inCustody: '51000',
      orders: 2,
      incomeToday: '9',
      incomeEver: '18',
      unpriced: [],
    });
  });

  it('leaves out of the sums what has no price, and says so', async () => {
    const user = await aRichUser();
    await fund(source, user, '2', { currencyId: BTC });
    await bought(user, 'btc-30', '1');
    await bought(user, 'usdt-15', '1000');
    expect(await report.execute(user, false)).toMatchObject({ inCustody: '1000', unpriced: ['BTC'] });
  });
});

describe('a preview', () => {
  it('says what the whole term brings, and from when to when', async () => {
    const user = await aRichUser();
    const productOf = await productId('usdt-15');
    expect(await previews.execute({ userId: user, productId: productOf, demo: false, amount: '100000' })).toMatchObject(
      {
        dailyInterest: '400',
        totalInterest: '6000',
        startDay: '2028-02-27',
        firstInterestDay: '2028-02-29',
        endDay: '2028-03-14',
        balance: '100000',
        balanceAfter: '0',
      },
    );
  });

  it.each([
    ['usdt-15', '999.99999999', 'trust.below-minimum'],
    ['usdt-7', '100000.00000001', 'trust.above-maximum'],
    ['usdt-30', '100000.00000001', 'ledger.insufficient-balance'],
    ['btc-30', '0.01', 'ledger.insufficient-balance'],
  ])('of %s for %s is refused as its purchase is: %s', async (code, amount, refused) => {
    const asked = { userId: await aRichUser(), productId: await productId(code), demo: false, amount };
    await expect(previews.execute(asked)).rejects.toEqual(refusal(refused));
    await expect(buy.execute({ ...asked, agreed: true, key: null })).rejects.toEqual(refusal(refused));
  });

  it.each([
    ['usdt-15', '1000'],
    ['usdt-7', '100000'],
    ['usdt-7', '100'],
  ])('of %s for %s, at a bound, is none of them', async (code, amount) => {
    const asked = { userId: await aRichUser(), productId: await productId(code), demo: false, amount };
    await expect(previews.execute(asked)).resolves.toMatchObject({ amount });
    await expect(buy.execute({ ...asked, agreed: true, key: null })).resolves.toBeUndefined();
  });

  it('is of nothing that is not offered, and neither is it listed', async () => {
    await source.query(
      `insert into trust_product (code, currency_id, term_days, minimum, daily_ratio, redemption_rule, yield_source,
         enabled, created_at) values ('gone', 3, 10, 1, 0.001, 'fixed-fee', 'house', false, now())`,
    );
    const [user, id] = [await aRichUser(), await productId('gone')];
    const asked = { userId: user, productId: id, demo: false, amount: '10' };
    await expect(previews.execute(asked)).rejects.toEqual(refusal('trust.not-offered'));
    const offered = async (currencyId: number | null, page = 1, limit = 100) =>
      (await lists.products({ currencyId, demo: false, page, limit })).map(({ code }) => code);
    expect(await offered(null)).not.toContain('gone');
    expect(await offered(BTC)).toEqual(['btc-30']);
    expect(await offered(null, 2, 2)).toEqual(['usdt-30', 'usdt-90']);
    expect(await offered(null, 1, 3)).toEqual(['usdt-15', 'usdt-7', 'usdt-30']);
    // Whoever has an order of it still sees what it is.
    expect((await lists.product(id, false)).code).toBe('gone');
    await expect(lists.product(999_999, false)).rejects.toEqual(refusal('trust.not-offered'));
  });
});

it('a product says its bounds, and nothing where it has none', async () => {
  const view = async (code: string) => productView(await lists.product(await productId(code), false), catalog, 'en');
  const logo = catalog.currencies().find(({ code }) => code === 'BTC')?.logo;
  expect(await view('btc-30')).toMatchObject({
    currency_name: 'BTC',
    currency_logo: logo,
    save_min: '0.01000000',
    save_max: '10',
    scale: 8,
    type: 1,
  });
  expect(await view('usdt-90')).toMatchObject({ save_min: '1000.00000000', save_max: '', quota_left: '' });
});
