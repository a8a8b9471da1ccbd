import { beforeEach, describe, expect, it } from '@jest/globals';
import { nextFundingStamp } from '../../../contract/rules/funding.rules.js';
import type { BookLevel, FeedEvent, TickerFields, VenueBar } from '../../../platform/feeds/feed.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { aMarket } from '../../../test/factories/markets.js';
import { FakeClock } from '../../../test/fakes/fake-clock.js';
import { PriceEngine } from './price-engine.js';

/** One venue whose own index is taken, with nobody beside it: the guard has only this one's past and its other prices. */
const PRICE = 'one:linear:BTCUSDT';
const GOOD: TickerFields = { last: '62880', mark: '62885', index: '62870', bid: '62870', ask: '62880' };
const MINUTE = 60_000;

let clock: FakeClock;
let metrics: Metrics;
let engine: PriceEngine;
let tradeCount: number;

beforeEach(() => {
  clock = new FakeClock();
  metrics = new Metrics();
  tradeCount = 0;
  const market = aMarket({ id: 1, priceInstrument: PRICE, markInstrument: PRICE, bandRatio: '0.05' });
  engine = new PriceEngine(
    metrics,
    () => ({ market, closed: null }),
    () => clock.now(),
  );
  const sources = {
    priceInstrument: PRICE,
    perpetualInstrument: PRICE,
    markInstrument: PRICE,
    constituents: [],
    constituentsMin: 1,
  };
  engine.add({ market, origin: 'live', opensAtPreviousClose: false, ...sources });
});

const stamp = () => ({ instrument: PRICE, at: clock.now(), receivedAt: clock.now() });

function ticker(fields: TickerFields): void {
  engine.event({ kind: 'ticker', ...stamp(), fields });
}

function book(bids: BookLevel[], asks: BookLevel[]): void {
  engine.event({ kind: 'book', ...stamp(), bids, asks, sequence: 1 });
}

function trade(price: string): void {
  tradeCount += 1;
  engine.event({ kind: 'trade', ...stamp(), id: String(tradeCount), price, quantity: '1', side: 'buy' } as FeedEvent);
}

function beat(milliseconds = 1000) {
  clock.advance(milliseconds);
  return engine.beat(clock.now()).changes;
}

const faults = async () =>
  Object.fromEntries((await metrics.badTicks.get()).values.map((one) => [one.labels.reason, one.value]));
const figures = () => engine.pricing('BTC/USDT')?.ticker;
const depth = () => engine.pricing('BTC/USDT')?.price.bookAt(clock.now()) ?? null;

describe('a ticker with one price that is wrong', () => {
  it.each<[keyof TickerFields, string]>([
    ['mark', '31440'],
    ['index', '6288'],
    ['index', '62870000'],
    ['mark', '0'],
    ['index', '-1'],
    ['index', 'NaN'],
  ])('%s %s: it alone is not taken, at first and later, however often it is said', async (field, wrong) => {
    for (let place = 0; place < 10; place += 1) {
      if (place === 5) ticker(GOOD);
      ticker({ ...GOOD, [field]: wrong });
      beat();
      expect(figures()).toMatchObject({ last: '62880', status: 'live' });
      const shown = [figures()?.mark, figures()?.index].filter((price) => price != null);
      for (const price of shown) expect(Math.abs(Number(price) / 62_880 - 1)).toBeLessThan(0.01);
      if (field === 'index') expect(figures()).toMatchObject({ index: null, mark: null, indexState: 'stale' });
    }
    expect(Object.values(await faults())).toEqual([10]);
  });

  it('an index that walks away in small steps is left behind where the market is not', () => {
    let index = 62_870;
    for (let place = 0; place < 60; place += 1) {
      index *= 1.01;
      ticker({ ...GOOD, index: index.toFixed(2) });
      beat(300);
    }
    expect(index).toBeGreaterThan(100_000);
    expect(figures()).toMatchObject({ last: '62880', index: null, mark: null, indexState: 'stale' });
  });

  it('a move of everything is followed, index and sides too', () => {
    ticker(GOOD);
    beat();
    for (let place = 0; place < 5; place += 1) {
      ticker({ last: '56000', mark: '56000', index: '56010', bid: '55990', ask: '56000' });
      beat();
    }
    expect(figures()).toMatchObject({ last: '56000', index: '56010', indexState: 'ok' });
  });

  it('never makes a rate or a stamp of funding: those are ours', () => {
    ticker({ ...GOOD, fundingRate: '1.5', nextFundingAt: 1 });
    expect(beat().marks[0]).toMatchObject({ fundingRate: null, nextFundingAt: nextFundingStamp(clock.now()) });
  });
});

