import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { storedFunctions } from '../../../platform/database/stored-functions.js';
import { fund, USDT } from '../../../test/factories/ledger.js';
import { LimitedPeople, type Opening, outcome } from '../../../test/factories/own-limits.js';
import { BTC_MARKET } from '../../../test/factories/futures-world.js';
import { type TapedSecond, tapeSeconds } from '../../../test/factories/tape.js';
import { TradingWorld } from '../../../test/factories/trading-world.js';
import { SubmitSpotOrder } from '../../trading/spot/submit-spot-order.js';
import { BuyTrustProduct } from '../../trading/trust/buy-trust-product.js';
import { CheckReality } from './check-reality.js';
import { GetOwnLimits } from './get-own-limits.js';
import { OwnLimits } from './own-limits.js';

const HOUR_MS = 3_600_000;
const OPENINGS: readonly Opening[] = [
  'option',
  'contract',
  'contract that waits',
  'purchase',
  'purchase that waits',
  'stop',
  'trust',
];

let world: TradingWorld;
let people: LimitedPeople;
let user: string;

beforeAll(async () => {
  world = await TradingWorld.open();
  people = new LimitedPeople(world);
}, 180_000);

beforeEach(async () => {
  await people.fresh();
  user = await people.person();
});

/** It fails where the books are not in order. */
afterAll(() => world?.close());

/** So much later; prices are young again. */
async function later(milliseconds: number): Promise<void> {
  world.futures.clock.advance(milliseconds);
  await people.fresh();
}

