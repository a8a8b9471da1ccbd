import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { BTC_MARKET, FuturesWorld } from '../../../test/factories/futures-world.js';
import { Worker } from '../../../test/factories/liquidation-world.js';
import { tapeSeconds } from '../../../test/factories/tape.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { MarketCatalog, MarketUpdates, TradableMarkets } from '../../markets/market-board/index.js';
import { DecisionMarkets, FollowOpenPositions, FuturesIndex, FuturesIndexStore } from '../futures-index/index.js';
import { MarkSamples } from '../futures-index/mark-samples.js';
import { PAUSED_AFTER_MS } from '../futures-index/unpriced-market.rules.js';
import { TakenDepth } from '../taken-depth/index.js';
import { ActOnMargins } from './act-on-margins.js';
import { CheckMargins } from './check-margins.js';
import { DueMarginsStore } from './due-margins.store.js';
import { FindDueMargins } from './find-due-margins.js';
import { ReachedMargins } from './reached-margins.js';
import { WatchMargins } from './watch-margins.js';

// BTC: lots of 0.01. ETH, market 2: its price goes away while BTC's moves.
const ETH = 2;
const BNB = 4;
const DAY_MS = 86_400_000;
const cross = { marginMode: 'cross' } as const;

let world: FuturesWorld;
let worker: Worker;

beforeAll(async () => {
  world = await FuturesWorld.open({ FUTURES_LEVERAGE_MAX: '125', REAL_MONEY_ON_SIMULATED: 'false' });
  worker = new Worker(world);
}, 60_000);
afterAll(() => world?.close());
beforeEach(async () => {
  world.clock.advance(60_000);
  world.price('300', {}, ETH);
  await btcAt('60000');
});
/** Both markets are looked at, three samples long. */
async function btcAt(price: string): Promise<void> {
  for (let sample = 0; sample < 3; sample++) {
    world.clock.advance(1000);
    world.price(price);
    await worker.look([BTC_MARKET, ETH]);
  }
}

/** BTC alone goes on at a price for so long, five minutes unless told otherwise; nobody is decided meanwhile. */
function btcGoesOn(price: string, milliseconds = PAUSED_AFTER_MS, markets = world.get(DecisionMarkets)): void {
  for (let passed = 0; passed < milliseconds; passed += 1000) {
    world.clock.advance(1000);
    world.price(price);
    markets.sample(BTC_MARKET);
  }
}

const ethCloses = () => world.price('300', { mark: null }, ETH);
const statuses = async (user: string, ...ids: string[]) => {
  const rows = await Promise.all(ids.map((id) => world.row(user, id)));
  return rows.map(({ status }) => status);
};
/** Past the guard of the tape: what other tests wrote is gone. */
const emptyTape = () =>
  world.source.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tx.query('truncate price_sample');
  });
const ethHeld = async (user: string, lots: number, leverage = 10) =>
  world.open(user, { ...cross, marketId: ETH, lots, leverage });

it('one lot in a market without a price keeps no account from being liquidated', async () => {
  const user = await world.user('1000');
  const btc = await world.open(user, { ...cross, leverage: 50, lots: 10 });
  const eth = await ethHeld(user, 1);
  ethCloses();
  await btcAt('52000');
  expect(await statuses(user, btc.positionId, eth.positionId)).toEqual([1, 1]);
  await btcAt('50150');
  expect(await statuses(user, btc.positionId, eth.positionId)).toEqual([3, 1]);
  expect((await world.row(user, btc.positionId)).closedAs).toBe('liquidated');
  expect(Number((await world.balances(user)).contract)).toBeGreaterThanOrEqual(0);
});

/** Lowers BTC until something of the account is closed; answers the price at which it was. */
async function closedAt(user: string, id: string, from: number, to: number): Promise<number | null> {
  for (let price = from; price >= to; price -= 25) {
    await btcAt(String(price));
    if ((await statuses(user, id))[0] === 3) return price;
  }
  return null;
}

it('what is held without a price and is worth more than the rest requires keeps no account from being liquidated', async () => {
  const user = await world.user('1000');
  const btc = await world.open(user, { ...cross, leverage: 50, lots: 10 });
  // Worth 150, with a margin of 15; BTC requires some 23.
  const eth = await ethHeld(user, Math.round(0.5 / Number(world.product(ETH).lotSize)));
  ethCloses();
  // The account's own money ends at some 50,120.
  expect(await closedAt(user, btc.positionId, 50_600, 50_000)).toBeGreaterThan(50_125);
  expect(await statuses(user, eth.positionId)).toEqual([1]);
  expect(Number((await world.balances(user)).contract)).toBeGreaterThanOrEqual(0);
});

