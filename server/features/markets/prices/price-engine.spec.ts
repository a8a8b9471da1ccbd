import { beforeEach, describe, expect, it } from '@jest/globals';
import type { TickerView } from '../../../contract/markets/markets.dto.js';
import { nextFundingStamp } from '../../../contract/rules/funding.rules.js';
import type { FeedEvent } from '../../../platform/feeds/feed.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { aCatalog, aMarket } from '../../../test/factories/markets.js';
import { FakeClock } from '../../../test/fakes/fake-clock.js';
import type { MarketCatalog, MarketEntity } from '../market-board/index.js';
import { type FedMarket, PriceEngine } from './price-engine.js';

const PRICE = 'one:linear:BTCUSDT';
const SPOTS = ['one:spot:BTCUSDT', 'two:spot:BTCUSDT', 'three:spot:BTCUSDT'];

let clock: FakeClock;
let metrics: Metrics;
let catalog: MarketCatalog;
let market: MarketEntity;
let engine: PriceEngine;
let trades: number;

async function makeEngine(fed: Partial<FedMarket> = {}, row: Partial<MarketEntity> = {}): Promise<void> {
  market = aMarket({ id: 1, priceInstrument: PRICE, markInstrument: PRICE, constituentsMin: 3, ...row });
  const rows = [market];
  catalog = await aCatalog(rows);
  engine = new PriceEngine(
    metrics,
    (symbol, now) => {
      const current = catalog.bySymbol(symbol);
      return { market: current, closed: current ? catalog.session(current, now).reason : null };
    },
    () => clock.now(),
  );
  const constituents = SPOTS.map((instrument) => ({ instrument, weight: '1.000000000000000000' }));
  const instruments = { priceInstrument: PRICE, perpetualInstrument: PRICE, markInstrument: PRICE };
  const sources = { ...instruments, constituents, constituentsMin: 3 };
  engine.add({ market, origin: 'live', opensAtPreviousClose: false, ...sources, ...fed });
}

beforeEach(async () => {
  clock = new FakeClock();
  metrics = new Metrics();
  trades = 0;
  await makeEngine();
});

const stamp = (instrument: string) => ({ instrument, at: clock.now(), receivedAt: clock.now() });

function trade(price: string, instrument = PRICE, values: Partial<Extract<FeedEvent, { kind: 'trade' }>> = {}): void {
  trades += 1;
  const rest = { id: `${trades}`, quantity: '0.5', side: 'buy' } as const;
  engine.event({ kind: 'trade', ...stamp(instrument), price, ...rest, ...values });
}

function book(bid: string, ask: string): void {
  engine.event({ kind: 'book', ...stamp(PRICE), bids: [[bid, '1']], asks: [[ask, '2']], sequence: 1 });
}

function spots(...prices: string[]): void {
  prices.forEach((price, place) => trade(price, SPOTS[place]));
}

/** Lets time pass a beat and gives what is published. */
function beat(milliseconds = 100) {
  clock.advance(milliseconds);
  return engine.beat(clock.now());
}

const newestRow = (): TickerView | null => engine.pricing('BTC/USDT')?.ticker ?? null;

async function badTicks(): Promise<Record<string, number>> {
  const { values } = await metrics.badTicks.get();
  return Object.fromEntries(values.map(({ labels, value }) => [String(labels.reason), value]));
}