describe('a limit', () => {
  it('holds at once when it is the first, and when it is stricter', async () => {
    expect(await people.set(user, 'stake', '500')).toBe('done');
    expect(await people.limit(user, 'stake')).toMatchObject({ amount: '500', used: '0', pending: null });
    expect(await people.set(user, 'stake', '150')).toBe('done');
    expect(await people.limit(user, 'stake')).toMatchObject({ amount: '150', pending: null });
    expect(await people.stake(user, '100')).toBe('done');
    expect(await people.stake(user, '100')).toBe('limits.stake');
  });

  it.each<[string | null, string]>([
    ['1000', 'more'],
    [null, 'none'],
  ])('of %s holds 24 hours after it was asked for, to the second (%s)', async (wanted, _what) => {
    await people.set(user, 'stake', '150');
    expect(await people.set(user, 'stake', wanted)).toBe('done');
    const asked = world.futures.clock.now();
    expect(await people.limit(user, 'stake')).toMatchObject({
      amount: '150',
      pending: { amount: wanted, effective_at: asked + 24 * HOUR_MS },
    });
    world.futures.clock.set(asked + 24 * HOUR_MS - 2000);
    await people.fresh();
    expect(world.futures.clock.now()).toBe(asked + 24 * HOUR_MS - 1000);
    expect(await people.stake(user, '200')).toBe('limits.stake');
    await later(1000);
    expect(await people.stake(user, '200')).toBe('done');
    expect(await people.limit(user, 'stake')).toMatchObject({ amount: wanted, pending: null });
  });

  it('that was asked for is called back, and the clock of the next wish begins anew', async () => {
    await people.set(user, 'stake', '150');
    await people.set(user, 'stake', '1000');
    expect(await people.callBack(user, 'stake')).toBe('done');
    expect(await people.callBack(user, 'stake')).toBe('limits.nothing-pending');
    await later(25 * HOUR_MS);
    expect(await people.stake(user, '200')).toBe('limits.stake');
    await people.set(user, 'stake', '1000');
    await later(23 * HOUR_MS);
    await people.set(user, 'stake', '2000');
    await later(2 * HOUR_MS);
    expect(await people.stake(user, '200')).toBe('limits.stake');
  });

  it('that held at once does so whatever the clock says, and is not called back', async () => {
    await people.set(user, 'stake', '500');
    await later(HOUR_MS);
    await people.set(user, 'stake', '150');
    const asked = world.futures.clock.now();
    world.futures.clock.set(asked - 30_000);
    try {
      expect(await people.limit(user, 'stake')).toMatchObject({ amount: '150', pending: null });
      expect(await people.callBack(user, 'stake')).toBe('limits.nothing-pending');
      expect(await people.set(user, 'stake', '400')).toBe('done');
      expect(await people.limit(user, 'stake')).toMatchObject({ amount: '150', pending: { amount: '400' } });
    } finally {
      world.futures.clock.set(asked);
    }
  });

  it('that waits is shown however many changes of others came after it', async () => {
    await people.set(user, 'loss', '100');
    await people.set(user, 'loss', '200');
    for (let stake = 1000; stake > 945; stake -= 1) await people.set(user, 'stake', String(stake));
    expect(await people.limit(user, 'loss')).toMatchObject({ amount: '100', pending: { amount: '200' } });
    expect(await people.callBack(user, 'loss')).toBe('done');
    expect(await people.limit(user, 'loss')).toMatchObject({ amount: '100', pending: null });
  });

  it('that waits falls away when a stricter one is set', async () => {
    await people.set(user, 'stake', '150');
    await people.set(user, 'stake', '1000');
    await people.set(user, 'stake', '120');
    await later(25 * HOUR_MS);
    expect(await people.limit(user, 'stake')).toMatchObject({ amount: '120', pending: null });
  });

  it.each(['150.00', '0150', '1.5e2', ' 150', '+150', '150.001', '-1', '0', 'NaN', 'Infinity', '1,000'])(
    'written as %s is the same, or none at all',
    async (text) => {
      await people.set(user, 'stake', '150');
      expect(['limits.unchanged', 'request.invalid']).toContain(await people.set(user, 'stake', text));
      expect(await people.limit(user, 'stake')).toMatchObject({ amount: '150', pending: null });
    },
  );

  it.each([
    ['150.50', '150.5'],
    ['100.00', '100'],
    ['0.10', '0.1'],
  ])('written as %s is told as the books have it, which are held against it', async (typed, canonical) => {
    expect(await people.set(user, 'stake', typed)).toBe('done');
    const rows: { about: string }[] = await world.source.query(
      `select about from account_security_event where user_id = $1 and kind = 'limit-set'`,
      [user],
    );
    expect(rows.map(({ about }) => about.split(' ').slice(0, 3))).toEqual([['stake', 'day', canonical]]);
  });

  it('that waits falls away when the present one is asked for once more', async () => {
    await people.set(user, 'stake', '150');
    await people.set(user, 'stake', '1000');
    expect(await people.set(user, 'stake', '150')).toBe('done');
    expect(await people.limit(user, 'stake')).toMatchObject({ amount: '150', pending: null });
    expect(await people.set(user, 'stake', '150')).toBe('limits.unchanged');
    await later(25 * HOUR_MS);
    expect(await people.stake(user, '200')).toBe('limits.stake');
  });

  it('of a day begins again at midnight by UTC, and that of a week goes on', async () => {
    await people.set(user, 'stake', '150');
    await people.set(user, 'stake', '230', 'week');
    expect(await people.stake(user, '100')).toBe('done');
    expect(await people.stake(user, '100')).toBe('limits.stake');
    const now = world.futures.clock.now();
    const midnight = (Math.floor(now / (24 * HOUR_MS)) + 1) * 24 * HOUR_MS;
    const isSunday = new Date(now).getUTCDay() === 0;
    await later(midnight - now);
    expect(await people.stake(user, '100')).toBe('done');
    expect(await people.limit(user, 'stake', 'week')).toMatchObject({ amount: '230' });
    await later(HOUR_MS);
    expect(await people.stake(user, '40')).toBe(isSunday ? 'done' : 'limits.stake');
  });

  it('of a time is of a day, and in whole minutes', async () => {
    expect(await people.set(user, 'time', '60', 'week')).toBe('request.invalid');
    expect(await people.set(user, 'time', '60.5')).toBe('request.invalid');
    expect(await people.set(user, 'time', '1440')).toBe('request.invalid');
    expect(await people.set(user, 'time', '60')).toBe('done');
  });
});