it('a long and a short of equal size in a market without a price move nothing in its favour', async () => {
  const closedWith = async (both: boolean): Promise<number | null> => {
    await btcAt('60000');
    const user = await world.user('1000');
    const btc = await world.open(user, { ...cross, leverage: 50, lots: 10 });
    const lots = Math.round(0.5 / Number(world.product(ETH).lotSize));
    if (both) await ethHeld(user, lots, 100);
    if (both) await world.open(user, { ...cross, side: 'short', marketId: ETH, lots, leverage: 100 });
    ethCloses();
    const price = await closedAt(user, btc.positionId, 50_600, 50_000);
    world.price('300', {}, ETH);
    return price;
  };
  const [without, withBoth] = [await closedWith(false), await closedWith(true)];
  // Margins and fees of the two are some 4 of 1,000: 40 in the price of BTC.
  expect(without).not.toBeNull();
  expect(Math.abs(Number(withBoth) - Number(without))).toBeLessThanOrEqual(50);
});

it('a margin in a market that is paused backs nothing that can be closed', async () => {
  const user = await world.user('2000');
  const btc = await world.open(user, { ...cross, leverage: 50, lots: 10 });
  // A margin of some 1,000.
  const eth = await ethHeld(user, Math.round(10 / Number(world.product(ETH).lotSize)), 3);
  ethCloses();
  await btcAt('51000');
  btcGoesOn('51000');
  // The account's other money ends at some 50,080.
  expect(await closedAt(user, btc.positionId, 50_600, 50_000)).toBeGreaterThan(50_100);
  expect(await statuses(user, eth.positionId)).toEqual([1]);
});

it('whoever was carried by a market until it counted as paused is decided again then, without any mark', async () => {
  const user = await world.user('2000');
  const btc = await world.open(user, { ...cross, leverage: 50, lots: 10 });
  const eth = await ethHeld(user, Math.round(10 / Number(world.product(ETH).lotSize)), 3);
  const watch = world.get(WatchMargins);
  await btcAt('50200');
  await watch.sweep();
  await watch.follow();
  ethCloses();
  await btcAt('50200');
  expect(await statuses(user, btc.positionId, eth.positionId)).toEqual([1, 1]);
  btcGoesOn('50200');
  await watch.sweep();
  await watch.follow();
  expect(await statuses(user, btc.positionId, eth.positionId)).toEqual([3, 1]);
});

/** A worker that has just begun, over the same database and board. */
async function begun(): Promise<{ markets: DecisionMarkets; watch: WatchMargins }> {
  const store = world.get(FuturesIndexStore);
  const look = [world.get(TradableMarkets), new MarkSamples(), world.get(TakenDepth), world.get(Clock)] as const;
  const markets = new DecisionMarkets(store, ...look);
  const futuresIndex = new FuturesIndex();
  const followOpenPositions = new FollowOpenPositions(store, futuresIndex, markets);
  await followOpenPositions.load();
  const reached = new ReachedMargins(markets, futuresIndex);
  const check = new CheckMargins(store, markets, futuresIndex, world.get(ActOnMargins));
  const rest = [world.get(MarketCatalog), followOpenPositions, reached, check] as const;
  return { markets, watch: new WatchMargins({ add: () => undefined } as never, world.get(MarketUpdates), ...rest) };
}

