import { DataSource } from 'typeorm';
import { Decimal } from '../../contract/decimal.js';
import { isLiquidated, profit, quantityOf, requirement } from '../../contract/rules/margin.rules.js';
import type { HeldPosition } from '../../features/trading/futures-index/margin-decision.rules.js';
import { FuturesIndexStore } from '../../features/trading/futures-index/futures-index.store.js';
import { ReadTape } from '../../features/markets/tape/index.js';
import { type Bar, crashBars, crashWindows, randomFrom, walk } from '../factories/crash-bars.js';
import { deadlocksOf } from '../deadlocks.js';
import { TradingWorld } from '../factories/trading-world.js';

/**
 * Real crashes: leveraged positions, options and limit orders through bars of an exchange, BTC, ETH and DOGE at once,
 * each bar walked from its open over its low and high to its close, seeded, a sample a second. `npm run crash-windows`
 * takes every recorded window whole, with thousands of positions, or those that `CRASH_WINDOWS` names with commas between
 * them; else one crash is taken around its longest bars.
 */
const wanted = process.env.CRASH_WINDOWS ?? '';
const isLong = wanted !== '';
const SHORT_WINDOW = '2h-2020-03-12-crash';
const names = crashWindows();
const WINDOWS = names.filter((name) =>
  isLong ? wanted === 'all' || wanted.split(',').includes(name) : name === SHORT_WINDOW,
);
const [POSITIONS, LIMITS, OPTIONS, SPOTS] = isLong ? [2000, 400, 400, 400] : [120, 20, 20, 20];
/** Samples of a window, about: short windows have more in a bar. */
const SAMPLES = 1000;
/** The books are looked at so often in a window, about: what breaks in them stays broken until the next look. */
const LOOKS = 300;
/** Bars of the short version: those around the fall. */
const SHORT_BARS: [number, number] = [22, 27];
const SEEDED_FUND = '3000';
/**
 * The clock of a whole window is ahead of the database's: its seconds may take longer than a second, and what is due by the
 * window's clock would look overdue by the other one.
 */
const AHEAD_MS = isLong ? 6 * 3_600_000 : 0;

if (names.length === 0) {
  console.warn('SKIPPED: the crashes are not played, because ../shared/data/crash_windows is absent.');
  it.skip('the crashes of ../shared/data/crash_windows, which is absent', () => undefined);
}

