import * as fc from 'fast-check';
import { Decimal } from 'decimal.js';
import { CANDLE_PERIODS, type CandlePeriod, type CandleView } from '../../../contract/markets/markets.dto.js';
import type { VenueBar } from '../../../platform/feeds/feed.js';
import { type CandleMarket, CandleSeries } from './candle-series.js';
import { barOf, foldBars, MINUTE_MS, nextOpen, openOf, barView } from './bars.rules.js';

const MARKET: CandleMarket = { id: 1, symbol: 'BTC/USDT', origin: 'live', priceScale: 2, quantityScale: 5 };
/** Ten seconds before New Year, which is a Thursday: day, month and year end, the week goes on. */
const START = Date.UTC(2025, 11, 31, 23, 58, 0);
const minute = (index: number): number => START + index * MINUTE_MS;

/** A series with everything it handed out, by bar. */
class Watched {
  readonly emitted: CandleView[] = [];
  readonly latest = new Map<string, CandleView>();

  constructor(public series = new CandleSeries(MARKET)) {}

  trade(at: number, price: string, quantity = '1'): boolean {
    return this.series.trade({ at, price, quantity });
  }

  advance(now: number): CandleView[] {
    const changed = this.series.advance(now);
    this.emitted.push(...changed);
    for (const bar of changed) this.latest.set(`${bar.period}:${bar.openAt}`, bar);
    return changed;
  }

  bar(period: CandlePeriod, openAt: number): CandleView | undefined {
    return this.latest.get(`${period}:${openAt}`);
  }

  all(period: CandlePeriod): CandleView[] {
    return [...this.latest.values()].filter((bar) => bar.period === period).sort((a, b) => a.openAt - b.openAt);
  }
}

const closedBar = (openAt: number, fields: Partial<VenueBar> = {}): VenueBar => ({
  openAt,
  open: '100',
  high: '101',
  low: '99',
  close: '100',
  volume: '2',
  quoteVolume: '200',
  trades: 2,
  closed: true,
  ...fields,
});

describe('a minute', () => {
  it('takes open, extremes, close and exact sums from its trades', () => {
    const watched = new Watched();
    watched.trade(minute(0), '100.10', '0.00000001');
    watched.trade(minute(0) + 1, '99.9', '0.10000000');
    watched.trade(minute(0) + 2, '100.2', '3');
    watched.trade(minute(0) + 59_999, '100', '123456789012345678');
    watched.advance(minute(0) + 59_999);
    expect(watched.bar('1min', minute(0))).toMatchObject({
      open: '100.1',
      high: '100.2',
      low: '99.9',
      close: '100',
      volume: '123456789012345681.10000001',
      // 0.000001001 + 9.99 + 300.6 + 12345678901234567800
      quoteVolume: '12345678901234568110.590001001',
      trades: 4,
      closed: false,
      filled: false,
    });
  });

  it('gives the first instant of a minute to the new bar', () => {
    const watched = new Watched();
    watched.trade(minute(0) + 59_999, '100');
    watched.trade(minute(1), '200');
    watched.advance(minute(1));
    expect(watched.bar('1min', minute(0))).toMatchObject({ close: '100', trades: 1 });
    expect(watched.bar('1min', minute(1))).toMatchObject({ open: '200', trades: 1 });
  });

  it('without a trade is a flat bar at the previous close', () => {
    const watched = new Watched();
    watched.trade(minute(0), '100');
    watched.advance(minute(2) + 2000);
    expect(watched.bar('1min', minute(1))).toMatchObject({
      open: '100',
      high: '100',
      low: '100',
      close: '100',
      volume: '0',
      trades: 0,
      filled: true,
      outage: false,
      closed: true,
    });
  });

  it('closes two seconds after its end while the next one already runs', () => {
    const watched = new Watched();
    watched.trade(minute(0), '100');
    watched.advance(minute(1) + 1999);
    expect(watched.bar('1min', minute(0))?.closed).toBe(false);
    expect(watched.bar('1min', minute(1))).toMatchObject({ filled: true, closed: false });
    watched.advance(minute(1) + 2000);
    expect(watched.bar('1min', minute(0))?.closed).toBe(true);
  });

  it('takes a late trade inside the grace and drops it afterwards', () => {
    const watched = new Watched();
    watched.trade(minute(0), '100');
    watched.advance(minute(1) + 1000);
    expect(watched.trade(minute(0) + 59_000, '105')).toBe(true);
    watched.advance(minute(1) + 1500);
    expect(watched.bar('1min', minute(0))).toMatchObject({ close: '105', high: '105', trades: 2 });
    // The next minute is flat at a close that has moved.
    expect(watched.bar('1min', minute(1))).toMatchObject({ open: '105', close: '105', filled: true });
    watched.advance(minute(1) + 2000);
    expect(watched.trade(minute(0) + 59_500, '110')).toBe(false);
    expect(watched.series.droppedTrades).toBe(1);
    expect(watched.advance(minute(1) + 2100).filter((bar) => bar.openAt === minute(0))).toEqual([]);
  });

  it('puts trades that arrive out of order in the order in which they were made', () => {
    const watched = new Watched();
    watched.trade(minute(0) + 20, '100');
    watched.trade(minute(0) + 10, '90');
    watched.trade(minute(0) + 15, '95');
    watched.advance(minute(0) + 30);
    expect(watched.bar('1min', minute(0))).toMatchObject({ open: '90', close: '100', low: '90', high: '100' });
  });

  it('refuses what is not a trade', () => {
    const watched = new Watched();
    for (const [price, quantity] of [
      ['0', '1'],
      ['1', '0'],
      ['-1', '1'],
      ['NaN', '1'],
      ['1e5', '1'],
      ['', '1'],
    ]) {
      expect(watched.trade(minute(0), price as string, quantity)).toBe(false);
    }
    expect(watched.advance(minute(1))).toEqual([]);
  });

  it('opens at the previous close where the venue does so', () => {
    const watched = new Watched(new CandleSeries({ ...MARKET, opensAtPreviousClose: true }));
    watched.trade(minute(0), '100');
    watched.trade(minute(1) + 10, '102');
    watched.trade(minute(1) + 20, '101');
    watched.advance(minute(1) + 30);
    expect(watched.bar('1min', minute(1))).toMatchObject({ open: '100', high: '102', low: '100', close: '101' });
  });
});

