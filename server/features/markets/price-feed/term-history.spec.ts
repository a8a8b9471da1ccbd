import { jest } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../../../database/data-source.js';
import type { Feed, VenueBar, VenuePeriod } from '../../../platform/feeds/feed.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { createTestDatabase, type TestDatabase } from '../../../test/database.js';
import { aMarket } from '../../../test/factories/markets.js';
import { type TapedSecond, tapeSeconds } from '../../../test/factories/tape.js';
import { MINUTE_MS } from '../candle-series/index.js';
import { CandleFoldsStore } from '../candles/candle-folds.store.js';
import { CandlePartitionsStore } from '../candles/candle-partitions.store.js';
import { CandlesStore } from '../candles/candles.store.js';
import { BackfillCandles, CandleRecorder } from '../candles/index.js';
import { StoredSeriesStore } from '../candles/stored-series.store.js';
import { PriceEngine } from '../prices/index.js';
import { TapeReadsStore } from '../tape/tape-reads.store.js';
import { TermHistory } from './term-history.js';

const PRICE = 'one:linear:BTCUSDT';
const NOW = Date.UTC(2026, 5, 16, 9, 41, 30);
const SINCE = Date.UTC(2026, 5, 16, 9, 30);
const market = aMarket({ id: 1, priceInstrument: PRICE, markInstrument: PRICE });
const FED = {
  market,
  origin: 'live' as const,
  opensAtPreviousClose: false,
  priceInstrument: PRICE,
  perpetualInstrument: PRICE,
  markInstrument: PRICE,
  constituents: [],
  constituentsMin: 1,
};

let database: TestDatabase;
let source: DataSource;
/** With the rights of who serves: for what the product does. */
let serving: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await createDataSource(database.url).initialize();
  serving = await createDataSource(database.servingUrl).initialize();
  await source.query(`insert into feed_lease values ('markets', 7, 'test', now())
    on conflict (name) do update set token = 7`);
});

afterAll(async () => {
  await serving.destroy();
  await source.destroy();
  await database.drop();
});

const bar = (openAt: number, values: Partial<VenueBar> = {}): VenueBar => ({
  openAt,
  open: '100',
  high: '102',
  low: '99',
  close: '101',
  volume: '3',
  quoteVolume: '300',
  trades: 4,
  closed: true,
  ...values,
});

/** A venue that has these minutes and nothing else, whatever it is asked for. */
function aFeed(minutes: readonly VenueBar[]): Feed {
  return {
    venue: 'one',
    simulated: false,
    probe: () => Promise.resolve(true),
    start: () => Promise.resolve(),
    stop: () => Promise.resolve(),
    history: (_instrument: unknown, period: VenuePeriod) => Promise.resolve(period === '1min' ? [...minutes] : []),
  };
}

/** Fills the history from the venue; gives the minutes that are stored then, and what was counted as bad. */
async function filled(minutes: readonly VenueBar[]) {
  await source.query('delete from candle');
  const metrics = new Metrics();
  const recorder = new CandleRecorder(
    new CandlesStore(serving),
    new CandlePartitionsStore(serving),
    new StoredSeriesStore(serving),
    metrics,
  );
  const real = new BackfillCandles(new CandlesStore(serving), new CandleFoldsStore(serving), recorder);
  const engine = new PriceEngine(
    metrics,
    () => ({ market, closed: null, opensAt: null }),
    () => NOW,
  );
  engine.add(FED);
  const result = await new Promise<Awaited<ReturnType<typeof real.execute>>>((resolve, reject) => {
    const execute: BackfillCandles['execute'] = async (request) => {
      const done = real.execute(request);
      done.then(resolve, reject);
      return done;
    };
    const catalog = { session: () => ({ open: true }) as never };
    const logger = { warn: () => undefined };
    const taped = { marksSince: () => Promise.resolve([]) };
    const tools = { engine, recorder, backfillCandles: { execute }, taped, catalog, logger, now: () => NOW };
    const history = new TermHistory('7', [FED], [aFeed(minutes)], tools);
    history.fill('recent');
  });
  const rows: { at: string }[] = await source.query(
    `select extract(epoch from open_at)::bigint * 1000 as at from candle where period = '1min' order by 1`,
  );
  const counted = (await metrics.badTicks.get()).values.map(({ labels, value }) => [labels.reason, value]);
  return { failed: result.failed, opens: rows.map(({ at }) => Number(at)), faults: Object.fromEntries(counted) };
}

