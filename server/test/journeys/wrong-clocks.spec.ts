import { jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { RedeemTrustOrder } from '../../features/trading/trust/redeem-trust-order.js';
import { SweepTrustOrders } from '../../features/trading/trust/sweep-trust-orders.js';
import { BuyTrustProduct } from '../../features/trading/trust/buy-trust-product.js';
import { FundingStore } from '../../features/trading/funding/funding.store.js';
import { CheckBooks, Ledger } from '../../features/wallet/ledger/index.js';
import { isClockAhead } from '../../platform/database/transaction.js';
import { Transactions } from '../../platform/database/transactions.store.js';
import { Clock } from '../../platform/clock/clock.js';
import { ClockWatch } from '../../platform/clock/clock-watch.js';
import { RunPrices } from '../../features/markets/price-feed/run-prices.js';
import { bootApp, type TestApp, withoutFarHistory } from '../app.js';
import { Caller } from '../calls.js';
import { aUser, type TestUser } from '../factories/users.js';
import { createTestDatabase, type TestDatabase } from '../database.js';
import { OptionWorld } from '../factories/option-world.js';
import { OtcWorld } from '../factories/otc-world.js';
import { aUserId, fund, USDT } from '../factories/ledger.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Processes whose clocks are wrong, on a database whose clock is right. */
let database: TestDatabase;
let world: OptionWorld;
let source: DataSource;

beforeAll(async () => {
  database = await createTestDatabase('own');
  world = await OptionWorld.open({}, database);
  source = world.source;
}, 60_000);

beforeEach(() => world.clock.set(Math.floor(Date.now() / 1000) * 1000));

afterAll(async () => {
  const checked = await world
    .get(CheckBooks)
    .execute()
    .finally(() => world.app.close());
  await database.drop();
  expect(checked.filter(({ rows }) => rows.length > 0)).toEqual([]);
});

async function aTrustOrder(): Promise<{ userId: string; orderId: string }> {
  const userId = await aUserId(source);
  await fund(source, userId, '10000');
  const [product] = await source.query(`select id from trust_product where code = 'usdt-15'`);
  const key = `trust-of-${userId}`;
  await world
    .get(BuyTrustProduct)
    .execute({ userId, productId: product.id, demo: false, amount: '10000', agreed: true, key });
  const [order] = await source.query('select id from trust_order where user_id = $1', [userId]);
  return { userId, orderId: order.id };
}

const orderOf = async (orderId: string) =>
  (await source.query('select status, accrued_days, start_day::text from trust_order where id = $1', [orderId]))[0];

/** How the work ends: done, refused because its clock is ahead, or otherwise. */
async function outcome(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'done',
    (error: unknown) => (isClockAhead(error) ? 'ahead' : String(error)),
  );
}

describe('a worker', () => {
  it('that is 16 days ahead pays no interest and completes nothing', async () => {
    const { orderId } = await aTrustOrder();
    world.clock.advance(17 * DAY_MS);
    expect(await outcome(world.get(SweepTrustOrders).execute())).toBe('ahead');
    expect(await orderOf(orderId)).toMatchObject({ status: 'custody', accrued_days: 0 });
  });

  it('that is an hour ahead voids no option before it closes, and none that waits for its tape', async () => {
    await world.price('50000');
    const user = await world.user();
    await world.buy(user);
    world.clock.advance(HOUR_MS);
    expect(await outcome(world.settle())).toBe('ahead');
    const [order] = await source.query('select status, settlement_id from option_order where user_id = $1', [user]);
    expect(order).toEqual({ status: 'open', settlement_id: null });
    expect(await source.query('select from option_settlement')).toEqual([]);
  });

  it('that is ahead fixes no rate of funding and writes nothing on the tape', async () => {
    const stamp = new Date(Math.ceil(Date.now() / (8 * HOUR_MS)) * 8 * HOUR_MS);
    const store = world.get(FundingStore);
    const decide = (at: Date) => store.decide({ marketId: 1, stamp }, { open: [], origins: ['live'] }, at);
    if (stamp.getTime() - Date.now() > 5000)
      expect(await outcome(decide(new Date(stamp.getTime() + 1000)))).toBe('ahead');
    expect(await decide(new Date())).toBe(false);
    expect(await source.query('select from funding_rate')).toEqual([]);
    const [before] = await source.query('select count(*)::integer as count from price_sample');
    world.clock.advance(HOUR_MS);
    await world.price('50001');
    const [after] = await source.query('select count(*)::integer as count from price_sample');
    expect(after).toEqual(before);
  });
});