describe('an outage', () => {
  it('marks the minutes that it touches and invents none', () => {
    const watched = new Watched();
    for (let index = 0; index < 10; index += 1) watched.trade(minute(0) + index * 10_000, '100');
    watched.series.outage(true, minute(1) + 40_000);
    for (let now = minute(1) + 40_000; now < minute(4); now += 1000) watched.advance(now);
    watched.series.outage(false, minute(4) + 30_000);
    watched.advance(minute(6));
    expect(watched.all('1min').map((bar) => [(bar.openAt - START) / MINUTE_MS, bar.outage])).toEqual([
      [0, false],
      [1, true],
      [4, true],
      [5, false],
      [6, false],
    ]);
    expect(watched.bar('60min', Date.UTC(2026, 0, 1))?.outage).toBe(true);
  });

  it('is over with the first trade', () => {
    const watched = new Watched();
    watched.trade(minute(0), '100');
    watched.series.outage(true, minute(0) + 30_000);
    watched.trade(minute(3) + 1, '101');
    watched.advance(minute(4));
    expect(watched.all('1min').map((bar) => (bar.openAt - START) / MINUTE_MS)).toEqual([0, 3, 4]);
    expect(watched.bar('1min', minute(3))).toMatchObject({ outage: true, open: '101' });
  });

  it('is not what a closed session is, also where the source is lost and found within it', () => {
    const watched = new Watched();
    watched.trade(minute(0), '100');
    watched.series.session(false, minute(1));
    watched.series.outage(true, minute(2));
    watched.series.outage(false, minute(3));
    watched.advance(minute(5));
    watched.series.session(true, minute(6));
    watched.trade(minute(6) + 1, '101');
    watched.advance(minute(7));
    expect(watched.all('1min').map((bar) => [(bar.openAt - START) / MINUTE_MS, bar.outage])).toEqual([
      [0, false],
      [6, false],
      [7, false],
    ]);
  });

  it('goes on into a session that begins while the source is lost, and is none of the closed time', () => {
    const watched = new Watched();
    watched.trade(minute(0), '100');
    watched.series.session(false, minute(1));
    watched.series.outage(true, minute(2));
    watched.series.session(true, minute(4));
    watched.advance(minute(6));
    watched.series.outage(false, minute(7) + 1);
    watched.trade(minute(7) + 2, '101');
    watched.advance(minute(8));
    expect(watched.all('1min').map((bar) => [(bar.openAt - START) / MINUTE_MS, bar.outage])).toEqual([
      [0, false],
      [7, true],
      [8, false],
    ]);
  });
});