describe('a beat', () => {
  it('gives one row, the trades and the bars of all periods, conflated', () => {
    trade('100.5');
    trade('101');
    trade('100.25', PRICE, { side: 'sell', quantity: '2' });
    const { changes, bars } = beat();
    expect(changes.tickers).toMatchObject([
      { symbol: 'BTC/USDT', last: '100.25', high: '101', low: '100.25', volume: '3', status: 'live', origin: 'live' },
    ]);
    expect(changes.trades['BTC/USDT']?.map(({ price }) => price)).toEqual(['100.5', '101', '100.25']);
    expect(new Set(changes.candles.map(({ period }) => period)).size).toBe(8);
    expect(bars.every(({ marketId, bar }) => marketId === 1 && bar.origin === 'live')).toBe(true);
  });

  it('gives nothing but the second’s mark when nothing happened', () => {
    trade('100');
    beat();
    const { tickers, trades, depths, candles, marks } = beat(0).changes;
    expect({ tickers, trades, depths, candles, marks }).toEqual({
      tickers: [],
      trades: {},
      depths: [],
      candles: [],
      marks: [],
    });
    expect(beat(1000).changes.marks).toHaveLength(1);
  });

  it('shows a confirmed price as young again, once a second and not at every tick', () => {
    trade('100');
    beat(0);
    let rows = 0;
    for (let count = 0; count < 50; count += 1) {
      clock.advance(99);
      book('99', '101');
      rows += beat(1).changes.tickers.length;
    }
    // The book speaks at 99 ms, 199 ms, …: the age is a second younger at 1,099, 2,099, 3,099 and 4,099 ms.
    expect(rows).toBe(4);
    expect(newestRow()?.status).toBe('live');
  });

  it('gives the last 50 of more trades', () => {
    for (let count = 1; count <= 60; count += 1) trade('100');
    const ids = beat().changes.trades['BTC/USDT']?.map(({ id }) => Number(id));
    expect(ids).toEqual(Array.from({ length: 50 }, (_, place) => place + 11));
  });

  it('gives the top 20 of the book', () => {
    const levels = (from: number, step: number): [string, string][] =>
      Array.from({ length: 50 }, (_, place) => [`${from + step * place}`, '1']);
    engine.event({ kind: 'book', ...stamp(PRICE), bids: levels(1000, -1), asks: levels(1001, 1), sequence: 1 });
    const [depth] = beat().changes.depths;
    expect([depth?.bids.length, depth?.asks.length, depth?.bids[19]]).toEqual([20, 20, ['981', '1']]);
  });

  it('gives levels in the decimals of the coin, and none of which nothing is left', () => {
    const bids: [string, string][] = [
      ['99', '0.000000009'],
      ['98', '0.123456789'],
    ];
    engine.event({ kind: 'book', ...stamp(PRICE), bids, asks: [['101', '2.10000000']], sequence: 1 });
    expect(beat().changes.depths).toMatchObject([{ bids: [['98', '0.12345678']], asks: [['101', '2.10000000']] }]);
  });

  it('makes a market without any price: no zeros', () => {
    expect(beat().changes.tickers).toMatchObject([
      { last: null, mark: null, open: null, volume: null, change: null, status: 'stale', reason: 'no-data' },
    ]);
  });
});

describe('status', () => {
  it('is live for 5 s after the last sign of the price, then stale', () => {
    trade('100');
    beat();
    beat(4900);
    expect(newestRow()?.status).toBe('live');
    beat(1);
    expect(newestRow()).toMatchObject({ status: 'stale', reason: 'price-too-old', last: '100' });
  });

  it('says that the feed is lost when its connection is', () => {
    trade('100');
    engine.notice({ kind: 'disconnected', venue: 'one', connection: 'one:linear', reason: 'test' });
    beat(5100);
    expect(newestRow()).toMatchObject({ status: 'stale', reason: 'feed-lost' });
    engine.notice({ kind: 'connected', venue: 'one', connection: 'one:linear' });
    trade('100');
    beat();
    expect(newestRow()?.status).toBe('live');
  });

  it('does not mind the loss of a connection that serves something else', () => {
    trade('100');
    engine.notice({ kind: 'disconnected', venue: 'one', connection: 'one:spot', reason: 'test' });
    beat(5100);
    expect(newestRow()?.reason).toBe('price-too-old');
  });

  it('is halted after ten bad ticks in a row, until a good one', async () => {
    trade('100');
    for (let count = 0; count < 10; count += 1) trade('0');
    beat();
    expect(newestRow()).toMatchObject({ status: 'halted', reason: 'bad-ticks', last: '100' });
    trade('100.1');
    beat();
    expect(newestRow()).toMatchObject({ status: 'live', last: '100.1' });
    expect(await badTicks()).toEqual({ 'not-positive': 10 });
  });

  it('follows the calendar: closed, with the last price', async () => {
    await makeEngine({}, { calendar: 'nobody-knows-it' });
    trade('100');
    beat();
    expect(newestRow()).toMatchObject({ status: 'closed', reason: 'session-closed', last: '100' });
  });

  it('follows the market’s row: an operator’s halt', async () => {
    trade('100');
    beat();
    market.haltedReason = 'maintenance';
    beat();
    expect(newestRow()).toMatchObject({ status: 'halted', reason: 'operator' });
  });
});

