import type { DataSource } from 'typeorm';
import { CANDLE_PERIODS, type CandleView } from '../../../contract/markets/markets.dto.js';
import { createDataSource } from '../../../database/data-source.js';
import type { VenueBar, VenuePeriod } from '../../../platform/feeds/feed.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { createTestDatabase, type TestDatabase } from '../../../test/database.js';
import { CandleSeries } from '../candle-series/candle-series.js';
import { barOf, DAY_MS, foldBars, HOUR_MS, MINUTE_MS, nextOpen, barView } from '../candle-series/bars.rules.js';
import { BackfillCandles, type CandleSource } from './backfill-candles.js';
import { CandleFoldsStore } from './candle-folds.store.js';
import { CandlePartitionsStore } from './candle-partitions.store.js';
import { CandleRecorder } from './candle-recorder.js';
import { CandlesStore } from './candles.store.js';
import { StoredSeriesStore } from './stored-series.store.js';

const MARKET = { id: 1, symbol: 'BTC/USDT', origin: 'simulated' as const, priceScale: 2, quantityScale: 5 };
/** A Tuesday, so that weeks and months are in the middle. */
const NOW = Date.UTC(2026, 5, 16, 9, 41, 30);

let database: TestDatabase;
let source: DataSource;
/** With the rights of who serves: for what the product does. */
let serving: DataSource;
let store: CandlesStore;
let partitions: CandlePartitionsStore;
let recorder: CandleRecorder;
let backfill: BackfillCandles;
let nextMarket = 1000;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await createDataSource(database.url).initialize();
  serving = await createDataSource(database.servingUrl).initialize();
  store = new CandlesStore(serving);
  partitions = new CandlePartitionsStore(serving);
  recorder = new CandleRecorder(store, partitions, new StoredSeriesStore(serving), new Metrics());
  backfill = new BackfillCandles(store, new CandleFoldsStore(serving), recorder);
  await source.query(`insert into feed_lease values ('markets', 7, 'test', now())
    on conflict (name) do update set token = 7`);
});

afterAll(async () => {
  await serving.destroy();
  await source.destroy();
  await database.drop();
});

/** Every test has a market of its own. */
function aMarket(): number {
  nextMarket += 1;
  return nextMarket;
}

function aBar(openAt: number, fields: Partial<CandleView> = {}): CandleView {
  const flags = { closed: true, filled: false, outage: false };
  const prices = { open: '100.5', high: '101', low: '99.25', close: '100' };
  const sums = { volume: '2.00001', quoteVolume: '200.001', trades: 2, revision: 3 };
  return {
    symbol: MARKET.symbol,
    period: '1min',
    openAt,
    ...prices,
    ...sums,
    ...flags,
    origin: 'simulated',
    ...fields,
  };
}

const rows = (marketId: number, bars: CandleView[]) => bars.map((bar) => ({ marketId, bar }));

async function stored(marketId: number, period: CandleView['period'] = '1min'): Promise<CandleView[]> {
  return store.allBars(MARKET.symbol, { marketId, period, origin: 'simulated', from: 0, to: Date.UTC(2100, 0, 1) });
}

async function restored(id: number, now: number): Promise<CandleView[]> {
  return (await recorder.restore([{ ...MARKET, id }], now)).get(id) ?? [];
}

describe('a bar that the table refuses', () => {
  it('is dropped and counted alone, and keeps no other one out, of its market or of others', async () => {
    const metrics = new Metrics();
    const counting = new CandleRecorder(store, partitions, new StoredSeriesStore(serving), metrics);
    const [one, other] = [aMarket(), aMarket()];
    const good = [aBar(60_000), aBar(120_000), aBar(180_000)];
    const batch = [
      ...rows(one, [...good, aBar(240_000, { volume: `1${'0'.repeat(20)}` })]),
      ...rows(other, [aBar(0, { trades: 2 ** 31 }), ...good]),
      ...rows(other, [aBar(0, { period: '60min', quoteVolume: `1${'0'.repeat(20)}` })]),
    ];
    expect(await counting.write('7', batch)).toBe(true);
    expect(await stored(one)).toEqual(good);
    expect(await stored(other)).toEqual(good);
    const counted = (await metrics.candlesRefused.get()).values.map(({ labels, value }) => [labels.period, value]);
    // The others are there as a nought, so that the first one of theirs is an increase.
    const none = Object.fromEntries(CANDLE_PERIODS.map((period) => [period, 0]));
    expect(Object.fromEntries(counted)).toEqual({ ...none, '1min': 2, '60min': 1 });
  });

  it('is no reason to go on under a number that is not current any more', async () => {
    const id = aMarket();
    expect(await recorder.write('6', rows(id, [aBar(60_000), aBar(120_000)]))).toBe(false);
    expect(await stored(id)).toEqual([]);
  });
});