describe("the venue's own bar", () => {
  it('closes a minute before its grace is over', () => {
    const watched = new Watched();
    watched.trade(minute(0), '100', '1');
    watched.trade(minute(0) + 1, '101', '1');
    watched.advance(minute(1) + 100);
    expect(watched.series.reconcile(closedBar(minute(0), { low: '100', close: '101', quoteVolume: '201' }))).toBe(
      false,
    );
    watched.advance(minute(1) + 200);
    expect(watched.bar('1min', minute(0))).toMatchObject({ closed: true, low: '100' });
    expect(watched.trade(minute(0) + 59_000, '105')).toBe(false);
  });

  it('corrects a closed bar with a higher revision, and every longer bar that holds it', () => {
    const watched = new Watched();
    for (let index = 0; index < 4; index += 1) watched.trade(minute(index), '100', '1');
    watched.advance(minute(3) + 2000);
    const day = Date.UTC(2025, 11, 31);
    const before = CANDLE_PERIODS.map((period) => watched.bar(period, openOf(period, minute(0))));
    expect(before.map((bar) => bar?.closed)).toEqual([true, true, true, true, true, true, false, true]);
    expect(watched.series.reconcile(closedBar(minute(0)))).toBe(true);
    const corrections = watched.advance(minute(3) + 2100);
    expect(corrections.map((bar) => bar.period)).toEqual([...CANDLE_PERIODS]);
    for (const [index, bar] of corrections.entries()) {
      expect(bar).toMatchObject({ high: '101', low: '99', closed: before[index]?.closed });
      expect(bar.revision).toBeGreaterThan(before[index]?.revision as number);
    }
    // Two trades of ours were one; the other minute of the old day had one.
    expect(watched.bar('1day', day)).toMatchObject({ volume: '3', trades: 3 });
    expect(watched.series.reconcile(closedBar(minute(0)))).toBe(false);
    expect(watched.advance(minute(3) + 2200)).toEqual([]);
  });

  it('fills a gap and takes the mark of an outage away', () => {
    const watched = new Watched();
    watched.trade(minute(0), '100');
    watched.series.outage(true, minute(0) + 30_000);
    watched.series.outage(false, minute(2) + 30_000);
    watched.advance(minute(3));
    for (const index of [0, 1, 2]) watched.series.reconcile(closedBar(minute(index)));
    watched.advance(minute(3) + 2000);
    expect(watched.all('1min').map((bar) => bar.outage)).toEqual([false, false, false, false]);
    expect(watched.bar('1mon', Date.UTC(2026, 0, 1))).toMatchObject({ volume: '2', outage: false });
  });

  it('of a running minute changes nothing', () => {
    const watched = new Watched();
    watched.trade(minute(0), '100');
    expect(watched.series.reconcile(closedBar(minute(0), { closed: false }))).toBe(false);
    watched.advance(minute(0) + 1);
    expect(watched.bar('1min', minute(0))).toMatchObject({ high: '100', closed: false });
  });
});

/** What may happen to a series, with the time that passes before it. */
type Step =
  | { kind: 'trade'; wait: number; price: number; quantity: number }
  | { kind: 'late'; wait: number; price: number; quantity: number }
  | { kind: 'down' | 'up' | 'beat' | 'restart'; wait: number };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 12,
      arbitrary: fc.record({
        kind: fc.constant('trade' as const),
        wait: fc.integer({ min: 0, max: 40_000 }),
        price: fc.integer({ min: 1, max: 999_999 }),
        quantity: fc.integer({ min: 1, max: 99_999_999 }),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('late' as const),
        wait: fc.integer({ min: 0, max: 3000 }),
        price: fc.integer({ min: 1, max: 999_999 }),
        quantity: fc.integer({ min: 1, max: 99_999_999 }),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constantFrom('beat' as const, 'restart' as const, 'down' as const, 'up' as const),
        wait: fc.integer({ min: 0, max: 200_000 }),
      }),
    },
  ),
  { minLength: 5, maxLength: 120 },
);

/** A restart before any bar is closed: the minute before may still take a late trade. */
const IN_THE_FIRST_MINUTE: Step[] = [
  { kind: 'trade', wait: 0, price: 1, quantity: 1 },
  { kind: 'restart', wait: 0 },
  { kind: 'late', wait: 0, price: 1, quantity: 1 },
  { kind: 'late', wait: 0, price: 1, quantity: 1 },
  { kind: 'beat', wait: 0 },
];