describe('bad ticks', () => {
  it('become neither a price, nor a trade, nor a bar, and are counted by reason', async () => {
    trade('100');
    beat();
    trade('1000');
    trade('NaN');
    trade('100', PRICE, { quantity: '-1' });
    trade('100', PRICE, { quantity: '1e9' });
    trade('100', PRICE, { at: clock.now() - 60_000 });
    book('101', '100');
    const { changes } = beat();
    expect([changes.trades, changes.candles, changes.depths]).toEqual([{}, [], []]);
    expect(newestRow()?.last).toBe('100');
    const counted = { 'out-of-band': 1, unreadable: 2, 'not-positive': 1, 'too-old': 1, crossed: 1 };
    expect(await badTicks()).toEqual(counted);
  });

  it('are a real move when two venues stay where they are', () => {
    trade('100');
    spots('100', '100', '100');
    beat();
    for (let round = 0; round < 3; round += 1) {
      expect(newestRow()?.last).toBe('100');
      trade('80', SPOTS[1]);
      trade('80.2');
      beat();
    }
    trade('80.3');
    beat();
    expect(newestRow()?.last).toBe('80.3');
  });

  it('are not a real move when two venues make the same mistake, one tick or one burst each', async () => {
    trade('100');
    spots('100', '100', '100');
    beat();
    for (let round = 0; round < 20; round += 1) {
      for (let burst = 0; burst < 5; burst += 1) {
        trade('1000', SPOTS[1]);
        trade('1000');
      }
      beat();
      expect([newestRow()?.last, newestRow()?.index]).toEqual(['100', '100']);
      trade('100');
      spots('100', '100', '100');
      beat();
    }
    expect(await badTicks()).toEqual({ 'out-of-band': 100 });
  });

  it('are not a real move when only another instrument of the same venue agrees', () => {
    trade('100');
    spots('100', '100', '100');
    beat();
    for (let round = 0; round < 10; round += 1) {
      trade('80', SPOTS[0]);
      trade('80.2');
      beat();
    }
    expect(newestRow()?.last).toBe('100');
  });
});

