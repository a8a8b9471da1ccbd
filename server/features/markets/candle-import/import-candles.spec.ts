import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../../../database/data-source.js';
import { createTestDatabase, type TestDatabase } from '../../../test/database.js';
import { MarketCatalog } from '../market-board/market-catalog.js';
import { MarketsStore } from '../market-board/markets.store.js';
import { ImportCandles } from './import-candles.js';
import { ImportCandlesStore } from './import-candles.store.js';

const SHARED = join(__dirname, '../../../../../shared/data');
const HEADER = 'open_time_ms,open,high,low,close,volume_base,close_time_ms,volume_quote,trades';
const HOUR = 3_600_000;
const MONDAY = Date.UTC(2025, 0, 6);

/** Real files are not part of the project. */
const withShared = existsSync(SHARED) ? it : it.skip;
if (!existsSync(SHARED)) console.warn(`SKIPPED: imports of real files, because ${SHARED} is absent.`);

describe('ImportCandles', () => {
  let database: TestDatabase;
  let source: DataSource;
  let serving: DataSource;
  let folder: string;
  let importer: ImportCandles;

  beforeAll(async () => {
    database = await createTestDatabase();
    source = await createDataSource(database.url, 2, false).initialize();
    serving = await createDataSource(database.servingUrl, 2, false).initialize();
    folder = await mkdtemp(join(tmpdir(), 'import-'));
    const catalog = new MarketCatalog(new MarketsStore(serving));
    await catalog.onModuleInit();
    catalog.onApplicationShutdown();
    importer = new ImportCandles(catalog, new ImportCandlesStore(serving));
  });

  beforeEach(() => source.query('truncate candle'));

  afterAll(async () => {
    await serving.destroy();
    await source.destroy();
    await database.drop();
    await rm(folder, { recursive: true });
  });

  function run(file: string, options: Partial<Parameters<ImportCandles['execute']>[0]> = {}) {
    return importer.execute({ file, symbol: null, skipBadRows: false, rate: null, ...options });
  }

  async function given(name: string, content: string | Buffer): Promise<string> {
    const file = join(folder, name);
    await writeFile(file, content);
    return file;
  }

  /** Hourly bars from a Monday on, each one dollar above the last. */
  function hours(count: number, from = MONDAY): string {
    const rows = Array.from({ length: count }, (_, index) => {
      const [open, at] = [100 + index, from + index * HOUR];
      return `${at},${open},${open + 2},${open - 1},${open + 1},0.5,${at + HOUR - 1},${open / 2},7`;
    });
    return [HEADER, ...rows].join('\n');
  }

  function bars(symbol: string, period: string) {
    return source.query<Record<string, unknown>[]>(
      `select to_char(open_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as at, trim_scale(candle.open)::text as open,
         trim_scale(high)::text as high, trim_scale(low)::text as low, trim_scale(close)::text as close,
         trim_scale(volume)::text as volume, trim_scale(quote_volume)::text as quote, trades, revision, closed, origin
       from candle join market on market.id = market_id where symbol = $1 and period = $2 order by open_at`,
      [symbol, period],
    );
  }

  async function stored(): Promise<number> {
    const [row] = await source.query<{ n: number }[]>('select count(*)::int as n from candle');
    return row?.n ?? -1;
  }

  const good = hours(3);

  it('writes the bars of a file and every longer period that it covers whole', async () => {
    const file = await given('ETHUSDT-1h.csv', hours(7 * 24 + 3));
    const report = await run(file);
    expect(report).toMatchObject({ symbol: 'ETH/USDT', period: '60min', bars: 171, folded: 8, added: 179, changed: 0 });
    expect(await bars('ETH/USDT', '60min')).toHaveLength(171);
    const days = await bars('ETH/USDT', '1day');
    expect(days.map(({ at }) => at)).toEqual(
      [6, 7, 8, 9, 10, 11, 12].map((day) => `2025-01-${String(day).padStart(2, '0')} 00:00`),
    );
    expect(days[1]).toMatchObject({ open: '124', high: '149', low: '123', close: '148', volume: '12', trades: 168 });
    const [week, ...others] = await bars('ETH/USDT', '1week');
    expect(others).toEqual([]);
    // 168 hours from 100 on: the last opens at 267, so its high is 269 and its close 268.
    expect(week).toMatchObject({
      at: '2025-01-06 00:00',
      open: '100',
      high: '269',
      low: '99',
      close: '268',
      volume: '84',
      closed: true,
      origin: 'imported',
    });
    expect(await bars('ETH/USDT', '1mon')).toEqual([]);
  });

  it('changes nothing when repeated, packed or under another name with the symbol given', async () => {
    const text = hours(30);
    await run(await given('ETHUSDT-1h.csv', text));
    const before = await source.query('select * from candle order by period, open_at');
    const again = await run(await given('backup.bin', gzipSync(text)), { symbol: 'eth/usdt' });
    expect(again).toMatchObject({ added: 0, changed: 0, unchanged: 31 });
    expect(await source.query('select * from candle order by period, open_at')).toEqual(before);
  });

  it('takes up a corrected file with a higher revision', async () => {
    await run(await given('ETHUSDT-1h.csv', hours(3)));
    const corrected = hours(3).replace(',101,103,', ',101,104,');
    const report = await run(await given('ETHUSDT-1h.csv', corrected));
    expect(report).toMatchObject({ added: 0, changed: 1, unchanged: 2 });
    expect((await bars('ETH/USDT', '60min')).map(({ high, revision }) => [high, revision])).toEqual([
      ['102', 1],
      ['104', 2],
      ['104', 1],
    ]);
  });

  it('reads numbers as vendors write them', async () => {
    await run(await given('ETHUSDT-1h.csv', good.replace(',0.5,', ',9e-05,').replace(',0.5,', ',.25,')));
    expect((await bars('ETH/USDT', '60min')).map(({ volume }) => volume)).toEqual(['0.00009', '0.25', '0.5']);
  });

  it.each(['live', 'recorded', 'simulated'])(
    'leaves a %s bar of the same time as it is, beside its own',
    async (origin) => {
      await source.query(
        `insert into candle values (2, '60min', to_timestamp($1), 1, 1, 1, 1, 1, 1, 1, 1, true, false, false, $2)`,
        [(MONDAY + HOUR) / 1000, origin],
      );
      const file = await given('ETHUSDT-1h.csv', hours(3));
      for (const counts of [
        { added: 3, changed: 0, unchanged: 0 },
        { added: 0, changed: 0, unchanged: 3 },
      ]) {
        expect(await run(file)).toMatchObject(counts);
        const both = (await bars('ETH/USDT', '60min')).filter(({ at }) => at === '2025-01-06 01:00');
        expect(new Map(both.map((bar) => [bar.origin, bar.open]))).toEqual(
          new Map([
            [origin, '1'],
            ['imported', '101'],
          ]),
        );
      }
    },
  );

  it.each([
    ['a file of something else', 'ETHUSDT.csv', 'name,age\nAnn,7', /columns: name, age/],
    ['an empty file', 'ETHUSDT.csv', '', /no rows/],
    ['a header alone', 'ETHUSDT.csv', HEADER, /no rows/],
    ['a picture', 'ETHUSDT.csv', Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]), /no rows|columns|not a CSV/],
    ['a broken archive', 'ETHUSDT.csv.gz', Buffer.from([0x1f, 0x8b, 1, 2, 3, 4]), /cannot be unpacked/],
    ['a row that is too short', 'ETHUSDT.csv', `${good}\n1736132400000,1`, /not a CSV.*line 5/],
    ['text for a price', 'ETHUSDT.csv', good.replace(',101,', ',abc,'), /line 2: close is "abc"/],
    ['a number that runs on', 'ETHUSDT.csv', good.replace(',101,', ',101x,'), /line 2: close is "101x"/],
    ['a negative price', 'ETHUSDT.csv', good.replace(',101,', ',-1,'), /line 2: close is "-1"/],
    ['a price of zero', 'ETHUSDT.csv', good.replace(',100,102,99,101', ',100,102,0,101'), /line 2: low is zero/],
    ['a high below the close', 'ETHUSDT.csv', good.replace(',104,101,', ',102,101,'), /line 4: open or close outside/],
    ['a repeated time', 'ETHUSDT.csv', `${good}\n${good.split('\n')[3]}`, /line 5: the time is not after/],
    [
      'a time off the grid',
      'ETHUSDT.csv',
      hours(3, MONDAY + 60_000),
      /line 2: the time is not the beginning of a 60min/,
    ],
    ['no time', 'ETHUSDT.csv', good.replace(String(MONDAY), 'then'), /"then" is not a time/],
    [
      'bars of two hours',
      'ETHUSDT.csv',
      good.replace(`${MONDAY + HOUR - 1}`, `${MONDAY + 2 * HOUR - 1}`),
      /120 minutes/,
    ],
    ['a name without a market', 'NOBODY.csv', good, /No market is named NOBODY.csv/],
    ['a name of two markets', 'BTC-ETH.csv', good, /fits BTC\/USDT and ETH\/USDT/],
  ])('refuses %s and writes nothing', async (_, name, content, message) => {
    await expect(run(await given(name, content))).rejects.toThrow(message);
    expect(await stored()).toBe(0);
  });

  it('refuses a file that is not there, an unknown symbol and a senseless rate', async () => {
    await expect(run(join(folder, 'nothing.csv'))).rejects.toThrow(/There is no file/);
    const file = await given('ETHUSDT-1h.csv', good);
    await expect(run(file, { symbol: 'NO/BODY' })).rejects.toThrow(/no market NO\/BODY/);
    for (const rate of ['0', '-1', 'abc', '1e3'])
      await expect(run(file, { rate })).rejects.toThrow(/not a positive number/);
    expect(await stored()).toBe(0);
  });

  it('writes nothing of a file that fails half-way in the database', async () => {
    // The second batch holds the bar that the database refuses.
    const text = hours(7000);
    await source.query(`create function refuse() returns trigger language plpgsql as $$ begin
      if new.open > 6000 then raise exception 'disk full'; end if; return new; end $$`);
    await source.query('create trigger refuse before insert on candle_60min for each row execute function refuse()');
    try {
      await expect(run(await given('ETHUSDT-1h.csv', text))).rejects.toThrow('disk full');
      expect(await stored()).toBe(0);
    } finally {
      await source.query('drop function refuse cascade');
    }
  });

  it('leaves out contradictory rows when told to, and says which', async () => {
    const file = await given('ETHUSDT-1h.csv', good.replace(',104,101,', ',102,101,'));
    const report = await run(file, { skipBadRows: true });
    expect(report).toMatchObject({ bars: 2, skipped: [4] });
  });

  withShared(
    'imports 46,673 real quarter-hours, whose days are the days that the exchange published',
    async () => {
      const report = await run(join(SHARED, 'candles/BTCUSDT-15m.csv.gz'));
      expect(report).toMatchObject({ symbol: 'BTC/USDT', period: '15min', bars: 46_673, changed: 0 });
      const quarters = await bars('BTC/USDT', '15min');
      expect(quarters).toHaveLength(46_673);
      expect(quarters[0]).toMatchObject({
        open: '93738.19',
        close: '93720.44',
        volume: '202.77714',
        quote: '18986363.9868894',
      });
      expect(quarters.at(-1)).toMatchObject({ close: '75792.03', trades: 27_916 });
      const folded = await bars('BTC/USDT', '1day');
      const days = await run(join(SHARED, 'candles/BTCUSDT-1d.csv.gz'));
      // The published days before the quarter-hours begin are new; those that were folded differ in nothing.
      expect(days).toMatchObject({ period: '1day', changed: 0 });
      const after = new Map((await bars('BTC/USDT', '1day')).map((bar) => [bar.at, bar]));
      expect(folded.length).toBeGreaterThan(480);
      for (const bar of folded) expect(after.get(bar.at)).toEqual(bar);
      expect(after.get('2017-08-17 00:00')).toMatchObject({ open: '4261.48', close: '4285.08', volume: '795.150377' });
      expect((await bars('BTC/USDT', '1week')).every(({ at }) => new Date(`${String(at)}Z`).getUTCDay() === 1)).toBe(
        true,
      );
    },
    60_000,
  );

  withShared.each([
    [
      'stocks_daily/AAPL.csv.gz',
      {},
      'AAPL/USD',
      '2018-01-02 00:00',
      { open: '42.54', close: '43.065', volume: '102223600' },
    ],
    ['metals_daily/GCF.csv.gz', {}, 'GOLD/USDT', '2025-08-22 00:00', { open: '3349.3999', high: '3377.7' }],
    [
      'futures_daily/dominant-zn-zinc.csv.gz',
      { rate: '0.14' },
      'ZINC/USDT',
      '2018-05-31 00:00',
      // 24075, 24465, 24050 and 24420 yuan at 0.14, and 5,790,931.26 times 10,000 yuan.
      { open: '3370.5', high: '3425.1', low: '3367', close: '3418.8', quote: '8107303764' },
    ],
  ] as const)('imports %s', async (file, options, symbol, at, expected) => {
    const report = await run(join(SHARED, file), options);
    expect(report).toMatchObject({ symbol, period: '1day', skipped: [] });
    expect((await bars(symbol, '1day')).find((bar) => bar.at === at)).toMatchObject(expected);
    expect((await bars(symbol, '1week')).length).toBeGreaterThan(300);
    expect((await bars(symbol, '1mon')).length).toBeGreaterThan(80);
  });

  withShared('asks for the rate of a file in yuan, and refuses a real bad row with its line', async () => {
    await expect(run(join(SHARED, 'futures_daily/dominant-ni-nickel.csv.gz'))).rejects.toThrow(/--rate/);
    await expect(run(join(SHARED, 'metals_daily/HGF.csv.gz'))).rejects.toThrow(/line 346: open or close outside/);
    expect(await stored()).toBe(0);
    const report = await run(join(SHARED, 'metals_daily/HGF.csv.gz'), { skipBadRows: true });
    expect(report).toMatchObject({ symbol: 'COPPER/USDT', bars: 1922, skipped: [346] });
  });
});
