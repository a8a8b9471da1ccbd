import type { DataSource } from 'typeorm';
import { CANDLE_PERIODS, type CandleView, type PriceOrigin } from '../../../contract/markets/markets.dto.js';
import { createDataSource } from '../../../database/data-source.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { type Payload, textOf } from '../../../platform/realtime/websocket-frame.js';
import { createTestDatabase, type TestDatabase } from '../../../test/database.js';
import { FakeClock } from '../../../test/fakes/fake-clock.js';
import { MarketBoard, type MarketBus, type MarketCatalog, type MarketUpdate } from '../market-board/index.js';
import { emptyRow } from '../market-board/market-status.rules.js';
import { MINUTE_MS } from '../candle-series/bars.rules.js';
import { CandleHistory } from './candle-history.js';
import { CandlePartitionsStore } from './candle-partitions.store.js';
import { CandleRecorder } from './candle-recorder.js';
import { CandlesChannels } from './candles.channels.js';
import { CandlesStore } from './candles.store.js';
import { StoredSeriesStore } from './stored-series.store.js';

const SYMBOL = 'BTC/USDT';
const START = Date.UTC(2026, 5, 16);
const COUNT = 2500;
const catalog = {
  bySymbol: (symbol: string) => (symbol === SYMBOL ? { id: 1 } : undefined),
} as unknown as MarketCatalog;

let database: TestDatabase;
let source: DataSource;
/** With the rights of who serves: for what the product does. */
let serving: DataSource;
let store: CandlesStore;

function aBar(index: number, fields: Partial<CandleView> = {}): CandleView {
  const prices = { open: '100', high: '101', low: '99', close: `${1000 + index}` };
  const sums = { volume: '2', quoteVolume: '200', trades: 2, revision: 3 };
  const flags = { closed: true, filled: false, outage: false, origin: 'simulated' as const };
  return { symbol: SYMBOL, period: '1min', openAt: START + index * MINUTE_MS, ...prices, ...sums, ...flags, ...fields };
}

beforeAll(async () => {
  database = await createTestDatabase();
  source = await createDataSource(database.url).initialize();
  serving = await createDataSource(database.servingUrl).initialize();
  store = new CandlesStore(serving);
  await source.query(`insert into feed_lease values ('markets', 7, 'test', now())
    on conflict (name) do update set token = 7`);
  const recorder = new CandleRecorder(
    store,
    new CandlePartitionsStore(serving),
    new StoredSeriesStore(serving),
    new Metrics(),
  );
  const bars = Array.from({ length: COUNT }, (_, index) => aBar(index));
  await recorder.write(
    '7',
    bars.map((bar) => ({ marketId: 1, bar })),
  );
});

afterAll(async () => {
  await serving.destroy();
  await source.destroy();
  await database.drop();
});

/** A history with a board that has heard of the given bars, and a way to send more. */
function aHistory(origin: PriceOrigin = 'simulated') {
  const board = new MarketBoard();
  let ticker = { ...emptyRow(SYMBOL), origin };
  board.check(START, [{ symbol: SYMBOL, halted: false, closed: null, opensAt: null, row: ticker }]);
  const clock = new FakeClock(START + COUNT * MINUTE_MS);
  let listener: (update: MarketUpdate) => void = () => undefined;
  const bus = {
    onUpdate: (call: typeof listener) => {
      listener = call;
    },
  } as unknown as MarketBus;
  let queries = 0;
  const counted = Object.create(store, {
    closedBars: {
      value: (...parameters: Parameters<CandlesStore['closedBars']>) => {
        queries += 1;
        return store.closedBars(...parameters);
      },
    },
  }) as CandlesStore;
  const history = new CandleHistory(counted, board, bus, catalog, clock);
  history.onModuleInit();
  const feedFrom = (next: PriceOrigin) => {
    ticker = { ...ticker, origin: next };
  };
  let s = 0;
  const send = (...candles: CandleView[]) => {
    s += 1;
    const kind = s === 1 ? ('snap' as const) : ('delta' as const);
    const update = { ep: '7', s, at: clock.now(), kind, tickers: [ticker], candles, depths: [], trades: {}, marks: [] };
    board.apply(update);
    listener(update);
  };
  return { history, board, clock, send, feedFrom, queries: () => queries };
}