describe('index and mark', () => {
  it('are the mean of the constituents, and the median of the three prices', () => {
    spots('60000', '60030', '59970');
    engine.event({
      kind: 'ticker',
      ...stamp(PRICE),
      fields: { last: '60110', fundingRate: '0.0001', nextFundingAt: clock.now() + 4 * 3_600_000 },
    });
    book('60012', '60013');
    beat(0);
    expect(newestRow()).toMatchObject({ index: '60000', mark: '60012.5', indexState: 'ok' });
  });

  it('the mark does not follow a book and a last price of one venue that a sound index contradicts', () => {
    spots('60000', '60000', '60000');
    engine.event({ kind: 'ticker', ...stamp(PRICE), fields: { last: '61600' } });
    book('61599', '61601');
    beat(0);
    // 61,600 is further than 2.5 %, half of the band, from the index; 61,400 is not.
    expect(newestRow()).toMatchObject({ index: '60000', mark: '60000', indexState: 'ok' });
    spots('60000', '60000', '60000');
    engine.event({ kind: 'ticker', ...stamp(PRICE), fields: { last: '61400' } });
    book('61399', '61401');
    beat(1000);
    expect(newestRow()).toMatchObject({ index: '60000', mark: '61400' });
  });

  it('nor one that a degraded index contradicts: the two that agree are right', () => {
    spots('60000', '60000', '66000');
    engine.event({ kind: 'ticker', ...stamp(PRICE), fields: { last: '66000' } });
    book('65999', '66001');
    beat(0);
    expect(newestRow()).toMatchObject({ index: '60000', mark: '60000', indexState: 'degraded' });
    for (let second = 0; second < 60; second += 1) {
      spots('60000', '60000', '66000');
      book('65999', '66001');
      beat(1000);
    }
    expect(newestRow()).toMatchObject({ index: '60000', mark: '60000', indexState: 'degraded' });
  });

  it('degrade with two constituents and end with one', () => {
    spots('100', '100.2', '100.1');
    beat(2000);
    trade('100', SPOTS[0]);
    trade('100.2', SPOTS[1]);
    beat(1500);
    expect(newestRow()).toMatchObject({ index: '100.1', indexState: 'degraded' });
    trade('100', SPOTS[0]);
    beat(2000);
    expect(newestRow()).toMatchObject({ index: null, mark: null, indexState: 'stale' });
  });

  it('go by our own rate of funding and our own next stamp, whatever the venue charges', async () => {
    const rate = '0.008';
    await makeEngine({}, { fundingRate: `${rate}0000` });
    clock.set(nextFundingStamp(clock.now()) - 4 * 3_600_000 - 100);
    const venue = { fundingRate: '-0.04', nextFundingAt: clock.now() + 8 * 3_600_000 };
    spots('100', '100', '100');
    trade('102');
    engine.event({ kind: 'ticker', ...stamp(PRICE), fields: { last: '102', bid: '99.8', ask: '100', ...venue } });
    // 100 × (1 + 0.008 × 4 h / 8 h), 100 − 0.1, and 102.
    expect(beat().changes.marks[0]).toMatchObject({
      mark: '100.4',
      fundingRate: rate,
      nextFundingAt: clock.now() + 4 * 3_600_000,
    });
  });

  it('are none of a market whose prices are finer than its grid: what is cut to zero is no price', async () => {
    // Two decimals, and two more of the index.
    spots('0.00009', '0.000091', '0.000089');
    trade('0.00009');
    const [mark] = beat().changes.marks;
    expect(mark).toMatchObject({ index: null, mark: null, indexState: 'stale', last: '0.00009' });
    expect(newestRow()).toMatchObject({ index: null, mark: null, indexState: 'stale' });
    spots('0.00019', '0.000191', '0.000189');
    for (let count = 0; count < 60; count += 1) {
      spots('0.00019', '0.000191', '0.000189');
      trade('0.00019');
      beat(200);
    }
    expect(newestRow()).toMatchObject({ index: '0.0001', mark: '0.0001', indexState: 'ok' });
  });

  it('are told without a last price that nothing has confirmed for 5 s, while the index goes on', () => {
    const lasts: (string | null | undefined)[] = [];
    trade('60000');
    for (let second = 0; second < 10; second += 1) {
      spots('60000', '60000', '60000');
      const [mark] = beat(1000).changes.marks;
      expect(mark).toMatchObject({ index: '60000', mark: '60000', indexState: 'ok' });
      lasts.push(mark?.last);
    }
    expect(lasts).toEqual([...Array(5).fill('60000'), ...Array(5).fill(null)]);
    // The row goes on showing it, as old.
    expect(newestRow()).toMatchObject({ last: '60000', status: 'stale' });
    trade('60010');
    expect(beat(1000).changes.marks[0]?.last).toBe('60010');
  });

  it('are none where the mark alone is cut to zero', async () => {
    await makeEngine({ constituentsMin: 1 });
    engine.event({ kind: 'ticker', ...stamp(PRICE), fields: { last: '0.00009', index: '0.00009' } });
    const [mark] = beat().changes.marks;
    expect(mark).toMatchObject({ index: null, mark: null, indexState: 'stale' });
  });

  it('are made of the venue’s own index where one venue suffices; the mark is ours, whatever that venue calls its own', async () => {
    await makeEngine({ constituentsMin: 1 });
    const said = { last: '100', mark: '101.5', index: '100.2', bid: '100.4', ask: '100.8' };
    engine.event({ kind: 'ticker', ...stamp(PRICE), fields: { ...said, fundingRate: '0.0001' } });
    const [mark] = beat().changes.marks;
    expect(mark).toMatchObject({ method: 'venue', index: '100.2', mark: '100.2', indexState: 'ok' });
    engine.event({ kind: 'ticker', ...stamp(PRICE), fields: { ...said, last: '100.5' } });
    // The median of the index, of the index and what the book has been above it (0.4), and of the last price.
    expect(beat(1000).changes.marks[0]).toMatchObject({ index: '100.2', mark: '100.5' });
    engine.event({ kind: 'ticker', ...stamp(PRICE), fields: said });
    beat();
    expect(mark?.constituents).toMatchObject([{ venue: 'one', price: '100.2', used: true, reason: null }]);
    beat(3000);
    expect(newestRow()).toMatchObject({ index: null, mark: null, indexState: 'stale' });
  });
});