it.each<[string, { isBegun?: boolean; isInvented?: boolean }]>([
  ['', {}],
  [', to a worker that has just begun either', { isBegun: true }],
  [', though invented prices went on', { isInvented: true }],
])('after an outage of all, no market counts as paused before others were priced as long%s', async (_, given) => {
  const user = await world.user('1000');
  const btc = await world.open(user, { ...cross, leverage: 50, lots: 10 });
  // Its gain of 300 carries what the futures on BTC lose.
  const eth = await ethHeld(user, Math.round(10 / Number(world.product(ETH).lotSize)), 100);
  const free = Number((await world.balances(user)).contract);
  // By itself it has 15, and requires some 23.
  const low = (60_005 - (free + 120.01 - 15) / 0.1).toFixed(0);
  world.price('330', {}, ETH);
  await btcAt(low);
  const worker = { markets: world.get(DecisionMarkets), watch: world.get(WatchMargins) };
  const swept = async ({ watch }: typeof worker) => {
    await watch.sweep();
    await watch.follow();
    return statuses(user, btc.positionId, eth.positionId);
  };
  expect(await swept(worker)).toEqual([1, 1]);
  await tapeSeconds(world.source, [
    { marketId: ETH, at: world.clock.now(), index: '330', mark: '330', origin: 'live' },
  ]);
  ethCloses();
  for (let second = 0; second < 360; second++) {
    world.clock.advance(1000);
    if (!given.isInvented) continue;
    world.price('1', { origin: 'simulated' }, BNB);
    worker.markets.sample(BNB);
  }
  world.price('1', { mark: null }, BNB);
  const back = given.isBegun ? await begun() : worker;
  btcGoesOn(low, 2000, back.markets);
  expect(await swept(back)).toEqual([1, 1]);
  // They are priced from their second mark on.
  btcGoesOn(low, PAUSED_AFTER_MS - 1000, back.markets);
  expect(await swept(back)).toEqual([1, 1]);
  btcGoesOn(low, 1000, back.markets);
  expect(await swept(back)).toEqual([3, 1]);
});

it('nobody loses a position while what has no price carries it at its last marks', async () => {
  const user = await world.user('1000');
  const btc = await world.open(user, { ...cross, leverage: 50, lots: 10 });
  const { lotSize } = world.product(ETH);
  // Worth 3,000: a fifth of it is 600.
  const eth = await ethHeld(user, Math.round(10 / Number(lotSize)), 100);
  ethCloses();
  await btcAt('50500');
  await btcAt('45500');
  expect(await statuses(user, btc.positionId, eth.positionId)).toEqual([1, 1]);
  world.price('300', {}, ETH);
  await btcAt('45500');
  expect((await statuses(user, btc.positionId, eth.positionId))[0]).toBe(3);
});

it('the insurance fund pays for nobody who still holds a margin in a market without a price', async () => {
  await world.insure('100000');
  const fund = await world.house('insurance');
  const user = await world.user('2000');
  const btc = await world.open(user, { ...cross, leverage: 50, lots: 10 });
  const eth = await ethHeld(user, Math.round(10 / Number(world.product(ETH).lotSize)), 3);
  ethCloses();
  await btcAt('30000');
  expect(await statuses(user, btc.positionId, eth.positionId)).toEqual([1, 1]);
  expect(await world.house('insurance')).toBe(fund);
  world.price('300', {}, ETH);
  await btcAt('30000');
  expect(await statuses(user, btc.positionId, eth.positionId)).toEqual([3, 3]);
});

it('nobody is told to be safer because a market has closed', async () => {
  const user = await world.user('1000');
  await world.open(user, { ...cross, leverage: 50, lots: 10 });
  await ethHeld(user, Math.round(1 / Number(world.product(ETH).lotSize)), 10);
  await btcAt('50350');
  const level = async () => {
    const rows: { level: string }[] = await world.source.query('select level from margin_level where user_id = $1', [
      user,
    ]);
    return rows[0]?.level;
  };
  const judge = () => world.get(CheckMargins).execute([], [`${user}:0`]);
  expect(await level()).toBe('warning');
  ethCloses();
  await btcAt('50350');
  await judge();
  expect(await level()).toBe('warning');
  world.price('300', {}, ETH);
  await btcAt('59000');
  await judge();
  expect(await level()).toBe('safe');
});

it('a mark of longer ago than a week says nothing', async () => {
  const market = { marketId: ETH, demo: true };
  expect(await world.get(DecisionMarkets).unpriced(market)).toMatchObject({ marks: { long: '300', short: '300' } });
  world.clock.advance(7 * DAY_MS);
  expect(await world.get(DecisionMarkets).unpriced(market)).toBeNull();
});