describe('a limit on stakes', () => {
  it.each(OPENINGS)('refuses what would pass it: %s', async (opening) => {
    await people.set(user, 'stake', '95');
    expect(await people.open(user, opening)).toBe('limits.stake');
    expect(await people.limit(user, 'stake')).toMatchObject({ used: '0' });
    expect(await people.open(user, opening, true)).toBe('done');
    expect(await people.limit(user, 'stake')).toMatchObject({ used: '0' });
  });

  it.each(OPENINGS)('counts what was placed: %s', async (opening) => {
    await people.set(user, 'stake', '199');
    expect(await people.open(user, opening)).toBe('done');
    const { used } = (await people.limit(user, 'stake')) ?? {};
    expect(Number(used)).toBeGreaterThanOrEqual(98);
    expect(Number(used)).toBeLessThan(110);
    expect(await people.stake(user, '105')).toBe('limits.stake');
  });

  it('lets exactly as many of twenty at once through as it holds', async () => {
    await people.set(user, 'stake', '1030');
    const all = await Promise.all(Array.from({ length: 20 }, () => people.stake(user, '100')));
    expect(all.filter((each) => each === 'done')).toHaveLength(10);
    expect(all.filter((each) => each === 'limits.stake')).toHaveLength(10);
  });

  it('holds orders of different products at once together', async () => {
    await people.set(user, 'stake', '350');
    const all = await Promise.all([...OPENINGS, ...OPENINGS].map((opening) => people.open(user, opening)));
    expect(all.filter((each) => each === 'done')).toHaveLength(3);
    expect(new Set(all)).toEqual(new Set(['done', 'limits.stake']));
  });

  it('counts the same command once', async () => {
    await people.set(user, 'stake', '150');
    const order = { userId: user, productId: 2, amount: '100', demo: false, agreed: true, key: `same-${user}` };
    const buy = world.futures.get(BuyTrustProduct);
    await buy.execute(order);
    await buy.execute(order);
    expect(await people.limit(user, 'stake')).toMatchObject({ used: '100' });
  });

  it('leaves closing and selling as they are', async () => {
    const position = await world.futures.open(user, { lots: 2 });
    expect(await people.open(user, 'purchase')).toBe('done');
    await people.set(user, 'stake', '0.01');
    expect(await people.open(user, 'contract')).toBe('limits.stake');
    expect(await outcome(world.futures.close1(user, position.positionId))).toBe('done');
    const { base, quote } = world.market(BTC_MARKET);
    const sale = { baseCurrencyId: base.id, quoteCurrencyId: quote.id, demo: false, side: 'sell' as const };
    const wish = { ...sale, quantity: '0.001', limitPrice: null };
    expect(
      await outcome(world.futures.get(SubmitSpotOrder).execute({ userId: user, wish, worstPrice: null, key: null })),
    ).toBe('done');
  });

  it('counts more money for an order that waits, and nothing for less', async () => {
    for (const opening of ['purchase that waits', 'stop'] as const)
      expect(await people.open(user, opening)).toBe('done');
    await people.set(user, 'stake', '50');
    expect(await world.amendStop(user, { amount: '0.004' })).toBe(false);
    expect(await world.amendStop(user, { amount: '0.001' })).toBe(true);
    expect(await people.limit(user, 'stake')).toMatchObject({ used: '0' });
    expect(await world.amendSpot(user, { limitPrice: null, quantity: '0.004' })).toBe(false);
    expect(await world.amendSpot(user, { limitPrice: null, quantity: '0.001' })).toBe(true);
    expect(await world.amendSpot(user, { limitPrice: null, quantity: '0.0015' })).toBe(true);
    expect(Number((await people.limit(user, 'stake'))?.used)).toBeGreaterThan(20);
  });

  it('values other coins by the tape, and refuses them where it has no price', async () => {
    await people.set(user, 'stake', '1000');
    await fund(world.source, user, '10', { kind: 'spot', currencyId: 1 });
    const buy = (productId: number, amount: string) =>
      outcome(
        world.futures
          .get(BuyTrustProduct)
          .execute({ userId: user, productId, amount, demo: false, agreed: true, key: null }),
      );
    const rows: { id: number; code: string }[] = await world.source.query('select id, code from trust_product');
    const id = (code: string) => rows.find((row) => row.code === code)?.id ?? 0;
    expect(await buy(id('btc-30'), '0.03')).toBe('limits.stake');
    expect(await buy(id('btc-30'), '0.01')).toBe('done');
    expect(await people.limit(user, 'stake')).toMatchObject({ used: '500' });
    expect(await buy(id('eth-30'), '0.1')).toBe('limits.unpriced');
  });
});