describe('after a restart', () => {
  it('shows the stored price as old, and measures the first tick against it', () => {
    trade('100');
    const bars = beat(60_000 * 2).bars.map(({ bar }) => bar);
    const restarted = engine;
    const stored = bars.filter(({ period }) => period === '1min');
    return makeEngine().then(() => {
      expect(engine).not.toBe(restarted);
      engine.pricing('BTC/USDT')?.restore(stored);
      beat(10_000);
      expect(newestRow()).toMatchObject({ last: '100', status: 'stale' });
      trade('200');
      beat();
      expect(newestRow()?.last).toBe('100');
      trade('101');
      beat();
      expect(newestRow()).toMatchObject({ last: '101', status: 'live' });
    });
  });

  it.each([
    ['closed', true],
    ['running', false],
  ])(
    'takes no flat bar for a price of its time: the newest one that somebody traded in counts, %s or not',
    async (_what, closed) => {
      trade('100');
      const [first] = beat(100)
        .bars.map(({ bar }) => bar)
        .filter(({ period }) => period === '1min');
      if (!first) throw new Error('The trade made no bar.');
      const traded = { ...first, closed: true };
      const flat = { ...traded, filled: true, volume: '0', quoteVolume: '0', trades: 0 };
      // Hours without a trade, and the last of the flat minutes is the one that has just begun.
      clock.set(traded.openAt + 180 * 60_000 + 2000);
      const minutes = Array.from({ length: 180 }, (_, place) => ({
        ...flat,
        openAt: traded.openAt + (place + 1) * 60_000,
      }));
      await makeEngine({
        constituents: [{ instrument: PRICE, weight: '1' }],
        constituentsMin: 1,
        markInstrument: null,
      });
      engine
        .pricing('BTC/USDT')
        ?.restore([traded, ...minutes.slice(0, -1), { ...flat, openAt: clock.now() - 2000, closed }]);
      const { changes } = beat();
      expect(newestRow()).toMatchObject({ last: '100', status: 'stale', pricedAt: traded.openAt });
      expect(changes.marks[0]).toMatchObject({ index: null, indexState: 'stale' });
    },
  );

  it('takes the price of a minute that goes on for one of its beginning', async () => {
    trade('100');
    const bars = beat(0).bars.map(({ bar }) => bar);
    const openAt = bars.find(({ period }) => period === '1min')?.openAt ?? 0;
    await makeEngine();
    engine.pricing('BTC/USDT')?.restore(bars.filter(({ period }) => period === '1min'));
    beat(0);
    expect(newestRow()).toMatchObject({ last: '100', pricedAt: openAt });
  });

  it('takes the price of a closed minute for one of its beginning: no later trade of it is known', async () => {
    trade('100');
    const [first] = beat(100)
      .bars.map(({ bar }) => bar)
      .filter(({ period }) => period === '1min');
    if (!first) throw new Error('The trade made no bar.');
    clock.set(first.openAt + 60_000);
    await makeEngine();
    engine.pricing('BTC/USDT')?.restore([{ ...first, closed: true }]);
    beat(0);
    expect(newestRow()).toMatchObject({ last: '100', status: 'stale', pricedAt: first.openAt });
  });
});

