import * as fc from 'fast-check';
import { Decimal } from 'decimal.js';
import { CANDLE_PERIODS, type CandlePeriod } from '../../../contract/markets/markets.dto.js';
import { barOf, type BarText, foldBars, monthOf, nextOpen, openOf, previousOpen, barView } from './bars.rules.js';
import {
  DecimalSum,
  decimalsOf,
  fromScaled,
  isAbove,
  mantissaOf,
  significantEnd,
  toScaled,
} from './scaled-decimal.rules.js';

const at = (iso: string): number => Date.parse(iso);
const iso = (instant: number): string => new Date(instant).toISOString().replace('.000Z', 'Z');

describe('open times', () => {
  it.each<[CandlePeriod, string, string, string]>([
    ['1min', '2026-08-09T21:27:42.500Z', '2026-08-09T21:27:00Z', '2026-08-09T21:28:00Z'],
    ['5min', '2026-08-09T21:27:42Z', '2026-08-09T21:25:00Z', '2026-08-09T21:30:00Z'],
    ['15min', '2026-08-09T21:27:42Z', '2026-08-09T21:15:00Z', '2026-08-09T21:30:00Z'],
    ['30min', '2026-08-09T21:27:42Z', '2026-08-09T21:00:00Z', '2026-08-09T21:30:00Z'],
    ['60min', '2026-08-09T21:27:42Z', '2026-08-09T21:00:00Z', '2026-08-09T22:00:00Z'],
    ['1day', '2026-08-09T23:59:59.999Z', '2026-08-09T00:00:00Z', '2026-08-10T00:00:00Z'],
    // The first instant of a bar belongs to it, the last millisecond before does not.
    ['1day', '2026-08-10T00:00:00Z', '2026-08-10T00:00:00Z', '2026-08-11T00:00:00Z'],
    ['1min', '2026-08-09T21:26:59.999Z', '2026-08-09T21:26:00Z', '2026-08-09T21:27:00Z'],
    ['1min', '2026-08-09T21:27:00.000Z', '2026-08-09T21:27:00Z', '2026-08-09T21:28:00Z'],
    // Weeks begin on Monday; 9 August 2026 is a Sunday.
    ['1week', '2026-08-09T23:59:59Z', '2026-08-03T00:00:00Z', '2026-08-10T00:00:00Z'],
    ['1week', '2026-08-10T00:00:00Z', '2026-08-10T00:00:00Z', '2026-08-17T00:00:00Z'],
    // ISO week 53 of 2020 runs from 28 December to 3 January; week 1 of 2026 begins on 29 December 2025.
    ['1week', '2021-01-01T12:00:00Z', '2020-12-28T00:00:00Z', '2021-01-04T00:00:00Z'],
    ['1week', '2026-01-01T00:00:00Z', '2025-12-29T00:00:00Z', '2026-01-05T00:00:00Z'],
    ['1week', '1970-01-01T00:00:00Z', '1969-12-29T00:00:00Z', '1970-01-05T00:00:00Z'],
    // Months of 31, 28, 29 and 30 days; 2000 is a leap year, 2100 is not.
    ['1mon', '2026-01-31T23:59:59Z', '2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'],
    ['1mon', '2026-02-28T23:59:59Z', '2026-02-01T00:00:00Z', '2026-03-01T00:00:00Z'],
    ['1mon', '2024-02-29T23:59:59Z', '2024-02-01T00:00:00Z', '2024-03-01T00:00:00Z'],
    ['1mon', '2000-02-29T12:00:00Z', '2000-02-01T00:00:00Z', '2000-03-01T00:00:00Z'],
    ['1mon', '2100-02-28T23:59:59Z', '2100-02-01T00:00:00Z', '2100-03-01T00:00:00Z'],
    ['1mon', '2026-04-30T23:59:59Z', '2026-04-01T00:00:00Z', '2026-05-01T00:00:00Z'],
    ['1mon', '2025-12-31T23:59:59Z', '2025-12-01T00:00:00Z', '2026-01-01T00:00:00Z'],
  ])('%s at %s opens at %s and ends at %s', (period, instant, open, next) => {
    expect(iso(openOf(period, at(instant)))).toBe(open);
    expect(iso(nextOpen(period, at(instant)))).toBe(next);
  });

  it('gives the bar before across a month and a leap day', () => {
    expect(iso(previousOpen('1mon', at('2024-03-15T00:00:00Z')))).toBe('2024-02-01T00:00:00Z');
    expect(iso(previousOpen('1day', at('2024-03-01T00:00:00Z')))).toBe('2024-02-29T00:00:00Z');
    expect(iso(previousOpen('1week', at('2026-01-05T00:00:00Z')))).toBe('2025-12-29T00:00:00Z');
  });

  it('agrees with the calendar of the platform for any instant of two centuries', () => {
    const instants = fc.integer({ min: Date.UTC(1950, 0, 1), max: Date.UTC(2150, 0, 1) });
    fc.assert(
      fc.property(instants, (instant) => {
        const date = new Date(instant);
        expect(monthOf(instant)).toEqual({ year: date.getUTCFullYear(), month: date.getUTCMonth() });
        expect(new Date(openOf('1week', instant)).getUTCDay()).toBe(1);
      }),
      { numRuns: 2000 },
    );
  });

  it('puts every instant into exactly one bar of each period', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CANDLE_PERIODS),
        fc.integer({ min: 0, max: Date.UTC(2100, 0, 1) }),
        (period, instant) => {
          const open = openOf(period, instant);
          const next = nextOpen(period, instant);
          expect(open).toBeLessThanOrEqual(instant);
          expect(next).toBeGreaterThan(instant);
          expect(openOf(period, next - 1)).toBe(open);
          expect(openOf(period, next)).toBe(next);
        },
      ),
    );
  });
});