describe('a gateway', () => {
  it('that is 16 days behind sells a product that begins today', async () => {
    world.clock.advance(-16 * DAY_MS);
    const { orderId } = await aTrustOrder();
    expect((await orderOf(orderId)).start_day).toBe(new Date().toISOString().slice(0, 10));
    world.clock.advance(16 * DAY_MS);
    await world.get(SweepTrustOrders).execute();
    expect(await orderOf(orderId)).toMatchObject({ status: 'custody', accrued_days: 0 });
  });

  it('that is an hour behind gives a buyer the whole window, and one that is ahead opens and ends no order', async () => {
    const people = await OtcWorld.over(world.app, world.clock);
    const [merchant, buyer] = [await people.aMerchant('1000'), await people.aPerson()];
    const advert = await people.advert(merchant);
    world.clock.advance(-HOUR_MS);
    const id = await people.take(buyer, advert);
    const [times] = await source.query(
      `select pay_until > clock_timestamp() as "isOpen", created_at > clock_timestamp() - interval '50 minutes' as "isNew"
         from otc_order where id = $1`,
      [id],
    );
    expect(times).toEqual({ isOpen: true, isNew: true });
    world.clock.advance(2 * HOUR_MS);
    const unavailable = expect.objectContaining({ code: 'request.unavailable' });
    await expect(people.move(buyer, id, 'cancel')).rejects.toEqual(unavailable);
    await expect(people.take(await people.aPerson(), advert)).rejects.toEqual(unavailable);
    expect(await outcome(people.sweep())).toBe('ahead');
    expect(await people.order(id)).toMatchObject({ status: 1 });
    expect(await people.money(merchant)).toEqual({ spot: '900', frozen: '100' });
  });

  it('that is ahead moves no money, and says that it cannot now', async () => {
    const { userId, orderId } = await aTrustOrder();
    world.clock.advance(HOUR_MS);
    const refused = expect.objectContaining({ code: 'request.unavailable' });
    await expect(
      world.get(RedeemTrustOrder).execute({ userId, orderId, quoteId: null, key: 'ahead-of-time' }),
    ).rejects.toEqual(refused);
    const legs = [
      { owner: userId, kind: 'spot' as const, currencyId: USDT, amount: '1' },
      { owner: null, kind: 'adjustment' as const, currencyId: USDT, amount: '-1' },
    ];
    const posting = { reason: 'insurance.top-up', reference: 'ahead', demo: false, legs, at: world.clock.now() };
    expect(await outcome(world.get(Transactions).run((tx) => world.get(Ledger).post(tx, posting)))).toBe('ahead');
    expect(await orderOf(orderId)).toMatchObject({ status: 'custody' });
  });
});

describe('a process of every role', () => {
  const wall = Date.now;
  let app: TestApp;
  let user: TestUser;
  let ahead = 0;

  beforeAll(async () => {
    jest.spyOn(Date, 'now').mockImplementation(() => wall() + ahead);
    app = await bootApp(
      { ROLES: 'gateway,worker,feed', FEED: 'simulated', SIMULATION_HISTORY_DAYS: '0', LOG_LEVEL: 'silent' },
      database,
      withoutFarHistory,
    );
    user = await aUser(database.url);
    await fund(source, user.userId, '10000');
  }, 120_000);

  afterAll(async () => {
    ahead = 0;
    await app?.close();
    jest.restoreAllMocks();
  });

  const readiness = async () => (await fetch(`${app.url}/readyz`)).json();
  const transfer = async () =>
    new Caller(app).post(
      'wallet/change',
      { from_field: 'change', to_field: 'micro', currency_id: '3', number: '1' },
      { token: user.token },
    );
  const until = async (what: () => boolean | Promise<boolean>) => {
    for (let round = 0; round < 400; round += 1) {
      if (await what()) return;
      await new Promise((done) => setTimeout(done, 50));
    }
    throw new Error(`It did not come true: ${what.toString()}`);
  };
  const feeds = () => app.application.get(RunPrices).token !== null;

  it.each([
    ['an hour ahead', HOUR_MS],
    ['an hour behind', -HOUR_MS],
    ['16 days ahead', 16 * DAY_MS],
  ])(
    'whose clock jumps %s tells the right time, is not ready, feeds nobody and moves no money; then recovers',
    async (_, jump) => {
      await until(feeds);
      ahead = jump;
      const { state, parts } = await readiness();
      expect([state, parts.clock.state]).toEqual(['down', 'down']);
      expect(Math.abs(app.application.get(Clock).now() - wall())).toBeLessThan(1000);
      expect(await transfer()).toMatchObject({ status: 503, code: 'request.unavailable' });
      await until(() => !feeds());
      ahead = 0;
      expect((await readiness()).parts.clock.state).toBe('ok');
      await until(feeds);
      expect((await transfer()).code).not.toBe('request.unavailable');
    },
    60_000,
  );

  it('starts in earnest only where the database decides by its own clock', async () => {
    await expect(app.application.get(ClockWatch).requireOwnClock()).resolves.toBeUndefined();
    const tests = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent' });
    await expect(tests.application.get(ClockWatch).requireOwnClock()).rejects.toThrow('clock of tests');
    await tests.close();
  }, 180_000);
});