describe('writing bars', () => {
  it('keeps exactly what was given', async () => {
    const id = aMarket();
    const bars = [
      aBar(NOW - (NOW % MINUTE_MS), { volume: '123456789012345678.123456789012345678', filled: false, outage: true }),
      aBar(NOW - (NOW % MINUTE_MS) + MINUTE_MS, { open: '0.00000001', closed: false }),
    ];
    expect(await recorder.write('7', rows(id, bars))).toBe(true);
    expect(await stored(id)).toEqual(bars);
  });

  it('changes nothing when a batch is repeated, and takes the newest of one bar given twice', async () => {
    const id = aMarket();
    const batch = rows(id, [
      aBar(60_000, { revision: 2, close: '99.5' }),
      aBar(60_000, { revision: 5 }),
      aBar(120_000),
    ]);
    await recorder.write('7', batch);
    const versions = () => source.query('select xmin, ctid from candle where market_id = $1 order by open_at', [id]);
    const before: unknown = await versions();
    await recorder.write('7', batch);
    expect(await versions()).toEqual(before);
    expect((await stored(id)).map((bar) => [bar.revision, bar.close])).toEqual([
      [5, '100'],
      [3, '100'],
    ]);
  });

  it('lets a higher revision win, a closed bar close for good, and reopens nothing', async () => {
    const id = aMarket();
    const write = (fields: Partial<CandleView>) => recorder.write('7', rows(id, [aBar(60_000, fields)]));
    const now = async () => (await stored(id)).map((bar) => [bar.revision, bar.close, bar.closed])[0];
    await write({ revision: 4, close: '1', closed: false });
    await write({ revision: 3, close: '2', closed: false });
    expect(await now()).toEqual([4, '1', false]);
    await write({ revision: 2, close: '3', closed: true });
    expect(await now()).toEqual([2, '3', true]);
    await write({ revision: 9, close: '4', closed: false });
    expect(await now()).toEqual([2, '3', true]);
    await write({ revision: 3, close: '5', closed: true });
    expect(await now()).toEqual([3, '5', true]);
  });

  it('writes nothing under a number that is not the current one', async () => {
    const id = aMarket();
    expect(await recorder.write('6', rows(id, [aBar(60_000)]))).toBe(false);
    expect(await recorder.write('8', rows(id, [aBar(60_000)]))).toBe(false);
    expect(await recorder.write('6', [])).toBe(false);
    expect(await stored(id)).toEqual([]);
  });

  it('of a leader that is replaced meanwhile waits and then writes nothing', async () => {
    const id = aMarket();
    const successor = source.createQueryRunner();
    await successor.startTransaction();
    await successor.query(`update feed_lease set token = 8 where name = 'markets'`);
    const late = recorder.write('7', rows(id, [aBar(60_000)]));
    await new Promise((resolve) => setTimeout(resolve, 100));
    await successor.commitTransaction();
    await successor.release();
    expect(await late).toBe(false);
    expect(await stored(id)).toEqual([]);
    await source.query(`update feed_lease set token = 7 where name = 'markets'`);
  });
});