describe('a limit on losses', () => {
  it('ends new risk when the books have the loss, and not what closes', async () => {
    const [first, second] = [
      await world.futures.open(user, { lots: 100 }),
      await world.futures.open(user, { lots: 1 }),
    ];
    await people.set(user, 'loss', '200');
    expect(await people.open(user, 'contract')).toBe('done');
    world.sample(new Map([[BTC_MARKET, '49700']]));
    await world.write();
    await world.futures.close1(user, first.positionId);
    const { used } = (await people.limit(user, 'loss')) ?? {};
    expect(Number(used)).toBeGreaterThan(300);
    for (const opening of OPENINGS) expect(await people.open(user, opening)).toBe('limits.loss');
    expect(await outcome(world.futures.close1(user, second.positionId))).toBe('done');
    await later(25 * HOUR_MS);
    expect(await people.open(user, 'contract')).toBe('done');
  });

  it('counts what an option and all open ones may lose, so that neither one alone nor many pass it', async () => {
    await people.set(user, 'loss', '150');
    expect(await people.stake(user, '200')).toBe('limits.loss');
    expect(await people.stake(user, '100')).toBe('done');
    expect(await people.stake(user, '100')).toBe('limits.loss');
    expect(await people.limit(user, 'loss')).toMatchObject({ used: '0' });
    expect(await people.open(user, 'trust')).toBe('done');
    await people.set(user, 'loss', '90');
    for (const opening of OPENINGS) expect(await people.open(user, opening)).toBe('limits.loss');
    // Nothing of demo money is at risk.
    expect(await people.stake(user, '10', true)).not.toBe('limits.loss');
    expect(await people.stake(user, '100', true)).toBe('done');
  });

  it('lets exactly as many options of twenty at once through as it could lose', async () => {
    await people.set(user, 'loss', '1030');
    const all = await Promise.all(Array.from({ length: 20 }, () => people.stake(user, '100')));
    expect(all.filter((each) => each === 'done')).toHaveLength(10);
    expect(all.filter((each) => each === 'limits.loss')).toHaveLength(10);
  });

  it('counts the loss that there is beside the stake', async () => {
    const position = await world.futures.open(user, { lots: 100 });
    world.sample(new Map([[BTC_MARKET, '49700']]));
    await world.write();
    await world.futures.close1(user, position.positionId);
    await people.fresh();
    await people.set(user, 'loss', '100000');
    const lost = Number((await people.limit(user, 'loss'))?.used);
    expect(lost).toBeGreaterThan(300);
    await people.set(user, 'loss', String(Math.ceil(lost) + 50));
    expect(await people.stake(user, '100')).toBe('limits.loss');
    expect(await people.open(user, 'trust')).toBe('done');
  });

  it('has nothing used where more was won', async () => {
    const position = await world.futures.open(user, { lots: 100 });
    await people.set(user, 'loss', '10');
    world.sample(new Map([[BTC_MARKET, '50900']]));
    await world.write();
    await world.futures.close1(user, position.positionId);
    expect(await people.limit(user, 'loss')).toMatchObject({ used: '0' });
  });
});