(WINDOWS.length > 0 ? describe.each(WINDOWS) : describe.skip.each(['none']))('the crash of %s', (name) => {
  const all = crashBars(name);
  const marketIds = [...all.keys()];
  const random = randomFrom(20_200_312);
  const pick = <Value>(values: readonly Value[]): Value => values[random(values.length)] as Value;
  let world: TradingWorld;
  /** Postgres' own count for this database. */
  let deadlocksBefore = 0;
  /** Of each market: the newest price and the one before. */
  let marks = new Map<number, [string, string]>();
  const placed = { positions: 0, limits: 0, options: 0, spots: 0 };
  let traders: { option: string[]; spot: string[] } = { option: [], spot: [] };

  beforeAll(async () => {
    world = await TradingWorld.open();
    world.futures.clock.advance(AHEAD_MS);
    await world.futures.insure(SEEDED_FUND);
    deadlocksBefore = await deadlocksOf(world.source, world.futures.get(DataSource));
  }, 240_000);
  afterAll(() => world?.close(), 120_000);

  const last = (marketId: number): number => Number(marks.get(marketId)?.[1]);
  const text = (marketId: number, price: number): string => price.toFixed(world.market(marketId).priceScale);

  async function sample(prices: ReadonlyMap<number, number>): Promise<void> {
    const texts = new Map([...prices].map(([id, price]) => [id, text(id, price)]));
    marks = new Map([...texts].map(([id, price]) => [id, [marks.get(id)?.[1] ?? price, price]]));
    world.sample(texts);
    // A minute of a crash in one second moves further than the guard lets prices move: fills are held against the tape's newest second.
    await world.write();
    await world.work(marketIds);
  }

  async function position(user: string): Promise<void> {
    const marketId = pick(marketIds);
    const leverage = pick(world.futures.product(marketId).leverages.filter((each) => each >= 5 && each <= 100));
    const side = random(10) < 8 ? 'long' : 'short';
    const marginMode = random(3) === 0 ? 'cross' : 'isolated';
    const lot = last(marketId) * Number(world.market(marketId).lotSize);
    const lots = Math.min(40, Math.max(1, Math.floor(((1 + random(8)) * 300 * leverage) / lot)));
    const order = { marketId, side, leverage, lots, marginMode } as const;
    if (await world.futuresOrder(user, order)) placed.positions += 1;
    if (placed.limits >= LIMITS) return;
    const limitPrice = text(marketId, last(marketId) * (0.7 + random(28) / 100));
    const more = { ...order, side: 'long', lots: 1 + random(5), limitPrice } as const;
    if (await world.futuresOrder(user, more)) placed.limits += 1;
  }

  async function option(): Promise<void> {
    const order = { marketId: pick(marketIds), seconds: pick([60, 120, 180]), stake: String(10 + random(90)) };
    const direction = pick(['rise', 'fall', 'even'] as const);
    if (await world.option(pick(traders.option), { ...order, direction, demo: true })) placed.options += 1;
  }

  /** A limit below the market that a fall reaches, or a sale of what was bought before. */
  async function spot(): Promise<void> {
    const marketId = pick(marketIds);
    const price = last(marketId) * (0.6 + random(42) / 100);
    const quantity = ((20 + random(80)) / price).toFixed(5);
    const order = { marketId, side: 'buy', quantity, limitPrice: text(marketId, price) } as const;
    if (Number(order.limitPrice) > 0 && (await world.spot(pick(traders.spot), order))) placed.spots += 1;
  }

  async function populate(): Promise<void> {
    for (const kind of ['option', 'spot'] as const) {
      const demo = kind === 'option';
      const count = isLong ? 40 : 4;
      for (let n = 0; n < count; n += 1) traders[kind].push(await world.user(kind, '20000', { demo }));
    }
    const holders = await world.users('contract', '3000', POSITIONS);
    for (const [n, holder] of holders.entries()) {
      await position(holder);
      if (n < OPTIONS) await option();
      if (n < SPOTS) await spot();
      world.futures.refresh();
    }
  }

  /** Isolated positions that must have been closed at both of the last two marks, and are open: found one by one. */
  async function missed(): Promise<string[]> {
    const open = await world.source.query('select id::float8 as id from futures_position where status = 1');
    const held = await world.futures.get(FuturesIndexStore).isolated(open.map(({ id }: { id: number }) => id));
    const terms = await world.futures.get(FuturesIndexStore).terms();
    const tiersOf = new Map(terms.map(({ marketId, tiers }) => [marketId, tiers]));
    const isDue = (each: HeldPosition, mark: string): boolean => {
      const quantity = quantityOf(each.lots, each.lotSize);
      const equity = profit(each.side, quantity, each.entryPrice, mark).plus(each.margin);
      const tiers = tiersOf.get(each.marketId) ?? [];
      const whole = new Decimal(each.exposure).minus(each.ordered);
      return isLiquidated(equity, requirement(tiers, quantity, mark, each.closeFeeRatio, whole));
    };
    return held.filter((each) => marks.get(each.marketId)?.every((mark) => isDue(each, mark))).map(({ id }) => id);
  }

  let journals = '';

  /** The books, where anything was booked since they were looked at. */
  async function expectOrder(): Promise<void> {
    const [newest] = await world.source.query('select coalesce(max(id), 0)::text as id from ledger_journal');
    if (newest.id === journals) return;
    journals = newest.id;
    expect(await world.brokenBooks()).toEqual([]);
  }

  async function play(bars: ReadonlyMap<number, Bar>, samples: number, isLooked: boolean): Promise<void> {
    const walks = [...bars].map(([id, bar]) => [id, walk(bar, samples, random)] as const);
    for (let step = 0; step < samples + 3; step += 1) {
      await sample(new Map(walks.map(([id, prices]) => [id, prices[step] as number])));
      // After the second sample at the low, and before the next bar.
      if (step === samples + 1) expect(await missed()).toEqual([]);
    }
    await world.write();
    await world.settle();
    await option();
    await spot();
    if (isLooked) await expectOrder();
  }

  it(
    'leaves the books in order, nobody below zero, and explains every close and every cent of the fund',
    async () => {
      const length = Math.max(...[...all.values()].map((bars) => bars.length));
      const [from, to] = isLong ? [0, length] : SHORT_BARS;
      const samples = isLong ? Math.min(24, Math.max(2, Math.round(SAMPLES / length))) : 8;
      const at = (place: number): Map<number, Bar> =>
        new Map([...all].map(([id, bars]) => [id, (bars[place] ?? bars.at(-1)) as Bar]));
      for (let n = 0; n < 3; n += 1) await sample(new Map([...at(from)].map(([id, { open }]) => [id, open])));
      // An option enters at a second of the tape: without one each of them waits half a second and is refused.
      await world.write();
      await populate();
      const lookedEvery = Math.max(1, Math.round(length / LOOKS));
      for (let place = from; place < to; place += 1) await play(at(place), samples, place % lookedEvery === 0);
      // The options that are still open, at prices that do not move any more.
      for (let n = 0; n < 190; n += 1) {
        world.sample(new Map(marketIds.map((id) => [id, text(id, last(id))])));
        if (n % 19 === 18) await world.write();
      }
      await world.settle();
      await expectOrder();
      await justified();
      await explained();
      expect(await deadlocksOf(world.source, world.futures.get(DataSource))).toBe(deadlocksBefore);
    },
    isLong ? 4 * 3_600_000 : 600_000,
  );

  /** Every report names two marks that are on the tape, and by the kinder one equity is below what is required. */
  async function justified(): Promise<void> {
    const reports = await world.source.query(
      `select r.id, r.kind, r.mark::float8 as mark, r.mark_before::float8 as before, f.side, f.margin_mode as mode,
              f.market_id as market, (extract(epoch from r.mark_at) * 1000)::float8 as at,
              (extract(epoch from r.mark_before_at) * 1000)::float8 as "beforeAt",
              trim_scale(r.margin)::text as margin, trim_scale(r.entry_price)::text as entry, r.lots_before as lots,
              trim_scale(f.lot_size)::text as "lotSize", trim_scale(r.tier_rate)::text as rate,
              trim_scale(r.tier_deduction)::text as deduction, trim_scale(f.close_fee_ratio)::text as fee
         from liquidation_report r join futures_position f on f.id = r.position_id order by r.id`,
    );
    expect(reports.length).toBeGreaterThan(placed.positions / 10);
    const tape = await marksOfTape(reports);
    for (const report of reports) {
      const taped = [report.beforeAt, report.at].map((at) => tape.get(`${report.market} ${at}`));
      expect([report.id, ...taped]).toEqual([report.id, report.before, report.mark]);
      if (report.mode !== 'isolated' || report.kind === 'deleveraged') continue;
      const side = report.side === 1 ? 'long' : 'short';
      const kinder = side === 'long' ? Math.max(report.mark, report.before) : Math.min(report.mark, report.before);
      const mark = text(report.market, kinder);
      const quantity = quantityOf(report.lots, report.lotSize);
      const tiers = [{ floor: '0', rate: report.rate, deduction: report.deduction, maxLeverage: 1 }];
      const equity = profit(side, quantity, report.entry, mark).plus(report.margin);
      expect([report.id, isLiquidated(equity, requirement(tiers, quantity, mark, report.fee))]).toEqual([
        report.id,
        true,
      ]);
    }
  }

  async function marksOfTape(reports: readonly { at: number; beforeAt: number }[]): Promise<Map<string, number>> {
    const tape = world.futures.get(ReadTape);
    const found = new Map<string, number>();
    const from = Math.min(...reports.map(({ beforeAt }) => beforeAt));
    const to = Math.max(...reports.map(({ at }) => at));
    for (const marketId of marketIds) {
      for (let start = from; start <= to; start += 3_000_000) {
        const slice = await tape.slice(marketId, start, Math.min(to, start + 2_999_999));
        for (const { s, mark } of slice) found.set(`${marketId} ${s}`, Number(mark));
      }
    }
    return found;
  }

  /** The fund is what it was given and what the positions say that they booked on it. */
  async function explained(): Promise<void> {
    const [booked] = await world.source.query(
      `select coalesce(trim_scale(sum(insurance)), 0)::text as total, count(*) filter (where insurance > 0)::integer as into,
              count(*) filter (where shortfall > 0)::integer as short
         from futures_position`,
    );
    const [reported] = await world.source.query(
      `select coalesce(trim_scale(sum(insurance)), 0)::text as total from liquidation_report`,
    );
    const fund = await world.futures.house('insurance');
    expect(new Decimal(SEEDED_FUND).plus(booked.total).toFixed()).toBe(fund);
    expect(reported.total).toBe(booked.total);
    expect(Number(booked.total)).not.toBe(0);
    const [ended] = await world.source.query(
      `select (select count(*) from futures_position where closed_as = 'liquidated')::integer as liquidated,
              (select count(*) from futures_position where closed_as = 'deleveraged')::integer as deleveraged,
              (select count(*) from futures_position where price_type = 'limit' and opened_at is not null)::integer
                as "limitsFilled",
              (select count(distinct order_id) from spot_fill)::integer as "spotFilled",
              (select count(*) from option_order where status = 'settled')::integer as "optionsSettled",
              (select count(*) from option_order where status <> 'settled')::integer as "optionsElse",
              (select count(*) from ledger_account where owner_id is not null and balance < 0)::integer as "belowZero"`,
    );
    process.stderr.write(`${name}: ${JSON.stringify({ ...placed, ...ended, ...booked, fund })}\n`);
    expect(ended).toMatchObject({ belowZero: 0, optionsElse: 0, optionsSettled: placed.options });
    expect(ended.spotFilled).toBeGreaterThan(0);
    expect(placed.options).toBeGreaterThan(OPTIONS / 2);
  }
});