describe('partitions', () => {
  const partitionOf = async (id: number) =>
    (
      await source.query<{ name: string }[]>(
        'select tableoid::regclass::text as name from candle where market_id = $1 order by open_at',
        [id],
      )
    ).map((row) => row.name);

  it('are made on demand, one a month, with the last and the first instant in the right ones', async () => {
    const id = aMarket();
    const march = Date.UTC(2024, 2, 1);
    await recorder.write('7', rows(id, [aBar(march - MINUTE_MS), aBar(march)]));
    expect(await partitionOf(id)).toEqual(['candle_1min_2024_02', 'candle_1min_2024_03']);
  });

  it('take over the rows of their month from the default partition, also when two processes make them', async () => {
    const id = aMarket();
    await store.write('7', rows(id, [aBar(Date.UTC(2023, 6, 5)), aBar(Date.UTC(2023, 7, 5))]));
    expect(new Set(await partitionOf(id))).toEqual(new Set(['candle_1min_other']));
    const others = [new CandlePartitionsStore(serving), new CandlePartitionsStore(serving)];
    await Promise.all(others.map((other) => other.ensure([Date.UTC(2023, 6, 31, 23, 59)])));
    expect(await partitionOf(id)).toEqual(['candle_1min_2023_07', 'candle_1min_other']);
  });

  it('are made while somebody writes into their month', async () => {
    const id = aMarket();
    const reader = source.createQueryRunner();
    await reader.startTransaction();
    await reader.query('select from candle_1min_other limit 1');
    const waiting = async (count: number) => {
      for (;;) {
        const found = await source.query<unknown[]>(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        if (found.length >= count) return;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    };
    const made = new CandlePartitionsStore(serving).ensure([Date.UTC(2022, 4, 1)]);
    await waiting(1);
    const written = store.write('7', rows(id, [aBar(Date.UTC(2022, 4, 5))]));
    await waiting(2);
    await reader.commitTransaction();
    await reader.release();
    await made;
    expect(await written).toBe(true);
    expect(await partitionOf(id)).toEqual(['candle_1min_2022_05']);
  });

  it('serve a range by an index, without reading other months', async () => {
    await partitions.ensure([Date.UTC(2024, 2, 1)]);
    const plan = await source.query<{ 'QUERY PLAN': string }[]>(
      `explain (costs off) select open from candle where market_id = 1 and period = '1min'
         and origin = 'simulated'
         and open_at >= '2024-03-01' and open_at < '2024-03-02' and closed order by open_at desc limit 10`,
    );
    const text = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(text).toContain('candle_1min_2024_03');
    expect(text).not.toMatch(/candle_1min_(2024_02|other)|candle_1day|Sort/);
  });
});

/** A deterministic bar of a minute. */
function venueMinute(openAt: number): VenueBar {
  const step = (openAt / MINUTE_MS) % 97;
  const open = 100 + step;
  return {
    openAt,
    open: `${open}.5`,
    high: `${open + 2}.25`,
    low: `${open - 1}`,
    close: `${open + 1}`,
    volume: `${step + 1}.125`,
    quoteVolume: `${step * 100}.0625`,
    trades: step,
    closed: true,
  };
}

function folded(period: CandleView['period'], openAt: number): CandleView {
  const parts = [];
  for (let at = openAt; at < nextOpen(period, openAt); at += MINUTE_MS) {
    parts.push(barOf({ ...venueMinute(at), trades: venueMinute(at).trades ?? 0, filled: false, outage: false }));
  }
  return barView(foldBars(openAt, parts), {
    symbol: MARKET.symbol,
    origin: 'simulated',
    period,
    revision: 1,
    closed: true,
  });
}

/** A venue that has every bar from the given instant on. */
function aVenue(
  marketId: number,
  since = 0,
  has: (at: number) => boolean = () => true,
): CandleSource & { asked: string[] } {
  const asked: string[] = [];
  const history = async (period: VenuePeriod, from: number, to: number): Promise<VenueBar[]> => {
    asked.push(period);
    const length = { '1min': MINUTE_MS, '60min': HOUR_MS, '1day': DAY_MS }[period];
    const bars: VenueBar[] = [];
    for (let at = from; at < to; at += length) {
      if (at < since || !has(at)) continue;
      bars.push(period === '1min' ? venueMinute(at) : folded(period, at));
    }
    return bars;
  };
  return { marketId, symbol: MARKET.symbol, origin: 'simulated', history, asked };
}

describe('back-filling', () => {
  it('fetches the missing minutes and folds every longer bar from them', async () => {
    const id = aMarket();
    const result = await backfill.execute({ token: '7', now: NOW, sources: [aVenue(id)], depth: 'recent' });
    expect(result.failed).toEqual([]);
    const minutes = await stored(id);
    expect(minutes[0]?.openAt).toBe(Date.UTC(2026, 5, 15, 9));
    expect(minutes.at(-1)?.openAt).toBe(Date.UTC(2026, 5, 16, 9, 40));
    expect(minutes).toHaveLength(1440 + 41);
    expect(minutes.some((bar) => bar.outage || !bar.closed)).toBe(false);
    for (const period of ['5min', '15min', '30min', '60min', '1day'] as const) {
      const bars = await stored(id, period);
      for (const bar of bars) expect({ ...bar, revision: 1 }).toEqual(folded(period, bar.openAt));
      // Hours further back are the venue's own.
      expect(bars[0]?.openAt).toBe(Date.UTC(2026, 5, 15, period === '60min' || period === '1day' ? 0 : 9));
      expect(nextOpen(period, bars.at(-1)?.openAt ?? 0)).toBeLessThanOrEqual(NOW);
    }
  });

  it('asks for nothing and changes nothing the second time', async () => {
    const id = aMarket();
    const venue = aVenue(id);
    await backfill.execute({ token: '7', now: NOW, sources: [venue], depth: 'recent' });
    const versions = () =>
      source.query('select period, open_at, xmin from candle where market_id = $1 order by 1, 2', [id]);
    const before: unknown = await versions();
    venue.asked.length = 0;
    expect(await backfill.execute({ token: '7', now: NOW, sources: [venue], depth: 'recent' })).toMatchObject({
      bars: 0,
    });
    expect(venue.asked).toEqual([]);
    expect(await versions()).toEqual(before);
  });

  it('mends longer bars that were not written with their parts, also where the venue has no history', async () => {
    const id = aMarket();
    await backfill.execute({ token: '7', now: NOW, sources: [aVenue(id)], depth: 'recent' });
    const [missing, running] = [Date.UTC(2026, 5, 16, 5), Date.UTC(2026, 5, 16, 7)];
    const set = (change: string, openAt: number, period: string) =>
      source.query(`${change} where market_id = $1 and open_at = $2 and period = $3`, [id, new Date(openAt), period]);
    await set('delete from candle', missing, '60min');
    await set('delete from candle', missing, '30min');
    await set('update candle set closed = false, high = open, revision = 2', running, '60min');
    const silent: CandleSource = { ...aVenue(id), history: () => Promise.resolve([]) };
    const result = await backfill.execute({ token: '7', now: NOW, sources: [silent], depth: 'recent' });
    expect(result).toEqual({ bars: 0, failed: [] });
    const hours = await stored(id, '60min');
    for (const openAt of [missing, running]) {
      const hour = hours.find((bar) => bar.openAt === openAt);
      expect({ ...hour, revision: 1 }).toEqual(folded('60min', openAt));
    }
    const half = (await stored(id, '30min')).find((bar) => bar.openAt === missing);
    expect(half).toEqual(folded('30min', missing));
  });

  it('replaces what an outage left, and takes the mark away', async () => {
    const id = aMarket();
    const openAt = Date.UTC(2026, 5, 16, 3, 17);
    await recorder.write('7', rows(id, [aBar(openAt, { outage: true, revision: 12 })]));
    await backfill.execute({ token: '7', now: NOW, sources: [aVenue(id)], depth: 'recent' });
    const bar = (await stored(id)).find((candidate) => candidate.openAt === openAt);
    expect(bar).toMatchObject({ outage: false, revision: 13, high: venueMinute(openAt).high });
  });

  it('leaves a gap where the venue has none, and marks the bars at its edges and the longer ones around it', async () => {
    const id = aMarket();
    const from = Date.UTC(2026, 5, 16, 4, 10);
    const to = Date.UTC(2026, 5, 16, 4, 30);
    await backfill.execute({
      token: '7',
      now: NOW,
      sources: [aVenue(id, 0, (at) => at < from || at >= to)],
      depth: 'recent',
    });
    const minutes = await stored(id);
    expect(minutes.some((bar) => bar.openAt >= from && bar.openAt < to)).toBe(false);
    expect(minutes.filter((bar) => bar.outage).map((bar) => bar.openAt)).toEqual([from - MINUTE_MS, to]);
    const hours = (await stored(id, '60min')).filter((bar) => bar.outage).map((bar) => bar.openAt);
    expect(hours).toEqual([Date.UTC(2026, 5, 16, 4)]);
  });

  it('does not take closed hours for gaps', async () => {
    const id = aMarket();
    const open = (at: number) => at % DAY_MS >= 8 * HOUR_MS;
    await backfill.execute({
      token: '7',
      now: NOW,
      sources: [{ ...aVenue(id, 0, open), isOpen: open }],
      depth: 'recent',
    });
    expect((await stored(id)).filter((bar) => bar.outage)).toEqual([]);
  });

  it('reaches back by hours and days, and weeks and months are folds of the days', async () => {
    const id = aMarket();
    const since = Date.UTC(2025, 11, 25);
    await backfill.execute({ token: '7', now: NOW, sources: [aVenue(id, since)], depth: 'deep' });
    expect((await stored(id, '1day'))[0]?.openAt).toBe(since);
    const months = await stored(id, '1mon');
    const january = months.find((bar) => bar.openAt === Date.UTC(2026, 0, 1));
    expect(january).toMatchObject({
      open: folded('1day', Date.UTC(2026, 0, 1)).open,
      close: folded('1day', Date.UTC(2026, 0, 31)).close,
    });
    const week = (await stored(id, '1week')).find((bar) => bar.openAt === Date.UTC(2025, 11, 29));
    expect(week?.volume).toBe(folded('1week', Date.UTC(2025, 11, 29)).volume);
    expect((await stored(id, '60min'))[0]?.openAt).toBe(Date.UTC(2026, 5, 16) - 60 * DAY_MS);
  });

  it('of one market that fails does not stop the others, and writes nothing without the lease', async () => {
    const [good, bad, fenced] = [aMarket(), aMarket(), aMarket()];
    const broken: CandleSource = { ...aVenue(bad), history: () => Promise.reject(new Error('the venue is away')) };
    const result = await backfill.execute({ token: '7', now: NOW, sources: [broken, aVenue(good)], depth: 'recent' });
    expect(result.bars).toBe(1440 + 41 + 9);
    expect(result.failed).toEqual([{ symbol: MARKET.symbol, reason: 'the venue is away' }]);
    expect((await stored(good)).length).toBeGreaterThan(1440);
    const refused = await backfill.execute({ token: '6', now: NOW, sources: [aVenue(fenced)], depth: 'recent' });
    expect(refused.failed).toHaveLength(1);
    expect(await stored(fenced)).toEqual([]);
  });
});

describe('restoring', () => {
  it('gives a series 1,441 minutes and the running bar of every period as the fold of its minutes', async () => {
    const id = aMarket();
    await backfill.execute({ token: '7', now: NOW, sources: [aVenue(id, Date.UTC(2026, 4, 20))], depth: 'deep' });
    const bars = await restored(id, NOW);
    expect(bars.filter((bar) => bar.period === '1min')).toHaveLength(1441);
    const series = new CandleSeries(MARKET);
    series.restore(bars);
    series.outage(false, NOW);
    series.advance(NOW);
    const minutes = await stored(id);
    for (const period of ['5min', '15min', '30min', '60min', '1day'] as const) {
      const running = series.current(period).at(-1) as CandleView;
      const end = nextOpen(period, NOW);
      expect(nextOpen(period, running.openAt)).toBe(end);
      // The running minute is flat at the last close, and part of it was not seen.
      const last = minutes.at(-1) as CandleView;
      const flat = { ...last, openAt: last.openAt + MINUTE_MS, open: last.close, high: last.close, low: last.close };
      const parts = minutes.filter((bar) => bar.openAt >= running.openAt).map(barOf);
      parts.push(barOf({ ...flat, volume: '0', quoteVolume: '0', trades: 0, filled: true, outage: true }));
      expect(running).toEqual({ ...barView(foldBars(running.openAt, parts), running), closed: false });
    }
    const month = series.current('1mon').at(-1);
    const days = (await stored(id, '1day')).filter((bar) => bar.openAt >= Date.UTC(2026, 5, 1));
    expect(month?.open).toBe(days[0]?.open);
    expect(month?.openAt).toBe(Date.UTC(2026, 5, 1));
  });

  it('a restart loses no closed bar and closes the one that was running', async () => {
    const id = aMarket();
    const start = NOW - (NOW % HOUR_MS);
    const first = new CandleSeries(MARKET);
    let token = true;
    const run = async (series: CandleSeries, from: number, to: number) => {
      for (let at = from; at < to; at += 10_000) {
        series.trade({ price: `${100 + ((at / 1000) % 7)}`, quantity: '0.5', at });
        const closed = series.advance(at).filter((bar) => bar.closed);
        token &&= await recorder.write('7', rows(id, closed));
      }
    };
    await run(first, start, start + 17 * MINUTE_MS + 30_000);
    const resumedAt = start + 17 * MINUTE_MS + 40_000;
    const second = new CandleSeries(MARKET);
    second.restore(await restored(id, resumedAt));
    await run(second, resumedAt, start + 61 * MINUTE_MS);
    expect(token).toBe(true);
    const minutes = await stored(id);
    expect(minutes.slice(0, 60).map((bar) => bar.openAt)).toEqual(
      Array.from({ length: 60 }, (_, index) => start + index * MINUTE_MS),
    );
    expect(minutes.filter((bar) => bar.outage).map((bar) => bar.openAt)).toEqual([start + 17 * MINUTE_MS]);
    for (const period of CANDLE_PERIODS.slice(1, 5)) {
      for (const bar of await stored(id, period)) {
        const end = nextOpen(period, bar.openAt);
        const parts = minutes.filter((part) => part.openAt >= bar.openAt && part.openAt < end).map(barOf);
        expect(bar).toEqual(barView(foldBars(bar.openAt, parts), bar));
      }
    }
    expect((await stored(id, '60min')).map((bar) => bar.openAt)).toEqual([start]);
  });
});

describe('the last close of a market', () => {
  const NINE = Date.UTC(2026, 5, 16, 9);
  const close = async (period: CandleView['period'], openAt: number) => {
    const marketId = aMarket();
    await store.write('7', rows(marketId, [aBar(openAt, { period, closed: false })]));
    return (await recorder.lastCloses([{ ...MARKET, id: marketId }], NOW)).get(marketId);
  };

  it.each([
    ['a minute that is over', '1min', NOW - 10 * MINUTE_MS, NOW - 9 * MINUTE_MS],
    // Of a bar that goes on nobody knows when its price was: it must not look like one of now.
    ['a minute that goes on', '1min', NOW - 30_000, NOW - 30_000],
    ['an hour that goes on', '60min', NINE, NINE],
    ['a day that goes on', '1day', Date.UTC(2026, 5, 16), Date.UTC(2026, 5, 16)],
    ['a day that is over', '1day', Date.UTC(2026, 5, 14), Date.UTC(2026, 5, 15)],
  ] as const)('is as old as %s says', async (_what, period, openAt, at) => {
    expect(await close(period, openAt)).toEqual({ price: '100', at });
  });

  it.each(['1min', '60min'] as const)(
    'is none of a bar of %s that nobody traded in: the one before it counts',
    async (period) => {
      const marketId = aMarket();
      const length = period === '1min' ? MINUTE_MS : HOUR_MS;
      const flat = { period, close: '101', filled: true, volume: '0', quoteVolume: '0', trades: 0 };
      const bars = [1, 2, 3].map((back) => aBar(NINE - back * length, back === 3 ? { period } : flat));
      await store.write('7', rows(marketId, bars));
      const closes = await recorder.lastCloses([{ ...MARKET, id: marketId }], NOW);
      expect(closes.get(marketId)).toEqual({ price: '100', at: NINE - 2 * length });
    },
  );

  const last = async (...bars: [CandleView['period'], number, string][]) => {
    const marketId = aMarket();
    const sorts = bars.map(([period, openAt, price]) =>
      aBar(openAt, { period, open: price, high: price, low: price, close: price }),
    );
    await store.write('7', rows(marketId, sorts));
    return (await recorder.lastCloses([{ ...MARKET, id: marketId }], NOW)).get(marketId);
  };

  it('is that of an hour or a day in which somebody traded later than in the last minute that is stored', async () => {
    const minute = NINE - 5 * HOUR_MS;
    expect(await last(['1min', minute, '101'], ['60min', NINE - 2 * HOUR_MS, '102'])).toEqual({
      price: '102',
      at: NINE - HOUR_MS,
    });
    expect(await last(['60min', NINE - 20 * HOUR_MS, '101'], ['1day', Date.UTC(2026, 5, 16), '102'])).toEqual({
      price: '102',
      at: Date.UTC(2026, 5, 16),
    });
  });

  it('is no younger than its minute for the hour and the day that end after it', async () => {
    const minute = Date.UTC(2026, 5, 15, 8);
    const hour = ['60min', minute, '101'] as [CandleView['period'], number, string];
    const day = ['1day', Date.UTC(2026, 5, 15), '101'] as [CandleView['period'], number, string];
    expect(await last(['1min', minute, '101'], hour, day)).toEqual({ price: '101', at: minute + MINUTE_MS });
  });

  it('is that of an hour for two months, and then of a day', async () => {
    const DAYS = (back: number) => Date.UTC(2026, 5, 16 - back, 8);
    expect(await last(['1min', DAYS(13), '101'], ['60min', DAYS(13), '102'])).toEqual({
      price: '102',
      at: DAYS(13) + HOUR_MS,
    });
    const day = Date.UTC(2026, 5, 16 - 70);
    expect(await last(['60min', DAYS(70), '101'], ['1day', day, '102'])).toEqual({ price: '102', at: day + DAY_MS });
  });
});