describe('the quoted book', () => {
  const LIMIT_MS = 5000;
  const alive = () => engine.notice({ kind: 'alive', venue: 'one', connection: 'one:linear', books: [PRICE] });
  const shown = () => beat().changes.depths[0] ?? null;
  const EMPTY = { bids: [], asks: [] };

  beforeEach(() => {
    trade('100');
    book('99', '101');
    expect(shown()).toMatchObject({ bids: [['99', '1']], asks: [['101', '2']], at: clock.now() - 100 });
  });

  /** So many seconds pass with a price each, and now and then something else. */
  function seconds(count: number, more: () => void = () => undefined): (ReturnType<typeof shown> | null)[] {
    return Array.from({ length: count }, () => {
      clock.advance(900);
      for (const spot of SPOTS) trade('100', spot);
      more();
      return shown();
    });
  }

  it('is gone after 5 s in which nothing has confirmed it, and is said to be gone once', () => {
    const received = seconds(12);
    expect(received.filter(Boolean)).toEqual([expect.objectContaining(EMPTY)]);
    expect(received.findIndex(Boolean) * 1000).toBe(LIMIT_MS - 1000);
  });

  it('stays when the connection is heard and nothing contradicts: it is as old as that', () => {
    const received = seconds(12, alive);
    expect(received.every((depth) => depth?.bids.length === 1 && depth.confirmedAt === clock.now() - 100)).toBe(false);
    expect(received.every((depth) => depth?.bids[0]?.[0] === '99')).toBe(true);
    expect(received.at(-1)?.confirmedAt).toBe(clock.now() - 100);
    expect(new Set(received.map((depth) => depth?.at)).size).toBe(1);
  });

  it.each<[string, () => void]>([
    ['somebody traded since', () => trade('100.5')],
    ['the ticker names another best price', () => ticker({ last: '100', bid: '99.5', ask: '101' })],
    ['a newer book was refused', () => book('102', '98')],
  ])('is not confirmed by a sign of life when %s', (_why, happens) => {
    clock.advance(100);
    happens();
    expect(seconds(12, alive).filter((depth) => depth?.bids.length === 0)).toHaveLength(1);
    book('99', '101');
    expect(shown()?.bids).toEqual([['99', '1']]);
    expect(seconds(12, alive).some((depth) => depth?.bids.length === 0)).toBe(false);
  });

  it('is confirmed beside a ticker that names the same best prices', () => {
    const same = () => {
      ticker({ last: '100', bid: '99.00', ask: '101' });
      alive();
    };
    expect(seconds(12, same).some((depth) => depth?.bids.length === 0)).toBe(false);
  });

  it.each<[string, () => void]>([
    ['a gap', () => engine.notice({ kind: 'gap', venue: 'one', instrument: PRICE, what: 'book' })],
    [
      'a lost connection',
      () => engine.notice({ kind: 'disconnected', venue: 'one', connection: 'one:linear', reason: '' }),
    ],
  ])('is dropped at once at %s, and does not come back by a sign of life', (_why, happens) => {
    happens();
    alive();
    expect(shown()).toMatchObject(EMPTY);
    expect(seconds(3, alive).filter(Boolean)).toEqual([]);
    book('98', '102');
    expect(shown()?.bids).toEqual([['98', '1']]);
  });

  it('stays at a gap of something else, or of somebody else', () => {
    engine.notice({ kind: 'gap', venue: 'one', instrument: PRICE, what: 'trades' });
    engine.notice({ kind: 'gap', venue: 'two', instrument: SPOTS[1] as string, what: 'book' });
    engine.notice({ kind: 'disconnected', venue: 'two', connection: 'two:linear', reason: '' });
    expect(shown()).toBeNull();
    alive();
    expect(engine.pricing('BTC/USDT')?.price.bookAt(clock.now())).not.toBeNull();
  });

  it('does not come back once it was too old, whoever speaks then', () => {
    clock.advance(LIMIT_MS);
    alive();
    expect(shown()).toMatchObject(EMPTY);
    expect(engine.pricing('BTC/USDT')?.price.bookAt(clock.now())).toBeNull();
  });
});