/** Plays the steps. With `restarts` the series is thrown away at those steps and made again from what was emitted. */
function play(list: Step[], restarts: boolean): Watched {
  const watched = new Watched();
  let now = START;
  for (const step of list) {
    // A beat at least every ten seconds, as in the product.
    for (const end = now + step.wait; now < end; now = Math.min(end, now + 10_000)) watched.advance(now);
    watched.advance(now);
    if (step.kind === 'trade') watched.trade(now, (step.price / 100).toFixed(2), (step.quantity / 1e5).toFixed(5));
    if (step.kind === 'late') {
      const lastOfMinuteBefore = openOf('1min', now) - 1;
      watched.trade(lastOfMinuteBefore, (step.price / 100).toFixed(2), (step.quantity / 1e5).toFixed(5));
    }
    if (step.kind === 'down') watched.series.outage(true, now);
    if (step.kind === 'up') watched.series.outage(false, now);
    watched.advance(now);
    if (step.kind === 'restart' && restarts && watched.latest.size > 0) {
      const stored = CANDLE_PERIODS.flatMap((period) => watched.all(period));
      watched.series = new CandleSeries(MARKET);
      watched.series.restore(stored, now);
      watched.series.outage(false, now);
    }
  }
  watched.advance(now + 10 * MINUTE_MS);
  return watched;
}