const range = (from: number, to: number, limit = 2000) => ({
  symbol: SYMBOL,
  period: '1min' as const,
  from: START + from * MINUTE_MS,
  to: START + to * MINUTE_MS,
  limit,
});
const indexes = (bars: CandleView[]) => bars.map((bar) => (bar.openAt - START) / MINUTE_MS);
const span = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('a range of bars', () => {
  it('has both ends, ascending, and the newest when there are more than the limit', async () => {
    const { history } = aHistory();
    expect(indexes(await history.range(range(2000, 2010)))).toEqual(span(2000, 2010));
    expect(indexes(await history.range(range(1000, 2010, 5)))).toEqual(span(2006, 2010));
    expect(indexes(await history.range(range(0, 9999, 1_000_000)))).toEqual(span(500, 2499));
    expect(await history.range(range(10, 5))).toEqual([]);
    expect(await history.range(range(5000, 6000))).toEqual([]);
    expect(await history.range({ ...range(0, 10), symbol: 'NO/PE' })).toEqual([]);
  });

  it('comes from memory when it is recent, and from Postgres when it is older; both give the same', async () => {
    const { history, queries } = aHistory();
    const recent = await history.range(range(2400, 2450));
    expect(queries()).toBe(1);
    expect(recent).toEqual(
      await store.closedBars(SYMBOL, { marketId: 1, origin: 'simulated', ...range(2400, 2450) }, 2000),
    );
    await history.range(range(600, 2450, 100));
    expect(queries()).toBe(1);
    // Memory holds the newest 2,000; this reaches further back.
    expect(indexes(await history.range(range(400, 600)))).toEqual(span(400, 600));
    expect(queries()).toBe(2);
  });

  it('asked for by many at once is read once', async () => {
    const { history, queries } = aHistory();
    await Promise.all(Array.from({ length: 50 }, () => history.range(range(2400, 2450))));
    expect(queries()).toBe(1);
  });

  it('ends with the bar that has just closed and the running one, without doubles, before Postgres has them', async () => {
    const { history, send } = aHistory();
    send(aBar(COUNT - 1), aBar(COUNT, { closed: false, revision: 9 }));
    expect(indexes(await history.range(range(2498, 2600)))).toEqual([2498, 2499, 2500]);
    send(aBar(COUNT, { revision: 10 }), aBar(COUNT + 1, { closed: false, revision: 1 }));
    const bars = await history.range(range(2498, 2600));
    expect(bars.map((bar) => [(bar.openAt - START) / MINUTE_MS, bar.closed])).toEqual([
      [2498, true],
      [2499, true],
      [2500, true],
      [2501, false],
    ]);
    // Closed bars that left the board stay, although nobody has written them.
    send(aBar(COUNT + 1), aBar(COUNT + 2), aBar(COUNT + 3, { closed: false }));
    expect(indexes(await history.range(range(2499, 2600)))).toEqual([2499, 2500, 2501, 2502, 2503]);
  });

  it('takes corrections of bars in memory, and never an older revision', async () => {
    const { history, send } = aHistory();
    await history.range(range(2490, 2499));
    send(aBar(2490, { close: '7', revision: 4 }));
    expect((await history.range(range(2490, 2490)))[0]).toMatchObject({ close: '7', revision: 4 });
    send(aBar(2490, { close: '8', revision: 2 }));
    expect((await history.range(range(2490, 2490)))[0]).toMatchObject({ close: '7', revision: 4 });
  });
});