describe('a limit on time', () => {
  const minute = async (minutes = 1) => {
    world.futures.clock.advance(minutes * 60_000);
    await world.source.query('update account_session set last_used_at = $2 where user_id = $1', [
      user,
      new Date(world.futures.clock.now()),
    ]);
  };

  it('counts what lies between uses, once for all devices, and ends new risk until the next day', async () => {
    const now = world.futures.clock.now();
    const noon = (Math.floor(now / (24 * HOUR_MS)) + 1) * 24 * HOUR_MS + 12 * HOUR_MS;
    await later(noon - now);
    for (const device of ['one', 'two']) {
      await world.source.query(
        `insert into account_session (user_id, token_hash, method, device, ip, user_agent, created_at, last_used_at, expires_at)
         values ($1, sha256($2), 'password', 'test', '192.0.2.1', 'test', $3, $3, $3::timestamptz + interval '30 days')`,
        [user, Buffer.from(`${device} of ${user}`), new Date(world.futures.clock.now())],
      );
    }
    await people.set(user, 'time', '5');
    await minute();
    for (let i = 0; i < 4; i += 1) await minute();
    expect(await people.limit(user, 'time')).toMatchObject({ used: '4' });
    await minute(20);
    expect(await people.limit(user, 'time')).toMatchObject({ used: '4' });
    await people.fresh();
    expect(await people.open(user, 'contract')).toBe('done');
    await minute();
    expect(await people.limit(user, 'time')).toMatchObject({ used: '5' });
    await people.fresh();
    for (const opening of OPENINGS) expect(await people.open(user, opening)).toBe('limits.time');
    await later(12 * HOUR_MS);
    expect(await people.open(user, 'contract')).toBe('done');
  });

  it('and the check of reality says how long it was and what came of it, until it is acknowledged', async () => {
    const checks = world.futures.get(CheckReality);
    const stay = () => world.futures.get(GetOwnLimits).stay(user);
    expect(await stay()).toMatchObject({ due: false, check_minutes: 0 });
    await checks.set(user, 15);
    expect(await stay()).toMatchObject({ due: false, due_in: 900, check_minutes: 15, minutes: 0 });
    await world.source.query(
      `insert into account_session (user_id, token_hash, method, device, ip, user_agent, created_at, last_used_at, expires_at)
       values ($1, sha256($2), 'password', 'test', '192.0.2.1', 'test', $3, $3, $3::timestamptz + interval '30 days')`,
      [user, Buffer.from(user), new Date(world.futures.clock.now())],
    );
    const position = await world.futures.open(user, { lots: 100 });
    for (let i = 0; i < 14; i += 1) await minute();
    expect(await stay()).toMatchObject({ due: false, due_in: 60 });
    await minute();
    world.sample(new Map([[BTC_MARKET, '49700']]));
    await world.write();
    await world.futures.close1(user, position.positionId);
    const due = await stay();
    expect(due).toMatchObject({ due: true, minutes: 15 });
    expect(Number(due.result)).toBeLessThan(-300);
    await checks.seen(user);
    expect(await stay()).toMatchObject({ due: false });
    await checks.set(user, 0);
    expect(await stay()).toMatchObject({ due: false, check_minutes: 0 });
  });
});