describe('a book with one price that is wrong', () => {
  const sound = () => book([['62870', '5']], [['62880', '5']]);

  it.each<[string, BookLevel[], BookLevel[]]>([
    ['an ask ten times too high', [['62800', '5']], [['628000', '5']]],
    ['a bid of a tenth', [['6280', '5']], [['62880', '5']]],
    ['both sides of another market', [['3120', '5']], [['3121', '5']]],
    ['an ask alone that is ten times too high', [], [['628000', '5']]],
    ['a bid alone of a tenth', [['6280', '5']], []],
  ])('%s serves nobody, however often it is said', (_what, bids, asks) => {
    ticker(GOOD);
    sound();
    for (let place = 0; place < 8; place += 1) {
      beat();
      trade('62880');
      book(bids, asks);
    }
    expect(depth()).toBeNull();
    sound();
    expect(depth()).not.toBeNull();
  });

  it('is not taken as the first one either, beside a price that is known', () => {
    trade('62880');
    book([['62800', '5']], [['628000', '5']]);
    expect(depth()).toBeNull();
  });

  it.each<[string, BookLevel[]]>([
    [
      'a price out of all bounds',
      [
        ['62881', '1'],
        ['628000', '1'],
      ],
    ],
    [
      'a price before the one above it',
      [
        ['62881', '1'],
        ['62879', '1'],
      ],
    ],
    [
      'the same price twice',
      [
        ['62881', '1'],
        ['62881', '1'],
      ],
    ],
    [
      'no quantity',
      [
        ['62881', '1'],
        ['62882', '0'],
      ],
    ],
    [
      'a negative quantity',
      [
        ['62881', '1'],
        ['62882', '-4'],
      ],
    ],
    [
      'a price that is none',
      [
        ['62881', '1'],
        ['NaN', '1'],
      ],
    ],
  ])('is shown as far as it is right: behind the first level %s', (_what, asks) => {
    ticker(GOOD);
    book([['62870', '5']], [...asks, ['62890', '3']]);
    expect(beat(100).depths[0]?.asks).toEqual([['62881', '1']]);
  });
});

describe('a last price that nothing but the book speaks of', () => {
  it.each([
    ['between bid and ask', '62870', '62890', 'live'],
    ['one spread below the bid', '62890', '62900', 'live'],
    ['one spread above the ask', '62860', '62870', 'live'],
    ['further below the bid', '62891', '62900', 'stale'],
    ['further above the ask', '62860', '62869', 'stale'],
  ])('%s', (_where, bid, ask, status) => {
    trade('62880');
    for (let second = 0; second < 6; second += 1) {
      beat();
      book([[bid, '5']], [[ask, '5']]);
    }
    beat(100);
    expect(figures()).toMatchObject({ last: '62880', status });
    expect(depth()?.bids).toEqual([[bid, '5']]);
    // A trade confirms itself.
    trade('62881');
    beat(100);
    expect(figures()).toMatchObject({ last: '62881', status: 'live' });
  });
});

describe('a venue’s bar', () => {
  const bar = (values: Partial<VenueBar>): VenueBar => ({
    openAt: Math.floor(clock.now() / MINUTE) * MINUTE,
    open: '62880',
    high: '62900',
    low: '62850',
    close: '62890',
    volume: '3',
    quoteVolume: '188000',
    trades: null,
    closed: true,
    ...values,
  });
  const minute = () => engine.pricing('BTC/USDT')?.series.current('1min')[0];

  it.each<Partial<VenueBar>>([
    { high: '628800' },
    { low: '6288' },
    { open: '31000', low: '31000' },
    { close: '99000', high: '99000' },
  ])('that has %j is not taken for ours', async (wrong) => {
    trade('62880');
    beat(100);
    engine.event({ kind: 'bar', ...stamp(), period: '1min', bar: bar(wrong) });
    beat(100);
    expect(minute()).toMatchObject({ high: '62880', low: '62880' });
    expect(await faults()).toEqual({ 'out-of-band': 1 });
  });

  it.each([
    ['of a minute to come', MINUTE, 'from-the-future'],
    ['of an hour to come', 60 * MINUTE, 'from-the-future'],
    ['that opens within a minute', 1000, 'unreadable'],
    ['without an instant', Number.NaN, 'unreadable'],
  ])('%s is not taken', async (_what, ahead, reason) => {
    clock.advance(30_000 - (clock.now() % MINUTE));
    trade('62880');
    beat(100);
    const openAt = Math.floor(clock.now() / MINUTE) * MINUTE + ahead;
    engine.event({ kind: 'bar', ...stamp(), period: '1min', bar: bar({ openAt }) });
    expect(await faults()).toEqual({ [reason]: 1 });
    expect(
      engine
        .pricing('BTC/USDT')
        ?.series.current('1min')
        .map((one) => one.high),
    ).toEqual(['62880']);
  });

  it('may be of a minute that begins at the venue a moment before it does here', async () => {
    clock.advance(2 * MINUTE - 1000 - (clock.now() % MINUTE));
    trade('62880');
    beat(100);
    const openAt = Math.ceil(clock.now() / MINUTE) * MINUTE;
    engine.event({ kind: 'bar', ...stamp(), period: '1min', bar: bar({ openAt, closed: false }) });
    expect(await faults()).toEqual({});
  });

  it('may be as wide as what the guard believed in its minute', async () => {
    trade('62880');
    for (let place = 0; place < 6; place += 1) {
      beat();
      trade('52000');
    }
    const { out } = { out: await faults() };
    engine.event({ kind: 'bar', ...stamp(), period: '1min', bar: bar({ low: '52000', close: '52000' }) });
    expect(await faults()).toEqual(out);
  });
});
