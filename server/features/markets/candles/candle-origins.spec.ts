import type { DataSource } from 'typeorm';
import type { CandleView, PriceOrigin } from '../../../contract/markets/markets.dto.js';
import { createDataSource } from '../../../database/data-source.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { createTestDatabase, type TestDatabase } from '../../../test/database.js';
import { MarketsStore } from '../market-board/markets.store.js';
import { CandleSeries } from '../candle-series/candle-series.js';
import { HOUR_MS, MINUTE_MS } from '../candle-series/bars.rules.js';
import { BackfillCandles } from './backfill-candles.js';
import { CandleFoldsStore } from './candle-folds.store.js';
import { CandlePartitionsStore } from './candle-partitions.store.js';
import { CandleRecorder } from './candle-recorder.js';
import { CandlesStore } from './candles.store.js';
import { RecentBars } from './recent-bars.js';
import { StoredSeriesStore } from './stored-series.store.js';

const SYMBOL = 'BTC/USDT';
const START = Date.UTC(2026, 5, 16, 8);
const NOW = START + 2 * HOUR_MS + 30_000;

let database: TestDatabase;
let source: DataSource;
/** With the rights of who serves: for what the product does. */
let serving: DataSource;
let store: CandlesStore;
let recorder: CandleRecorder;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await createDataSource(database.url).initialize();
  serving = await createDataSource(database.servingUrl).initialize();
  store = new CandlesStore(serving);
  recorder = new CandleRecorder(
    store,
    new CandlePartitionsStore(serving),
    new StoredSeriesStore(serving),
    new Metrics(),
  );
  await source.query(`insert into feed_lease values ('markets', 7, 'test', now())`);
});
beforeEach(() => source.query('truncate candle, market_feed'));
afterAll(async () => {
  await serving.destroy();
  await source.destroy();
  await database.drop();
});

/** Prices tell the origin: 1 is simulated, 2 recorded, 3 imported. */
const PRICES: Record<string, string> = { simulated: '1', recorded: '2', imported: '3' };

function aBar(minute: number, origin: PriceOrigin, fields: Partial<CandleView> = {}): CandleView {
  const price = PRICES[origin] ?? '9';
  const prices = { open: price, high: price, low: price, close: price };
  const sums = { volume: '1', quoteVolume: price, trades: 1, revision: 1 };
  const flags = { closed: true, filled: false, outage: false, origin };
  return {
    symbol: SYMBOL,
    period: '1min',
    openAt: START + minute * MINUTE_MS,
    ...prices,
    ...sums,
    ...flags,
    ...fields,
  };
}

const write = (...bars: CandleView[]) =>
  recorder.write(
    '7',
    bars.map((bar) => ({ marketId: 1, bar })),
  );
const span = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const filter = (origin: PriceOrigin, from = 0, to = 1000) => ({
  marketId: 1,
  period: '1min' as const,
  origin,
  from: START + from * MINUTE_MS,
  to: START + to * MINUTE_MS,
});
/** `simulated 5`: the origin and the minute. */
const named = (bars: readonly CandleView[]) => bars.map((bar) => `${bar.origin} ${(bar.openAt - START) / MINUTE_MS}`);