describe('a limit on deposits', () => {
  const mayDeposit = (currencyId: number | null = null) =>
    outcome(world.futures.get(OwnLimits).assertMayDeposit(user, currencyId));
  const buyCoins = (amount: string) =>
    outcome(
      world.serving.transaction((tx) =>
        world.futures
          .get(OwnLimits)
          .buyCoins(tx, { userId: user, currencyId: USDT, amount, at: new Date(world.futures.clock.now()) }),
      ),
    );

  it('counts coins that are bought of others, and shows no address any more when it is reached', async () => {
    await people.set(user, 'deposit', '100');
    expect(await mayDeposit()).toBe('done');
    expect(await buyCoins('101')).toBe('limits.deposit');
    expect(await buyCoins('60')).toBe('done');
    expect(await buyCoins('60')).toBe('limits.deposit');
    expect(await mayDeposit()).toBe('done');
    expect(await buyCoins('40')).toBe('done');
    expect(await mayDeposit()).toBe('limits.deposit');
    await later(25 * HOUR_MS);
    expect(await mayDeposit()).toBe('done');
  });

  it('lets two at once through no more than one alone', async () => {
    await people.set(user, 'deposit', '100');
    const all = await Promise.all(Array.from({ length: 8 }, () => buyCoins('40')));
    expect(all.filter((each) => each === 'done')).toHaveLength(2);
  });

  const withoutGuards = (sql: string, values: unknown[]) =>
    world.source.transaction(async (tx) => {
      await tx.query('set local session_replication_role = replica');
      await tx.query(sql, values);
    });
  const credit = (currencyId: number, amount: string) =>
    withoutGuards(
      `insert into deposit (user_id, currency_id, kind, amount, claimed_amount, proof, status, created_at, updated_at, version)
       values ($1, $2, 'bank', $4, $4, 'p', 'approved', $3, $3, 2)`,
      [user, currencyId, new Date(world.futures.clock.now()), amount],
    );
  const forget = () => withoutGuards('delete from deposit where user_id = $1', [user]);

  it('counts what the desk credited, which nobody refuses', async () => {
    await people.set(user, 'deposit', '100');
    await credit(USDT, '150');
    expect(await people.limit(user, 'deposit')).toMatchObject({ used: '150' });
    expect(await mayDeposit()).toBe('limits.deposit');
    await forget();
  });

  it('shows no address of a coin without a price, and none at all while a coin that came in has none', async () => {
    const [BTC, ETH] = [1, 2];
    expect(await mayDeposit(ETH)).toBe('done');
    await people.set(user, 'deposit', '100');
    expect(await mayDeposit(ETH)).toBe('limits.unpriced');
    expect(await mayDeposit(BTC)).toBe('done');
    await credit(ETH, '1');
    for (const currencyId of [null, USDT, BTC]) expect(await mayDeposit(currencyId)).toBe('limits.unpriced');
    expect(await buyCoins('1')).toBe('limits.unpriced');
    await forget();
  });

  /** A coin with spot alone, which is on the tape each tenth second. */
  const USDC_MARKET = 3;
  const usdc = () => world.market(USDC_MARKET).base.id;
  const onTape = (values: Partial<TapedSecond>) => {
    const second = { marketId: USDC_MARKET, at: world.futures.clock.now(), index: '0.998', origin: 'live' as const };
    return tapeSeconds(world.source, [{ ...second, ...values }]);
  };

  it('values a coin of spot alone by an index that is an hour old at most, sound or of two venues that agree', async () => {
    await people.set(user, 'deposit', '100');
    expect(await mayDeposit(usdc())).toBe('limits.unpriced');
    for (const state of ['ok', 'degraded'] as const) {
      await later(2 * HOUR_MS);
      await onTape({ state });
      await later(HOUR_MS - 2000);
      expect([state, await mayDeposit(usdc())]).toEqual([state, 'done']);
      await later(0);
      expect([state, await mayDeposit(usdc())]).toEqual([state, 'limits.unpriced']);
    }
    await onTape({ index: null, state: 'stale' });
    expect(await mayDeposit(usdc())).toBe('limits.unpriced');
    await onTape({ at: world.futures.clock.now() + 1000 });
    await later(0);
    await credit(usdc(), '50');
    expect(await people.limit(user, 'deposit')).toMatchObject({ used: '49.9' });
    for (const currencyId of [null, USDT, usdc()]) expect(await mayDeposit(currencyId)).toBe('done');
    expect(await buyCoins('60')).toBe('limits.deposit');
    await forget();
  });

  it('is valued at prices that may move real money alone', async () => {
    const feed = (origin: string, movesRealMoney: boolean) =>
      world.source.query(
        `insert into market_feed (market_id, origin, moves_real_money, token, moves_token) values ($1, $2, $3, 1, 1)
         on conflict (market_id) do update set origin = excluded.origin, moves_real_money = excluded.moves_real_money,
           token = 1`,
        [USDC_MARKET, origin, movesRealMoney],
      );
    await people.set(user, 'deposit', '100');
    await later(2 * HOUR_MS);
    await onTape({ index: '2', origin: 'simulated' });
    expect(await mayDeposit(usdc())).toBe('limits.unpriced');
    await feed('simulated', false);
    expect(await mayDeposit(usdc())).toBe('limits.unpriced');
    await feed('live', true);
    expect(await mayDeposit(usdc())).toBe('limits.unpriced');
    await feed('simulated', true);
    expect(await mayDeposit(usdc())).toBe('done');
    // A process of before the flag took over: it says where prices come from, and leaves the flag of its predecessor.
    await world.source.query('update market_feed set token = 2 where market_id = $1', [USDC_MARKET]);
    expect(await mayDeposit(usdc())).toBe('limits.unpriced');
    await feed('simulated', false);
    await onTape({ at: world.futures.clock.now() - 10_000, index: '0.998' });
    await credit(usdc(), '50');
    // The invented price is newer.
    expect(await people.limit(user, 'deposit')).toMatchObject({ used: '49.9' });
    await forget();
    await world.source.query('delete from market_feed where market_id = $1', [USDC_MARKET]);
  });
});