describe('a change of the origin', () => {
  const EARLIER = { open: '1', high: '1', low: '1', close: '1', origin: 'recorded' as const };

  it('shows the bars of the new origin and none of the other, also from memory, and back again', async () => {
    const { history, send, feedFrom, queries } = aHistory();
    send(aBar(COUNT), aBar(COUNT + 1, { closed: false }));
    const row = (bar: CandleView) => `${bar.origin} ${bar.close}`;
    const before = await history.range(range(2490, 2600));
    expect(before.length).toBe(12);
    await history.rangeJson(range(2490, 2600), row);

    feedFrom('recorded');
    send(aBar(COUNT + 1, { ...EARLIER, closed: false }));
    expect(await history.range(range(0, 2600))).toEqual([aBar(COUNT + 1, { ...EARLIER, closed: false })]);
    expect(await history.rangeJson(range(2490, 2600), row)).toBe('[recorded 1]');
    // A late correction of a bar of the other origin changes nothing here.
    send(aBar(COUNT + 1, EARLIER), aBar(COUNT, { close: '5', revision: 99 }));
    expect(await history.range(range(0, 2600))).toEqual([aBar(COUNT + 1, EARLIER)]);

    const asked = queries();
    feedFrom('simulated');
    send(aBar(COUNT + 1, { closed: false }));
    const after = await history.range(range(2490, 2600));
    expect(queries()).toBe(asked + 1);
    expect(new Set(after.map(({ origin }) => origin))).toEqual(new Set(['simulated']));
    expect(after.slice(0, 10)).toEqual(before.slice(0, 10));
  });
});

describe('a serialised range', () => {
  const row = (bar: CandleView) => JSON.stringify([bar.openAt, bar.close, bar.closed]);

  it('says the same as the bars, and anew as soon as one changes', async () => {
    const { history, send } = aHistory();
    const expected = async () => `[${(await history.range(range(2495, 2600))).map(row).join(',')}]`;
    const text = () => history.rangeJson(range(2495, 2600), row);
    expect(await text()).toBe(await expected());
    const texts = new Set([await text()]);
    send(aBar(2500, { closed: false, close: '1' }));
    texts.add(await text());
    expect(await text()).toBe(await expected());
    send(aBar(2500, { closed: false, close: '2' }));
    texts.add(await text());
    send(aBar(2499, { close: '3', revision: 9 }));
    texts.add(await text());
    expect(await text()).toBe(await expected());
    expect(texts.size).toBe(4);
    expect(await history.rangeJson({ ...range(0, 1), symbol: 'NO/PE' }, row)).toBe('[]');
  });

  it('is written once for every bar that does not change', async () => {
    const { history, send } = aHistory();
    let written = 0;
    const counted = (bar: CandleView) => {
      written += 1;
      return row(bar);
    };
    await history.rangeJson(range(2400, 2499), counted);
    await history.rangeJson(range(2400, 2499), counted);
    expect(written).toBe(100);
    send(aBar(2500, { closed: false }));
    await history.rangeJson(range(2400, 2500), counted);
    expect(written).toBe(101);
  });
});

describe('the channel markets.candle', () => {
  it('names streams by symbol and period and takes nothing else', () => {
    const channels = new CandlesChannels(new MarketBoard(), catalog);
    for (const period of CANDLE_PERIODS)
      expect(channels.resolve({ symbol: SYMBOL, period })).toBe(`${SYMBOL}:${period}`);
    const wrong = [
      null,
      7,
      'x',
      {},
      { symbol: SYMBOL },
      { symbol: SYMBOL, period: '2min' },
      { symbol: 'NO/PE', period: '1min' },
    ];
    for (const key of [...wrong, { symbol: [SYMBOL], period: '1min' }, { symbol: SYMBOL, period: ['1min'] }]) {
      expect(channels.resolve(key)).toBeNull();
    }
  });

  it('has the bar before and the running one as its snapshot, and only what changed as a delta', () => {
    const { board, send } = aHistory();
    const channels = new CandlesChannels(board, catalog);
    const id = `${SYMBOL}:1min`;
    send(aBar(1), aBar(2, { closed: false }), aBar(2, { period: '5min' }));
    const snapshot = channels.snapshot(id);
    expect(snapshot).toMatchObject({ ep: '7', s: 1 });
    expect(JSON.parse(textOf(snapshot.payload))).toEqual([aBar(1), aBar(2, { closed: false })]);
    expect(channels.since(id, '7', 1)).toBe('unchanged');
    send(aBar(2, { closed: false, close: '5' }));
    const delta = channels.since(id, '7', 1);
    expect(delta).toMatchObject({ ep: '7', s: 2 });
    expect(JSON.parse(textOf((delta as { payload: Payload }).payload))).toEqual([
      aBar(2, { closed: false, close: '5' }),
    ]);
    expect(channels.since(id, '6', 1)).toBe('unknown');
  });
});