describe('a market without a price for a week', () => {
  const gone = (demo: boolean) => world.get(DecisionMarkets).unpriced({ marketId: ETH, demo });
  const taped = (mark: string, values: { origin?: 'live' | 'simulated'; state?: 'stale' } = {}) =>
    tapeSeconds(world.source, [{ marketId: ETH, at: world.clock.now(), index: mark, mark, origin: 'live', ...values }]);

  /** So many days of a tape that goes on with other markets. */
  const pass = async (days: number) => {
    for (let left = days; left > 0; left -= 0.5) {
      world.clock.advance(Math.min(left, 0.5) * DAY_MS);
      await tapeSeconds(world.source, [
        { marketId: BNB, at: world.clock.now(), index: '150', mark: '150', origin: 'live' },
      ]);
    }
  };

  it('is gone for a book once its tape has had no mark for it, and reaches back as long', async () => {
    world.clock.advance(60 * DAY_MS);
    await emptyTape();
    // A tape that has only begun says nothing.
    expect([await gone(false), await gone(true)]).toEqual([null, null]);
    await taped('300');
    await pass(6.9);
    expect((await gone(false))?.isGone).toBeUndefined();
    // Real money does not go by marks that are invented.
    await taped('300', { origin: 'simulated' });
    await pass(0.2);
    expect(await gone(false)).toMatchObject({ isGone: true, closing: null });
    expect(await gone(true)).toMatchObject({ marks: { long: '300', short: '300' } });
    const all = await world.get(DecisionMarkets).allUnpriced();
    expect(all.find(({ marketId }) => marketId === ETH)?.gone).toEqual([false]);
    await pass(6);
    await taped('300', { state: 'stale' });
    await pass(1);
    expect(await gone(true)).toMatchObject({ isGone: true });
    world.price('300', {}, ETH);
    await btcAt('60000');
    world.get(DecisionMarkets).of({ marketId: ETH, demo: true });
    expect(await gone(true)).toMatchObject({ marks: { long: '300', short: '300' } });
  });

  it('is not gone where the tape itself stood still: nothing is known of anybody then', async () => {
    await emptyTape();
    await taped('300');
    world.clock.advance(8 * DAY_MS);
    expect(await gone(true)).toBeNull();
    await pass(5.5);
    expect(await gone(true)).toBeNull();
    await pass(1.5);
    expect(await gone(true)).toMatchObject({ isGone: true });
  });

  it('is not gone where the tape cannot be read', async () => {
    await emptyTape();
    await taped('300');
    await pass(8);
    const store = world.get(FuturesIndexStore);
    const newestMark = store.newestMark.bind(store);
    store.newestMark = () => Promise.reject(new Error('The server is away.'));
    expect(await gone(true)).toBeNull();
    store.newestMark = newestMark;
    expect(await gone(true)).toMatchObject({ isGone: true });
  });

  it('keeps no account from being judged: what is held there neither backs the rest nor is lost', async () => {
    await emptyTape();
    await taped('300');
    const user = await world.user('2000');
    const btc = await world.open(user, { ...cross, leverage: 50, lots: 10 });
    // A margin of some 1,000 of the 2,000.
    const eth = await ethHeld(user, Math.round(10 / Number(world.product(ETH).lotSize)), 3);
    const free = Number((await world.balances(user)).contract);
    /** The price at which the futures on BTC, bought at 60,005 with a margin of 120.01, and the free money have so much. */
    const btcFor = (equity: number) => (60_005 - (free + 120.01 - equity) / 0.1).toFixed(0);
    const judge = () => world.get(CheckMargins).execute([], [`${user}:0`]);
    const known = async () => {
      await judge();
      const levels: { level: string }[] = await world.source.query(
        'select level from margin_level where user_id = $1',
        [user],
      );
      return [await statuses(user, btc.positionId, eth.positionId), levels[0]?.level ?? 'safe'];
    };
    ethCloses();
    await pass(6);
    btcGoesOn(btcFor(28));
    await btcAt(btcFor(28));
    // It has been paused for long, and what it has lost may still count.
    expect(await known()).toEqual([[1, 1], 'warning']);
    await btcAt('60000');
    expect(await known()).toEqual([[1, 1], 'warning']);
    await pass(2);
    // They require 0.45 % of some 5,000.
    await btcAt(btcFor(28));
    expect(await known()).toEqual([[1, 1], 'warning']);
    // What is said of the rest is no assumption, so it may be told to be safer, too.
    await btcAt('58000');
    expect(await known()).toEqual([[1, 1], 'safe']);
    await btcAt(btcFor(15));
    expect(await statuses(user, btc.positionId, eth.positionId)).toEqual([3, 1]);
    expect((await world.row(user, btc.positionId)).closedAs).toBe('liquidated');
  });

  it('has its positions looked at with its first mark, whatever that is', async () => {
    await emptyTape();
    await taped('300');
    const user = await world.user('2000');
    const btc = await world.open(user, { ...cross, leverage: 50, lots: 1 });
    const eth = await ethHeld(user, Math.round(40 / Number(world.product(ETH).lotSize)), 10);
    ethCloses();
    await pass(8);
    await btcAt('60000');
    await world.get(CheckMargins).execute([], [`${user}:0`]);
    expect(await statuses(user, btc.positionId, eth.positionId)).toEqual([1, 1]);
    // 40 of ETH have lost 2,400.
    world.price('240', {}, ETH);
    await btcAt('60000');
    expect((await statuses(user, eth.positionId))[0]).toBe(3);
  });
});