describe('a break', () => {
  it.each(['1-day', '7-days', '30-days'] as const)(
    'of %s ends new risk and nothing else, to its last second',
    async (span) => {
      const position = await world.futures.open(user, { lots: 2 });
      expect(await people.takeBreak(user, span)).toBe('done');
      for (const opening of OPENINGS) {
        expect(await people.open(user, opening)).toBe('limits.break');
        expect(await people.open(user, opening, true)).toBe('done');
      }
      expect(await outcome(world.futures.close1(user, position.positionId))).toBe('done');
      const { break_until } = await people.state(user);
      world.futures.clock.set((break_until ?? 0) - 2000);
      await people.fresh();
      expect(await people.open(user, 'contract')).toBe('limits.break');
      await people.fresh();
      expect(await people.open(user, 'contract')).toBe('done');
    },
  );

  it('leaves a purchase that waits as it is, for less money at a higher limit, too', async () => {
    for (const opening of ['purchase that waits', 'stop'] as const)
      expect(await people.open(user, opening)).toBe('done');
    await people.takeBreak(user, '1-day');
    expect(await world.amendSpot(user, { limitPrice: '49500', quantity: '0.001' })).toBe(false);
    expect(await world.amendStop(user, { limitPrice: '51050', amount: '0.001' })).toBe(false);
    expect(await world.amendStop(user, { amount: '0.001' })).toBe(true);
  });

  it('that excludes is of demo money, too, and of deposits', async () => {
    expect(await people.takeBreak(user, '6-months')).toBe('done');
    for (const opening of OPENINGS) {
      expect(await people.open(user, opening)).toBe('limits.excluded');
      expect(await people.open(user, opening, true)).toBe('limits.excluded');
    }
    expect(await outcome(world.futures.get(OwnLimits).assertMayDeposit(user))).toBe('limits.excluded');
    await expect(
      world.source.query(`update account_user set email = 'a', email_key = 'a', email_bound_at = $2 where id = $1`, [
        user,
        new Date(world.futures.clock.now()),
      ]),
    ).rejects.toMatchObject({ code: 'OL006' });
  });

  it('is made longer and never shorter', async () => {
    expect(await people.takeBreak(user, '7-days')).toBe('done');
    expect(await people.takeBreak(user, '1-day')).toBe('limits.break-runs');
    expect(await people.takeBreak(user, '30-days')).toBe('done');
    expect(await people.takeBreak(user, '1-year')).toBe('done');
    expect(await people.takeBreak(user, '30-days')).toBe('limits.break-runs');
    expect(await people.takeBreak(user, '6-months')).toBe('limits.break-runs');
    expect((await people.state(user)).breaks.map(({ kind }) => kind)).toEqual(['exclusion', 'cool-off', 'cool-off']);
  });

  it('is ended by nobody, whatever rights somebody has, and if the guards sleep the check of the books tells', async () => {
    await people.takeBreak(user, '30-days');
    await people.set(user, 'stake', '10');
    for (const [sql, said] of [
      ['update own_limit_account set break_until = now() where user_id = $1', /never made shorter/],
      ['update own_limit_account set break_until = null where user_id = $1', /never made shorter/],
      ['delete from own_limit_account where user_id = $1', /stays|foreign key/],
      ['update own_break set ends_at = begins_at where user_id = $1', /written once/],
      ['delete from own_break where user_id = $1', /written once/],
      ['update own_limit set amount = 1000 where user_id = $1', /written once/],
      ['delete from own_limit where user_id = $1', /written once/],
      [
        `insert into own_limit (user_id, kind, period, amount, asked_at, effective_at)
         select $1, 'stake', 'day', 1000, t, t from (select max(asked_at) as t from own_limit) newest`,
        /24 hours/,
      ],
    ] as const) {
      await expect(world.source.query(sql, [user])).rejects.toThrow(said);
      // Whoever puts triggers to sleep for itself finds them awake.
      await expect(
        world.source.transaction(async (tx) => {
          await tx.query('set local session_replication_role = replica');
          await tx.query(sql, [user]);
        }),
      ).rejects.toThrow(said);
    }
  });

  it('and the desk has no way to it', async () => {
    const { DESK_ROUTES } = await import('../../../test/desk-routes.js');
    const touched = DESK_ROUTES.flatMap(({ actions }) => Object.values(actions).flat());
    expect(touched.length).toBeGreaterThan(50);
    expect(touched.filter((place) => /own_(limit|break)/.test(place))).toEqual([]);
  });
});

it('every command that commits to something new asks for limits where it asks for required reading', () => {
  const opening = storedFunctions().filter(
    ({ name, text }) => text.includes('required_reading_assert(p_user') && name !== 'required_reading_assert',
  );
  expect(opening.length).toBeGreaterThan(7);
  expect(opening.filter(({ text }) => !/own_limits_(assert|judge)\(p_user/.test(text))).toEqual([]);
});