describe('for any stream of trades, late trades, outages and restarts', () => {
  it('every longer bar is the fold of its one-minute bars', () => {
    fc.assert(
      fc.property(steps, (list) => {
        const watched = play(list, false);
        const minutes = watched.all('1min');
        for (const period of CANDLE_PERIODS.slice(1)) {
          for (const bar of watched.all(period)) {
            const end = nextOpen(period, bar.openAt);
            const parts = minutes.filter((part) => part.openAt >= bar.openAt && part.openAt < end).map(barOf);
            expect(barView(foldBars(bar.openAt, parts), bar)).toEqual(bar);
          }
        }
      }),
      { numRuns: 150 },
    );
  });

  it('every bar is closed exactly once and never changes afterwards; revisions grow', () => {
    fc.assert(
      fc.property(steps, (list) => {
        const watched = play(list, false);
        const closed = new Set<string>();
        const revisions = new Map<string, number>();
        for (const bar of watched.emitted) {
          const key = `${bar.period}:${bar.openAt}`;
          expect(closed.has(key)).toBe(false);
          expect(bar.revision).toBeGreaterThan(revisions.get(key) ?? 0);
          revisions.set(key, bar.revision);
          if (bar.closed) closed.add(key);
        }
        for (const bar of watched.all('1min').slice(0, -11)) expect(bar.closed).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  it('a restart in the middle gives the same bars as none', () => {
    fc.assert(
      fc.property(steps, (list) => {
        // A restart ends an outage in this play, so only streams without one can be compared.
        const upOnly = list.filter((step) => step.kind !== 'down' && step.kind !== 'up');
        const strip = (watched: Watched) =>
          CANDLE_PERIODS.flatMap((period) => watched.all(period).map((bar) => ({ ...bar, revision: 0 })));
        expect(strip(play(upOnly, true))).toEqual(strip(play(upOnly, false)));
      }),
      { numRuns: 150, examples: [[IN_THE_FIRST_MINUTE]] },
    );
  });

  it('nothing that was taken is lost: the month holds the sum of all trades', () => {
    Decimal.set({ precision: 60 });
    fc.assert(
      fc.property(steps, (list) => {
        const series = new CandleSeries(MARKET);
        let now = START;
        let volume = new Decimal(0);
        for (const step of list) {
          now += step.wait;
          if (step.kind !== 'trade') continue;
          const quantity = (step.quantity / 1e5).toFixed(5);
          if (series.trade({ at: now, price: '3.1', quantity })) volume = volume.plus(quantity);
        }
        const bars = series.advance(now + 1).filter((bar) => bar.period === '1mon');
        const sum = bars.reduce((total, bar) => total.plus(bar.volume), new Decimal(0));
        expect(sum.toFixed()).toBe(volume.toFixed());
      }),
      { numRuns: 100 },
    );
  });
});

describe('after a real downtime', () => {
  it('the minutes around it are marked, none is invented, and the running bar goes on', () => {
    const before = new Watched();
    before.trade(minute(0), '100');
    before.trade(minute(1), '101');
    before.advance(minute(1) + 10_000);
    const after = new Watched();
    after.series.restore(CANDLE_PERIODS.flatMap((period) => before.all(period)));
    after.advance(minute(3) + 5000);
    after.series.outage(false, minute(3) + 20_000);
    after.advance(minute(4) + 2000);
    expect(after.all('1min').map((bar) => [(bar.openAt - START) / MINUTE_MS, bar.outage, bar.closed])).toEqual([
      // The minute that was running when the process ended is closed with the mark.
      [1, true, true],
      [3, true, true],
      [4, false, false],
    ]);
    expect(after.bar('1week', Date.UTC(2025, 11, 29))).toMatchObject({ open: '100', close: '101', outage: true });
  });
});

describe('a stored bar that was corrected', () => {
  /** Three minutes and a cut in the second one, all closed; the last two are of the new year. */
  function cut(): Watched {
    const watched = new Watched();
    watched.trade(minute(1), '100');
    watched.trade(minute(2), '101');
    watched.series.outage(true, minute(2) + 30_000);
    watched.series.outage(false, minute(2) + 40_000);
    watched.trade(minute(3), '102');
    watched.advance(minute(4) + 2000);
    return watched;
  }
  const corrected = (known: CandleView | undefined, revision: number): CandleView => ({
    ...(known as CandleView),
    high: '150',
    volume: '7',
    outage: false,
    revision,
  });

  it('takes the place of the one in memory, and every longer bar follows it', () => {
    const watched = cut();
    const known = watched.bar('1min', minute(2));
    expect(known).toMatchObject({ outage: true, closed: true });
    const healed = corrected(known, (known?.revision ?? 0) + 1);
    watched.series.restore([healed]);
    const changed = watched.advance(minute(4) + 3000);
    expect(changed.find((bar) => bar.period === '1min')).toEqual(healed);
    for (const period of CANDLE_PERIODS.slice(1)) {
      const bar = watched.bar(period, openOf(period, minute(2)));
      expect(bar).toMatchObject({ high: '150', outage: false, closed: false });
    }
    expect(watched.bar('1day', Date.UTC(2026, 0, 1))?.volume).toBe('8');
    // Nothing is said of it a second time.
    watched.series.restore([healed]);
    expect(watched.advance(minute(4) + 4000)).toEqual([]);
  });

  it('that is not newer, or still running, changes nothing', () => {
    const watched = cut();
    const known = watched.bar('1min', minute(2));
    watched.series.restore([corrected(known, known?.revision ?? 0)]);
    watched.series.restore([{ ...corrected(known, 9999), closed: false }]);
    const running = watched.bar('1min', minute(4));
    watched.series.restore([corrected(running, 9999)]);
    expect(watched.advance(minute(4) + 3000)).toEqual([]);
    expect(watched.bar('1min', minute(2))).toEqual(known);
  });

  it('moves a quiet minute after it to its close', () => {
    const watched = cut();
    const known = watched.bar('1min', minute(3));
    expect(watched.bar('1min', minute(4))).toMatchObject({ close: '102', filled: true });
    const revision = (known?.revision ?? 0) + 1;
    watched.series.restore([{ ...(known as CandleView), close: '103', high: '103', revision }]);
    watched.advance(minute(4) + 3000);
    expect(watched.bar('1min', minute(4))).toMatchObject({ open: '103', close: '103', filled: true });
  });

  it('of a longer period is the fold of its minutes all the same, and goes on above what is stored', () => {
    const watched = cut();
    watched.advance(minute(8) + 2000);
    const five = watched.bar('5min', minute(2)) as CandleView;
    expect(five).toMatchObject({ closed: true, volume: '2' });
    // As it was made from what was stored then: a minute was missing.
    watched.series.restore([{ ...five, volume: '1', revision: 50 }]);
    expect(watched.advance(minute(8) + 3000).filter(({ period }) => period === '5min')).toEqual([]);
    const known = watched.bar('1min', minute(2));
    watched.series.restore([corrected(known, (known?.revision ?? 0) + 1)]);
    watched.advance(minute(8) + 4000);
    expect(watched.bar('5min', minute(2))).toMatchObject({ volume: '8', high: '150', revision: 51, closed: true });
  });
});

it('goes on above every revision that clients saw between the last write and a crash', () => {
  const before = new Watched();
  before.series.outage(false, minute(0));
  before.trade(minute(0), '100');
  before.advance(minute(0) + 100);
  const stored = CANDLE_PERIODS.flatMap((period) => before.all(period));
  // Not stored any more: a second of beats.
  for (let beat = 1; beat <= 10; beat += 1) {
    before.trade(minute(0) + beat * 100, String(100 + beat));
    before.advance(minute(0) + beat * 100 + 100);
  }
  const after = new Watched();
  after.series.restore(stored);
  after.series.outage(false, minute(0) + 5000);
  after.trade(minute(0) + 5000, '90');
  after.advance(minute(0) + 5100);
  for (const period of CANDLE_PERIODS) {
    const openAt = openOf(period, minute(0));
    const [seen, next] = [before.bar(period, openAt), after.bar(period, openAt)];
    expect(next?.close).toBe('90');
    expect(next?.revision).toBeGreaterThan(seen?.revision ?? Number.POSITIVE_INFINITY);
  }
});