describe('what is held in a market that is gone', () => {
  const sound = (at: number, marketId = BNB) => ({ marketId, at, index: '1', mark: '1', origin: 'live' as const });

  /** What a sweep finds and publishes of the market. */
  async function figures(): Promise<Record<string, number>> {
    for await (const _ of world.get(FindDueMargins).slices());
    const { goneMarketAccounts, goneMarketMargin } = world.get(Metrics);
    const { symbol } = world.market(BNB);
    const found: Record<string, number> = {};
    for (const [name, gauge] of Object.entries({ accounts: goneMarketAccounts, margin: goneMarketMargin }))
      for (const { labels, value } of (await gauge.get()).values)
        if (labels.symbol === symbol) found[`${labels.book} ${name}`] = value;
    return found;
  }

  it('is published by market and book, until it has a price again', async () => {
    await emptyTape();
    world.price('1', {}, BNB);
    const held = { ...cross, marketId: BNB, lots: 1, leverage: 10 };
    const [one, other] = [await world.user('50000'), await world.user('50000')];
    const opened = [
      await world.open(one, held),
      await world.open(one, { ...held, side: 'short' }),
      await world.open(other, { ...held, marginMode: 'isolated' }),
    ];
    const margins = opened.reduce((sum, { margin }) => sum + Number(margin), 0);
    await tapeSeconds(world.source, [sound(world.clock.now())]);
    world.price('1', { mark: null }, BNB);
    await btcAt('60000');
    expect(await figures()).toEqual({});
    // The tape goes on with another market.
    for (let half = 0; half < 16; half += 1) {
      world.clock.advance(DAY_MS / 2);
      await tapeSeconds(world.source, [sound(world.clock.now(), ETH)]);
    }
    const gone = { 'real accounts': 2, 'real margin': margins };
    expect(await figures()).toEqual(gone);
    // Whatever the figures fail of, the sweep goes on.
    const store = world.get(DueMarginsStore);
    const failing = jest.spyOn(store, 'heldIn').mockRejectedValue(new Error('The server is away.'));
    expect(await figures()).toEqual(gone);
    failing.mockRestore();
    await tapeSeconds(world.source, [sound(world.clock.now() + 1000)]);
    world.clock.advance(61_000);
    // What nobody finds any more is left out after a while (`PassingGauge`).
    const steady = performance.now();
    jest.spyOn(performance, 'now').mockReturnValue(steady + 3_600_000);
    expect(await figures()).toEqual({});
    jest.restoreAllMocks();
  });
});

it('a worker that has just begun takes the last marks from the tape, and no single outlier', async () => {
  await emptyTape();
  // Nothing that this worker has read of the market is known any more.
  world.clock.advance(8 * DAY_MS);
  const markets = world.get(DecisionMarkets);
  await world.get(FollowOpenPositions).readTerms();
  const at = world.clock.now() - 2 * 86_400_000;
  const second = (n: number, mark: string | null) => ({ marketId: BNB, at: at + n * 1000, index: mark, mark });
  await tapeSeconds(world.source, [
    second(0, '50'),
    ...Array.from({ length: 9 }, (_, n) => second(n + 1, '150')),
    second(10, '151'),
    second(11, null),
  ]);
  expect(await markets.unpriced({ marketId: BNB, demo: true })).toMatchObject({
    marks: { long: '151', short: '150' },
    closing: null,
  });
  expect(await markets.unpriced({ marketId: BNB, demo: false })).toBeNull();
  // What the tape got since is looked at again, by a worker that judges nobody there.
  await tapeSeconds(world.source, [{ marketId: BNB, at: world.clock.now() + 30_000, index: '300', mark: '300' }]);
  world.clock.advance(61_000);
  expect(await markets.unpriced({ marketId: BNB, demo: true })).toMatchObject({ marks: { long: '300', short: '300' } });
});
