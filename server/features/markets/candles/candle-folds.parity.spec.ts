import * as fc from 'fast-check';
import { DataSource } from 'typeorm';
import { Decimal } from '../../../contract/decimal.js';
import type { CandlePeriod } from '../../../contract/markets/markets.dto.js';
import { createTestDatabase, type TestDatabase } from '../../../test/database.js';
import { amounts, amountsAboveZero, PARITY_CASES } from '../../../test/stored-rules.js';
import { type Bar, type BarText, barOf, FOLDED_FROM, foldBars, nextOpen, openOf } from '../candle-series/index.js';
import { CandleFoldsStore } from './candle-folds.store.js';

const MARKET = 1;
const TOKEN = '7';
/** A month with a leap day follows soon. */
const FIRST = Date.UTC(2023, 10, 1);
const PERIODS = Object.keys(FOLDED_FROM) as (keyof typeof FOLDED_FROM)[];

let database: TestDatabase;
let source: DataSource;
/** With the rights of who serves: for what the product does. */
let serving: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await new DataSource({ type: 'postgres', url: database.url }).initialize();
  serving = await new DataSource({ type: 'postgres', url: database.servingUrl }).initialize();
  await source.query(
    `insert into feed_lease (name, token, holder, taken_at) values ('markets', $1, 'parity', now())
     on conflict (name) do update set token = excluded.token`,
    [TOKEN],
  );
}, 60_000);
afterAll(async () => {
  await serving.destroy();
  await source?.destroy();
  await database?.drop();
});

const price = fc.oneof(fc.integer({ min: 1, max: 9 }).map(String), amountsAboveZero(12, 18));
const part = fc.record({
  isThere: fc.constantFrom(true, true, true, false),
  prices: fc.tuple(price, price, price, price),
  volume: amounts(10, 18),
  quoteVolume: amounts(10, 18),
  trades: fc.integer({ min: 0, max: 100_000 }),
  filled: fc.boolean(),
  outage: fc.constantFrom(false, false, false, true),
});
type Part = typeof part extends fc.Arbitrary<infer One> ? One : never;

function barAt(openAt: number, { prices, volume, quoteVolume, trades, filled, outage }: Part): Bar {
  const [open, close] = prices;
  const [low, high] = [Decimal.min(...prices).toFixed(), Decimal.max(...prices).toFixed()];
  return barOf({ openAt, open, high, low, close, volume, quoteVolume, trades, filled, outage });
}

/** The shorter bars of so many longer ones, some missing. */
function partsOf(period: keyof typeof FOLDED_FROM, count: number): Map<number, Bar[]> {
  const step: CandlePeriod = FOLDED_FROM[period];
  const groups = new Map<number, Bar[]>();
  for (let openAt = openOf(period, FIRST); groups.size < count; openAt = nextOpen(period, openAt)) {
    const opens: number[] = [];
    for (let at = openAt; at < nextOpen(period, openAt); at = nextOpen(step, at)) opens.push(at);
    const made = fc.sample(part, opens.length);
    const bars = opens.flatMap((at, place) => (made[place]?.isThere ? [barAt(at, made[place])] : []));
    groups.set(openAt, bars);
  }
  return groups;
}

const units = (value: bigint): string => new Decimal(value.toString()).times('1e-18').toFixed();

async function store(period: CandlePeriod, bars: readonly Bar[]): Promise<void> {
  const rows = bars.map((bar) => ({ ...bar, volume: units(bar.volume), quoteVolume: units(bar.quoteVolume) }));
  await source.query('truncate candle');
  await source.query(
    `insert into candle (market_id, period, open_at, open, high, low, close, volume, quote_volume, trades, revision,
       closed, filled, outage, origin)
     select ${MARKET}, $1, to_timestamp("openAt" / 1000.0), open, high, low, close, volume, "quoteVolume", trades, 1, true,
            filled, outage, 'live'
       from jsonb_to_recordset($2::jsonb) as given ("openAt" bigint, open numeric, high numeric, low numeric,
         close numeric, volume numeric, "quoteVolume" numeric, trades integer, filled boolean, outage boolean)`,
    [period, JSON.stringify(rows)],
  );
}

async function folded(period: CandlePeriod): Promise<Bar[]> {
  const rows: BarText[] = await source.query(
    `select (extract(epoch from open_at) * 1000)::float8 as "openAt", open::text, high::text, low::text, close::text,
            volume::text, quote_volume::text as "quoteVolume", trades, filled, outage
       from candle where period = $1 order by open_at`,
    [period],
  );
  return rows.map(barOf);
}

it.each(PERIODS)('a bar of %s is in the database the fold of its parts that it is in memory', async (period) => {
  const groups = partsOf(period, Math.ceil(PARITY_CASES / PERIODS.length));
  await store(FOLDED_FROM[period], [...groups.values()].flat());
  const opens = [...groups.keys()];
  const to = nextOpen(period, opens.at(-1) as number);
  await new CandleFoldsStore(serving).fold(TOKEN, {
    marketId: MARKET,
    origin: 'live',
    period,
    part: FOLDED_FROM[period],
    from: opens[0] as number,
    to,
  });
  const expected = [...groups].filter(([, bars]) => bars.length > 0).map(([openAt, bars]) => foldBars(openAt, bars));
  expect(expected.length).toBeGreaterThan(400);
  expect(await folded(period)).toEqual(expected);
});