describe('bars of several origins at the same times', () => {
  it('are kept side by side, and each origin reads its own', async () => {
    await write(...span(0, 9).map((minute) => aBar(minute, 'simulated')));
    await write(...span(5, 14).map((minute) => aBar(minute, 'recorded')));
    expect(named(await store.closedBars(SYMBOL, filter('simulated'), 100))).toEqual(
      span(0, 9).map((minute) => `simulated ${minute}`),
    );
    expect(named(await store.closedBars(SYMBOL, filter('recorded'), 100))).toEqual(
      span(5, 14).map((minute) => `recorded ${minute}`),
    );
    expect(await store.closedBars(SYMBOL, filter('live'), 100)).toEqual([]);
    expect((await store.closedMarks(filter('simulated', 0, 20))).length).toBe(10);
  });

  it('have imported ones before their first, whatever the page, and never among or after them', async () => {
    await write(...span(10, 14).map((minute) => aBar(minute, 'simulated')));
    // A bar that is still running is the market's own, too.
    await write(aBar(20, 'recorded', { closed: false }), ...span(0, 30).map((minute) => aBar(minute, 'imported')));
    const read = async (origin: PriceOrigin, from: number, to: number, limit = 100) =>
      named(await store.closedBars(SYMBOL, filter(origin, from, to), limit));
    expect(await read('simulated', 7, 12)).toEqual([
      'imported 7',
      'imported 8',
      'imported 9',
      'simulated 10',
      'simulated 11',
      'simulated 12',
    ]);
    expect(await read('simulated', 0, 30, 6)).toEqual(['imported 9', ...span(10, 14).map((at) => `simulated ${at}`)]);
    expect(await read('simulated', 12, 30)).toEqual(['simulated 12', 'simulated 13', 'simulated 14']);
    expect(await read('simulated', 15, 30)).toEqual([]);
    expect(await read('simulated', 0, 3)).toEqual(span(0, 3).map((at) => `imported ${at}`));
    expect(await read('recorded', 18, 30)).toEqual(['imported 18', 'imported 19']);
    expect(await read('imported', 29, 30)).toEqual(['imported 29', 'imported 30']);
  });

  it('are restored, and their longer bars folded, from the origin that feeds alone', async () => {
    await write(...span(60, 119).map((minute) => aBar(minute, 'simulated')));
    await write(...span(100, 119).map((minute) => aBar(minute, 'recorded')));
    await write(...span(0, 119).map((minute) => aBar(minute, 'imported')));
    await new CandleFoldsStore(serving).fold('7', {
      marketId: 1,
      origin: 'recorded',
      period: '5min',
      part: '1min',
      from: START + 100 * MINUTE_MS,
      to: START + 120 * MINUTE_MS,
    });
    const restore = async (origin: PriceOrigin) =>
      (await recorder.restore([{ id: 1, symbol: SYMBOL, origin }], NOW)).get(1) ?? [];
    const recorded = await restore('recorded');
    expect(recorded.filter(({ period }) => period === '1min')).toHaveLength(20);
    expect(recorded.filter(({ period }) => period === '5min')).toHaveLength(4);
    expect(recorded.every(({ open, high, low, close }) => open + high + low + close === '2222')).toBe(true);
    expect((await restore('simulated')).filter(({ period }) => period === '1min')).toHaveLength(60);
    expect(await restore('live')).toEqual([]);
    // Another market asks in the same breath, and gets none of them.
    const two = [
      { id: 1, symbol: SYMBOL, origin: 'recorded' as const },
      { id: 2, symbol: 'ETH/USDT', origin: 'recorded' as const },
    ];
    expect([...(await recorder.restore(two, NOW)).keys()]).toEqual([1]);
  });

  it('of another origin are missing as far as filling gaps is concerned', async () => {
    await write(...span(0, 119).map((minute) => aBar(minute, 'simulated')));
    const asked: string[] = [];
    const backfill = new BackfillCandles(store, new CandleFoldsStore(serving), recorder);
    const venue = {
      marketId: 1,
      symbol: SYMBOL,
      origin: 'recorded' as const,
      history: (period: string, from: number, to: number) => {
        asked.push(`${period} ${(to - from) / MINUTE_MS}`);
        return Promise.resolve([]);
      },
    };
    await backfill.execute({ token: '7', now: NOW, sources: [venue], depth: 'recent' });
    expect(asked[0]).toBe('1min 1440');
    expect((await store.closedBars(SYMBOL, filter('simulated'), 1000)).some(({ outage }) => outage)).toBe(false);
    await backfill.execute({ token: '7', now: NOW, sources: [{ ...venue, origin: 'simulated' }], depth: 'recent' });
    expect(asked).toContain('1min 1320');
  });

  it('are refused by a series that folds another origin', () => {
    const series = new CandleSeries({ id: 1, symbol: SYMBOL, origin: 'recorded', priceScale: 2, quantityScale: 5 });
    expect(() => series.restore([aBar(0, 'simulated')])).toThrow('takes no simulated ones');
  });
});