const minute = (place: number) => SINCE + place * MINUTE_MS;
const GOOD = [0, 1, 2, 3].map((place) => bar(minute(place)));

it('takes the sound bars of a venue’s history', async () => {
  expect(await filled(GOOD)).toEqual({ failed: [], opens: [0, 1, 2, 3].map(minute), faults: {} });
});

it.each<[string, VenueBar, string]>([
  ['with a high below its close', bar(minute(2), { high: '100' }), 'crossed'],
  ['without a price', bar(minute(2), { low: '0' }), 'not-positive'],
  ['with text for a price', bar(minute(2), { open: 'NaN' }), 'unreadable'],
  ['with less than nothing traded', bar(minute(2), { volume: '-1' }), 'unreadable'],
  ['that opens within a minute', bar(minute(2) + 1), 'unreadable'],
  ['that has no instant', bar(Number.NaN), 'unreadable'],
  ['of the running minute', bar(minute(11)), 'from-the-future'],
  ['of a year to come', bar(minute(525_600)), 'from-the-future'],
  ['of a year ago', bar(minute(-525_600)), 'too-old'],
  ['of a minute that it has told', bar(minute(1), { close: '102' }), 'out-of-order'],
])('leaves out and counts a bar %s, and takes the others', async (_what, wrong, fault) => {
  const [first, second, , last] = GOOD as [VenueBar, VenueBar, VenueBar, VenueBar];
  const { failed, opens, faults } = await filled([first, second, wrong, last]);
  expect(failed).toEqual([]);
  expect(opens).toEqual([0, 1, 3].map(minute));
  expect(faults).toEqual({ [fault]: expect.any(Number) });
});

describe('a venue that does not answer', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  /** Asks a venue for its history that answers from the given call on; gives the depths that were asked for so far. */
  function asked(answersFrom: number) {
    const depths: string[] = [];
    const execute: BackfillCandles['execute'] = ({ depth }) => {
      depths.push(depth);
      const failed = depths.length < answersFrom ? [{ symbol: market.symbol, reason: 'the venue is away' }] : [];
      return Promise.resolve({ bars: 0, failed });
    };
    const tools = {
      engine: new PriceEngine(
        new Metrics(),
        () => ({ market, closed: null, opensAt: null }),
        () => NOW,
      ),
      recorder: { restore: () => Promise.resolve(new Map()), lastCloses: () => Promise.resolve(new Map()) },
      backfillCandles: { execute },
      taped: { marksSince: () => Promise.resolve([]) },
      catalog: { session: () => ({ open: true }) as never },
      logger: { warn: () => undefined },
      now: () => NOW,
    };
    return { depths, history: new TermHistory('7', [FED], [], tools) };
  }
  const minutes = (count: number) => jest.advanceTimersByTimeAsync(count * MINUTE_MS);
  const START = ['recent', 'deep'];

  it('is asked sooner when its stream comes back from an outage', async () => {
    const { depths, history } = asked(3);
    history.fill('recent', 'deep');
    await minutes(1);
    history.later();
    await minutes(2);
    expect(depths).toEqual([...START, ...START]);
    await minutes(60);
    expect(depths).toHaveLength(4);
  });

  it('is not asked by a term that is over', async () => {
    const { depths, history } = asked(99);
    history.fill('recent', 'deep');
    await minutes(1);
    history.end();
    history.later();
    await minutes(60);
    expect(depths).toEqual(START);
  });
});

