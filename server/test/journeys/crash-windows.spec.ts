import { readFileSync } from 'node:fs';
import { Decimal } from '../../contract/decimal.js';
import { isLiquidated, profit, quantityOf, requirement } from '../../contract/rules/margin.rules.js';
import { CheckBooks } from '../../features/ledger/index.js';
import type { HeldPosition } from '../../features/liquidation/margin-decision.rules.js';
import { OpenContractsStore } from '../../features/liquidation/open-contracts.store.js';
import { ReadTape } from '../../features/tape/index.js';
import { TapePartitionsStore } from '../../features/tape/tape-partitions.store.js';
import { TapeStore } from '../../features/tape/tape.store.js';
import { TapeWriter } from '../../features/tape/tape-writer.js';
import { BTC_MARKET, FuturesWorld } from '../factories/futures-world.js';
import { Worker } from '../factories/liquidation-world.js';
import { sharedFile } from '../recordings.js';

/**
 * Real crashes: leveraged positions and limit orders through bars of an exchange, each bar walked from its open over its
 * low and high to its close, seeded, a sample a second. `CRASH_WINDOWS=all` takes every window of BTC whole, with
 * thousands of positions; without it one crash is taken around its longest bars.
 */
const isLong = process.env.CRASH_WINDOWS === 'all';
const WINDOWS = isLong
  ? ['2h-2020-03-12-crash', '2h-2021-05-19-crash', '1h-2022-11-08-ftx', '15m-2025-10-10-tariff-crash']
  : ['2h-2020-03-12-crash'];
const POSITIONS = isLong ? 3000 : 240;
const ORDERS = isLong ? 600 : 60;
const SAMPLES_A_BAR = isLong ? 24 : 8;
/** Bars of the short version: those around the fall. */
const FROM_BAR = isLong ? 0 : 21;
const TO_BAR = isLong ? Number.POSITIVE_INFINITY : 30;

interface Bar {
  open: number;
  high: number;
  low: number;
  close: number;
}

/** Whole numbers below a bound, the same in every run. */
function randomFrom(start: number): (below: number) => number {
  let state = start;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 0x1_0000_0000) * below);
  };
}

function barsOf(file: string): Bar[] {
  const [, ...lines] = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => {
    const [, open, high, low, close] = line.split(',').map(Number);
    return { open: open as number, high: high as number, low: low as number, close: close as number };
  });
}

/** Prices inside the bar's range that touch both its ends. */
function walk({ open, high, low, close }: Bar, samples: number, random: (below: number) => number): string[] {
  const turns = random(2) === 0 ? [open, low, high, close] : [open, high, low, close];
  const prices: number[] = [];
  for (let step = 0; step < samples; step += 1) {
    const way = (step / (samples - 1)) * 3;
    const leg = Math.min(2, Math.floor(way));
    const [from, to] = [turns[leg] as number, turns[leg + 1] as number];
    const noise = ((random(2001) - 1000) / 1000) * (high - low) * 0.05;
    prices.push(Math.min(high, Math.max(low, from + (to - from) * (way - leg) + noise)));
  }
  return [...prices, low, low, high].map((price) => price.toFixed(2));
}