describe('the row of a market that nobody feeds', () => {
  it('has the price and the figures of the origin that fed it last', async () => {
    await write(...span(0, 9).map((minute) => aBar(minute, 'simulated')));
    await write(...span(5, 7).map((minute) => aBar(minute, 'recorded')));
    await write(...span(0, 30).map((minute) => aBar(minute, 'imported')));
    const row = async () =>
      (await new MarketsStore(serving).storedPrices(START)).filter(({ marketId }) => marketId === 1)[0];
    const feed = (origin: PriceOrigin) =>
      source.query(
        `insert into market_feed values (1, $1, 7) on conflict (market_id) do update set origin = excluded.origin`,
        [origin],
      );
    await feed('simulated');
    expect(await row()).toMatchObject({ origin: 'simulated', last: '1', high: '1', low: '1', volume: '10' });
    await feed('recorded');
    expect(await row()).toMatchObject({ origin: 'recorded', last: '2', high: '2', low: '2', volume: '3' });
    await feed('live');
    expect(await row()).toMatchObject({ origin: 'live', last: null, high: null, volume: null, pricedAt: null });
    await source.query('truncate candle, market_feed');
    expect(await row()).toBeUndefined();
  });

  it('is as old as its newest traded bar, whose price is of no later than its end', async () => {
    const row = async () =>
      (await new MarketsStore(serving).storedPrices(START)).filter(({ marketId }) => marketId === 1)[0];
    await write(aBar(0, 'simulated'));
    expect(await row()).toMatchObject({ last: '1', pricedAt: START + MINUTE_MS });
    // Of a minute that goes on nobody knows when its price was.
    await write({ ...aBar(1, 'simulated'), high: '3', close: '3', closed: false });
    expect(await row()).toMatchObject({ last: '3', pricedAt: START + MINUTE_MS });
    const flat = { volume: '0', quoteVolume: '0', trades: 0, filled: true };
    await write(...span(2, 9).map((minute) => ({ ...aBar(minute, 'simulated'), ...flat, closed: minute < 9 })));
    expect(await row()).toMatchObject({ last: '3', pricedAt: START + MINUTE_MS });
  });
});

describe('the row of a market in which nobody has traded since the instant that it is asked for', () => {
  it('has the price of the last day with trades, as old as its beginning', async () => {
    const DAY = Date.UTC(2026, 5, 10);
    const row = async () =>
      (await new MarketsStore(serving).storedPrices(START)).filter(({ marketId }) => marketId === 1)[0];
    const aDay = (days: number, price: string, fields: Partial<CandleView> = {}) =>
      aBar(0, 'recorded', {
        period: '1day',
        openAt: DAY + days * 24 * HOUR_MS,
        open: price,
        high: price,
        low: price,
        close: price,
        ...fields,
      });
    const flat = { volume: '0', quoteVolume: '0', trades: 0, filled: true };
    await write(aDay(0, '4'), aDay(1, '5'), aDay(2, '6', flat), aBar(-1, 'recorded'), aBar(1, 'recorded', flat));
    expect(await row()).toMatchObject({ last: '5', origin: 'recorded', pricedAt: DAY + 24 * HOUR_MS });
    // When in its day a price was nobody knows; a minute says it.
    await write(aDay(6, '6', { closed: false }));
    expect(await row()).toMatchObject({ last: '6', pricedAt: DAY + 144 * HOUR_MS });
    await write(aBar(2, 'recorded'));
    expect(await row()).toMatchObject({ last: '2', pricedAt: START + 3 * MINUTE_MS });
  });
});

describe('bars kept in memory', () => {
  const recentBars = (bars: CandleView[]) => RecentBars.loaded(bars, { loadedAt: 0, origin: 'recorded', before: null });
  const all = (recent: RecentBars) => named(recent.range(0, Number.MAX_SAFE_INTEGER, 3000) ?? []);

  it('take none of another origin, and lose the imported ones from where their own begin', () => {
    const recent = recentBars(span(0, 4).map((minute) => aBar(minute, 'imported')));
    recent.take(aBar(5, 'simulated'));
    expect(all(recent)).toEqual(span(0, 4).map((minute) => `imported ${minute}`));
    recent.take(aBar(3, 'recorded'));
    expect(all(recent)).toEqual(['imported 0', 'imported 1', 'imported 2', 'recorded 3']);
  });

  it('are read again soon for as long as there are more of them every time, and then ever later', () => {
    const bars = (count: number) => span(1, count).map((minute) => aBar(minute, 'recorded'));
    let recent = recentBars([]);
    const reload = (count: number, loadedAt: number) => {
      recent = RecentBars.loaded(bars(count), { loadedAt, origin: 'recorded', before: recent });
    };
    expect([recent.isDue(999), recent.isDue(1000)]).toEqual([false, true]);
    reload(10, 1000);
    expect(recent.isDue(2000)).toBe(true);
    reload(10, 2000);
    expect([recent.isDue(3999), recent.isDue(4000)]).toEqual([false, true]);
    for (let time = 0; time < 20; time += 1) reload(10, 4000);
    expect([recent.isDue(4000 + 299_999), recent.isDue(4000 + 300_000)]).toEqual([false, true]);
  });
});