describe('the mark after a restart', () => {
  // What is on the tape stays there: each case has an hour of its own.
  let now = NOW;
  beforeEach(() => {
    now += 60 * MINUTE_MS;
  });
  const at = (second: number) => now - second * 1000;
  /** The mark beside an index of 100, a last price of 102 and a book around it. */
  async function firstMark(marks: readonly TapedSecond[]): Promise<string | null> {
    await tapeSeconds(source, marks);
    const engine = new PriceEngine(
      new Metrics(),
      () => ({ market, closed: null, opensAt: null }),
      () => now,
    );
    engine.add(FED);
    const tools = {
      engine,
      recorder: { restore: () => Promise.resolve(new Map()), lastCloses: () => Promise.resolve(new Map()) },
      backfillCandles: { execute: () => Promise.reject(new Error('not asked')) },
      taped: { marksSince: (from: number) => new TapeReadsStore(serving).marksSince(from) },
      catalog: { session: () => ({ open: true }) as never },
      logger: { warn: () => undefined },
      now: () => now,
    };
    await new TermHistory('7', [FED], [], tools).restoreBasis();
    const stamp = { instrument: PRICE, at: now, receivedAt: now };
    engine.event({ kind: 'ticker', ...stamp, fields: { index: '100' } });
    engine.event({ kind: 'trade', ...stamp, id: '1', price: '102', quantity: '1', side: 'buy' });
    engine.event({ kind: 'book', ...stamp, bids: [['101.9', '1']], asks: [['102.1', '1']], sequence: 1 });
    return engine.beat(now).changes.marks[0]?.mark ?? null;
  }

  it('goes on from the average before it, and not from the first book', async () => {
    const before = Array.from({ length: 99 }, (_, place) => 99 - place).map((second) => ({
      marketId: 1,
      at: at(second),
      index: '100',
      mark: '101',
      origin: 'live' as const,
    }));
    // 99 seconds at 1 and one at 2.
    expect(await firstMark(before)).toBe('101.01');
  });

  it.each<[string, Partial<TapedSecond> & { ago?: number }]>([
    ['of other prices', { origin: 'simulated' }],
    ['of another market', { marketId: 2 }],
    ['of an index that was not sound', { state: 'degraded' }],
    ['of longer ago', { ago: 200 }],
  ])('takes no second %s', async (_what, { ago = 10, ...other }) => {
    expect(await firstMark([{ marketId: 1, at: at(ago), index: '100', mark: '101', origin: 'live', ...other }])).toBe(
      '102',
    );
  });
});

describe('a market whose session is over since days', () => {
  const FRIDAY = NOW - 3 * 86_400_000;
  const OPENS = NOW + 3_600_000;

  async function firstRow(bars: string) {
    await source.query('delete from candle');
    if (bars !== '') {
      await source.query(
        `insert into candle (market_id, period, open_at, open, high, low, close, volume, quote_volume, trades, revision, closed, filled, outage, origin)
         values ${bars}`,
        bars.includes('$2') ? [new Date(FRIDAY), new Date(FRIDAY - 86_400_000)] : [new Date(FRIDAY)],
      );
    }
    const engine = new PriceEngine(
      new Metrics(),
      () => ({ market, closed: 'session-closed' as const, opensAt: OPENS }),
      () => NOW,
    );
    engine.add(FED);
    const store = new CandlesStore(serving);
    const partitions = new CandlePartitionsStore(serving);
    const recorder = new CandleRecorder(store, partitions, new StoredSeriesStore(serving), new Metrics());
    const tools = {
      engine,
      recorder,
      backfillCandles: { execute: () => Promise.reject(new Error('not asked')) },
      taped: { marksSince: () => Promise.resolve([]) },
      catalog: { session: () => ({ open: false }) as never },
      logger: { warn: () => undefined },
      now: () => NOW,
    };
    await new TermHistory('7', [FED], [], tools).restore();
    return engine.beat(NOW).changes.tickers[0];
  }

  const values = (at: string, period: string, close: string) =>
    `(1, '${period}', ${at}, ${close}, ${close}, ${close}, ${close}, 1, 1, 1, 1, true, false, false, 'live')`;

  it('shows its last close and when it opens', async () => {
    const row = await firstRow(`${values('$1', '1min', '308.11')}, ${values('$2', '1min', '305')}`);
    expect(row).toMatchObject({
      last: '308.11',
      pricedAt: FRIDAY + MINUTE_MS,
      status: 'closed',
      reason: 'session-closed',
      opensAt: OPENS,
    });
  });

  it('shows the close of the day where no minute is kept', async () => {
    expect(await firstRow(values('$1', '1day', '307'))).toMatchObject({ last: '307', pricedAt: FRIDAY + 86_400_000 });
  });

  it('has no price where nothing was ever stored', async () => {
    expect(await firstRow('')).toMatchObject({ last: null, pricedAt: null, status: 'closed', opensAt: OPENS });
  });
});