describe('folding bars', () => {
  const bar = (openAt: number, fields: Partial<BarText>): BarText => ({
    openAt,
    open: '10',
    high: '10',
    low: '10',
    close: '10',
    volume: '0',
    quoteVolume: '0',
    trades: 0,
    filled: false,
    outage: false,
    ...fields,
  });
  const view = { symbol: 'A/B', period: '5min', revision: 1, closed: true, origin: 'live' } as const;

  it('takes the first open, the extremes, the last close and exact sums', () => {
    const parts = [
      bar(0, { open: '9.50', high: '10.5', low: '9.1', close: '10', volume: '0.1', quoteVolume: '1.01', trades: 2 }),
      bar(1, {
        open: '10',
        high: '100',
        low: '8.99',
        close: '9',
        volume: '0.2',
        quoteVolume: '2.000000000000000002',
        trades: 3,
      }),
    ];
    expect(barView(foldBars(0, parts.map(barOf)), view)).toEqual({
      ...view,
      openAt: 0,
      open: '9.5',
      high: '100',
      low: '8.99',
      close: '9',
      volume: '0.3',
      quoteVolume: '3.010000000000000002',
      trades: 5,
      filled: false,
      outage: false,
    });
  });

  it('is filled only when all parts are, and an outage when any is', () => {
    const quiet = barOf(bar(0, { filled: true }));
    const traded = barOf(bar(1, { outage: true }));
    expect(foldBars(0, [quiet, quiet])).toMatchObject({ filled: true, outage: false });
    expect(foldBars(0, [quiet, traded])).toMatchObject({ filled: false, outage: true });
  });
});

describe('decimal sums', () => {
  const text = fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 16n }), fc.integer({ min: 0, max: 9 }))
    .map(([digits, scale]) => new Decimal(digits.toString()).div(new Decimal(10).pow(scale)).toFixed());

  beforeAll(() => {
    Decimal.set({ precision: 80 });
  });

  it('add exactly, whatever the mixture of sizes and scales', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 60 }), (texts) => {
        const sum = new DecimalSum();
        for (const value of texts) {
          const end = significantEnd(value);
          const mantissa = mantissaOf(value, end);
          if (Number.isNaN(mantissa)) sum.addScaled(toScaled(value));
          else sum.add(mantissa, decimalsOf(value, end));
        }
        const expected = texts.reduce((total, value) => total.plus(value), new Decimal(0));
        expect(fromScaled(sum.value())).toBe(expected.toFixed());
      }),
      { numRuns: 1000 },
    );
  });

  it('compare like numbers', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(isAbove(a, b)).toBe(new Decimal(a).gt(b));
      }),
    );
  });

  it('refuse what is not plain digits', () => {
    for (const wrong of ['', '1e5', '-1', ' 1', '1,5', 'NaN', '0x10']) {
      expect(mantissaOf(wrong, wrong.length)).toBeNaN();
    }
  });
});