describe.each(WINDOWS)('the crash of %s', (name) => {
  const file = sharedFile(`crash_windows/BTCUSDT-${name}.csv`);
  if (!file) return it('is not played: its bars are absent', () => undefined);

  let world: FuturesWorld;
  let worker: Worker;
  let writer: TapeWriter;
  const random = randomFrom(20_200_312);
  const SEEDED_FUND = '3000';

  beforeAll(async () => {
    world = await FuturesWorld.open({ FUTURES_LEVERAGE_MAX: '125' });
    worker = new Worker(world);
    const [lease] = await world.source.query(
      `insert into feed_lease (name, token, holder, taken_at) values ('markets', 1, 'test', now())
       on conflict (name) do update set token = feed_lease.token + 1 returning token::text as token`,
    );
    const tools = { store: new TapeStore(world.source), partitions: new TapePartitionsStore(world.source) };
    writer = new TapeWriter(lease.token, { ...tools, written: () => undefined, lost: () => undefined });
    await world.insure(SEEDED_FUND);
  }, 120_000);
  afterAll(() => world.close());

  /** The market has this price, book and mark for a second, and the tape says so. */
  function sample(price: string): void {
    world.clock.advance(1000);
    const away = (ratio: number) => (Number(price) * (1 + ratio)).toFixed(2);
    world.price(price, {
      bids: [
        [away(-0.0002), '30'],
        [away(-0.002), '100000'],
      ],
      asks: [
        [away(0.0002), '30'],
        [away(0.002), '100000'],
      ],
    });
    const content = { s: world.clock.now(), index: price, indexState: 'ok', mark: price, last: price } as const;
    writer.add([{ marketId: BTC_MARKET, content: { ...content, live: 3, constituents: [], origin: 'recorded' } }]);
  }

  async function populate(last: string): Promise<void> {
    for (let n = 0; n < POSITIONS; n += 1) {
      const user = await world.user('3000');
      const side = random(10) < 8 ? 'long' : 'short';
      const leverage = [5, 10, 20, 50, 100][random(5)] as number;
      const lots = 1 + random(40);
      const marginMode = random(3) === 0 ? 'cross' : 'isolated';
      await world.submit(user, { side, leverage, lots, marginMode }).catch(() => undefined);
      world.refresh();
      if (n < ORDERS) {
        const limitPrice = (Number(last) * (0.7 + random(28) / 100)).toFixed(2);
        await world
          .submit(user, { side: 'long', leverage: 10, lots: 1 + random(10), marginMode, isLimit: true, limitPrice })
          .catch(() => undefined);
      }
    }
  }

  /** Isolated positions that must have been closed at both of the last two marks, and are open: found one by one. */
  async function missed(marks: readonly string[]): Promise<string[]> {
    const open = await world.source.query('select id::float8 as id from futures_position where status = 1');
    const held = await world.get(OpenContractsStore).isolated(open.map(({ id }: { id: number }) => id));
    const terms = await world.get(OpenContractsStore).terms();
    const tiers = terms.find(({ marketId }) => marketId === BTC_MARKET)?.tiers ?? [];
    const isDue = (each: HeldPosition, mark: string): boolean => {
      const quantity = quantityOf(each.lots, each.lotSize);
      const equity = profit(each.side, quantity, each.entryPrice, mark).plus(each.margin);
      return isLiquidated(equity, requirement(tiers, quantity, mark, each.closeFeeRatio));
    };
    return held.filter((each) => marks.every((mark) => isDue(each, mark))).map(({ id }) => id);
  }

  it(
    'leaves the books in order, nobody below zero, and explains every close and every cent of the fund',
    async () => {
      const bars = barsOf(file).slice(FROM_BAR, TO_BAR);
      let before = (bars[0] as Bar).open.toFixed(2);
      for (let n = 0; n < 3; n += 1) {
        sample(before);
        await worker.look();
      }
      await populate(before);
      for (const bar of bars) {
        for (const next of walk(bar, SAMPLES_A_BAR, random)) {
          sample(next);
          await worker.look();
          await worker.stops();
          await worker.fill();
          // What was filled at this sample is judged by it, too.
          await worker.look();
          expect(await missed([before, next])).toEqual([]);
          before = next;
        }
        await writer.write(() => world.clock.now());
        const broken = (await world.get(CheckBooks).execute()).filter(({ rows }) => rows.length > 0);
        expect(broken).toEqual([]);
      }
      await justified();
      await explained();
    },
    isLong ? 3_600_000 : 300_000,
  );

  /** Every report names two marks that are on the tape, and by the kinder one equity is below what is required. */
  async function justified(): Promise<void> {
    const reports = await world.source.query(
      `select r.id, r.kind, r.mark::float8 as mark, r.mark_before::float8 as before, f.side, f.margin_mode as mode,
              (extract(epoch from r.mark_at) * 1000)::float8 as at,
              (extract(epoch from r.mark_before_at) * 1000)::float8 as "beforeAt",
              trim_scale(r.margin)::text as margin, trim_scale(r.entry_price)::text as entry, r.lots_before as lots,
              trim_scale(f.lot_size)::text as "lotSize", trim_scale(r.tier_rate)::text as rate,
              trim_scale(r.tier_deduction)::text as deduction, trim_scale(f.close_fee_ratio)::text as fee
         from liquidation_report r join futures_position f on f.id = r.position_id order by r.id`,
    );
    expect(reports.length).toBeGreaterThan(POSITIONS / 10);
    const tape = world.app.application.get(ReadTape);
    const seconds = new Map<number, number>();
    const from = Math.min(...reports.map(({ beforeAt }: { beforeAt: number }) => beforeAt));
    const to = Math.max(...reports.map(({ at }: { at: number }) => at));
    for (let start = from; start <= to; start += 3_000_000) {
      for (const { s, mark } of await tape.slice(BTC_MARKET, start, Math.min(to, start + 2_999_999)))
        seconds.set(s, Number(mark));
    }
    for (const report of reports) {
      expect([seconds.get(report.beforeAt), seconds.get(report.at)]).toEqual([report.before, report.mark]);
      if (report.mode !== 'isolated' || report.kind === 'deleveraged') continue;
      const side = report.side === 1 ? 'long' : 'short';
      const kinder = side === 'long' ? Math.max(report.mark, report.before) : Math.min(report.mark, report.before);
      const mark = kinder.toFixed(2);
      const quantity = quantityOf(report.lots, report.lotSize);
      const tiers = [{ floor: '0', rate: report.rate, deduction: report.deduction, maxLeverage: 1 }];
      const equity = profit(side, quantity, report.entry, mark).plus(report.margin);
      expect(isLiquidated(equity, requirement(tiers, quantity, mark, report.fee))).toBe(true);
    }
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
    const fund = await world.house('insurance');
    expect(new Decimal(SEEDED_FUND).plus(booked.total).toFixed()).toBe(fund);
    expect(reported.total).toBe(booked.total);
    expect(booked.into).toBeGreaterThan(0);
    const [ended] = await world.source.query(
      `select count(*) filter (where closed_as = 'liquidated')::integer as liquidated,
              count(*) filter (where closed_as = 'deleveraged')::integer as deleveraged,
              count(*) filter (where price_type = 'limit' and opened_at is not null)::integer as filled
         from futures_position`,
    );
    process.stderr.write(`${name}: ${JSON.stringify({ ...ended, ...booked, fund })}\n`);
  }
});