function ticker(fields: Extract<FeedEvent, { kind: 'ticker' }>['fields']): void {
  engine.event({ kind: 'ticker', ...stamp(PRICE), fields });
}

describe('futures with an instrument of their own', () => {
  const [PAIR = ''] = SPOTS;

  beforeEach(() => makeEngine({ priceInstrument: PAIR, perpetualInstrument: PRICE }, { priceInstrument: PAIR }));

  const bookOf = (instrument: string, bid: string, ask: string) =>
    engine.event({ kind: 'book', ...stamp(instrument), bids: [[bid, '1']], asks: [[ask, '2']], sequence: 1 });

  it('are quoted beside the pair, which keeps its row, its trades and its bars to itself', () => {
    trade('60000', PAIR);
    trade('61000', PRICE);
    bookOf(PAIR, '59999', '60001');
    bookOf(PRICE, '60999', '61001');
    const { changes } = beat();
    expect(changes.tickers).toMatchObject([{ last: '60000', status: 'live' }]);
    expect(changes.depths).toMatchObject([{ bids: [['59999', '1']] }]);
    expect(changes.perpetuals).toMatchObject([{ symbol: 'BTC/USDT', last: '61000', status: 'live', origin: 'live' }]);
    expect(changes.perpetualDepths).toMatchObject([{ bids: [['60999', '1']] }]);
    expect(changes.trades['BTC/USDT']?.map(({ price }) => price)).toEqual(['60000']);
    expect(changes.candles.every(({ high }) => high === '60000')).toBe(true);
  });

  it('are said again only when something changed, or is a second younger', () => {
    trade('61000', PRICE);
    expect(beat().changes.perpetuals).toHaveLength(1);
    expect(beat().changes.perpetuals).toEqual([]);
    trade('61000', PRICE);
    expect(beat().changes.perpetuals).toEqual([]);
    clock.advance(900);
    trade('61000', PRICE);
    expect(beat().changes.perpetuals).toHaveLength(1);
  });

  it('refuse a wrong price of theirs, and of theirs alone', () => {
    trade('60000', PAIR);
    trade('61000', PRICE);
    beat();
    for (let time = 0; time < 10; time += 1) {
      clock.advance(1);
      trade('90000', PRICE);
    }
    trade('60010', PAIR);
    const { changes } = beat();
    expect(changes.perpetuals).toMatchObject([{ last: '61000', status: 'halted', reason: 'bad-ticks' }]);
    expect(changes.tickers).toMatchObject([{ last: '60010', status: 'live' }]);
  });

  it('become stale by themselves, and so does the pair', () => {
    trade('60000', PAIR);
    trade('61000', PRICE);
    beat();
    clock.advance(5000);
    trade('60000', PAIR);
    const { changes } = beat();
    expect(changes.perpetuals).toMatchObject([{ last: '61000', status: 'stale' }]);
    expect(newestRow()?.status).toBe('live');
    clock.advance(5000);
    trade('61000', PRICE);
    expect(beat().changes.perpetuals).toMatchObject([{ status: 'live' }]);
    expect(newestRow()?.status).toBe('stale');
  });

  it('lose their book alone when something of it was missed', () => {
    bookOf(PAIR, '59999', '60001');
    bookOf(PRICE, '60999', '61001');
    beat();
    engine.notice({ kind: 'gap', venue: 'one', instrument: PRICE, what: 'book' });
    const { changes } = beat();
    expect(changes.perpetualDepths).toMatchObject([{ bids: [], asks: [] }]);
    expect(changes.depths).toEqual([]);
  });

  it('make the mark by their own book and last price', () => {
    spots('60000', '60000', '60000');
    trade('61000', PRICE);
    bookOf(PAIR, '59999', '60001');
    bookOf(PRICE, '60499', '60501');
    const [mark] = beat(1000).changes.marks;
    // The middle of index, index and basis, and last price: 60,000, 60,500 and 61,000.
    expect(mark).toMatchObject({ index: '60000', mark: '60500', last: '61000' });
  });
});
