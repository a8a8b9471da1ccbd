import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import type { CandleView } from '../../../contract/markets/markets.dto.js';
import { DayWindow, windowChange } from './ticker.rules.js';

const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 5);

function bar(minute: number, values: Partial<CandleView> = {}): CandleView {
  const price = values.close ?? '100';
  return {
    symbol: 'BTC/USDT',
    period: '1min',
    openAt: START + minute * MINUTE,
    open: price,
    high: price,
    low: price,
    close: price,
    volume: '0',
    quoteVolume: '0',
    trades: 0,
    revision: 1,
    closed: true,
    filled: false,
    outage: false,
    origin: 'live',
    ...values,
  };
}

function filled(minutes: number): DayWindow {
  const window = new DayWindow();
  for (let minute = 0; minute < minutes; minute += 1) {
    window.put(bar(minute, { close: String(1000 + minute), volume: '0.1', quoteVolume: '0.3' }));
  }
  return window;
}

describe('the rolling day (B.8)', () => {
  it('is 1,440 closed minutes and the running one', () => {
    const window = filled(2000);
    const now = START + 1999 * MINUTE + 30_000;
    expect(window.figures(now)).toEqual({
      open: '1559',
      high: '2999',
      low: '1559',
      // 1,441 times 0.1 and 0.3, exactly.
      volume: '144.1',
      quoteVolume: '432.3',
      windowMs: 1440 * MINUTE + 30_000,
    });
    expect(window.isComplete(now)).toBe(true);
  });

  it('says how wide it is while history is short, and then knows no change', () => {
    const window = filled(10);
    const now = START + 9 * MINUTE + 1000;
    const figures = window.figures(now);
    expect(figures?.windowMs).toBe(9 * MINUTE + 1000);
    expect(window.isComplete(now)).toBe(false);
    expect(figures && windowChange(figures, '1009', false)).toBeNull();
  });

  it('knows nothing before the first bar', () => {
    expect(new DayWindow().figures(START)).toBeNull();
  });

  it('counts a corrected bar once', () => {
    const window = filled(100);
    expect(window.figures(START + 99 * MINUTE)).toMatchObject({ high: '1099', volume: '10' });
    window.put(bar(50, { high: '5000', close: '1050', volume: '7.1', quoteVolume: '0.3', revision: 2 }));
    expect(window.figures(START + 99 * MINUTE)).toMatchObject({ high: '5000', volume: '17' });
  });

  it('keeps the newest revision of a bar, whatever comes later', () => {
    const window = filled(100);
    window.put(bar(99, { high: '7000', revision: 5 }));
    window.put(bar(99, { high: '8000', revision: 4 }));
    window.put(bar(50, { high: '9000', revision: 0 }));
    expect(window.figures(START + 99 * MINUTE)?.high).toBe('7000');
  });

  it('is flat at the last price when a session closed more than a day ago', () => {
    const window = filled(100);
    const now = START + 5000 * MINUTE;
    expect(window.figures(now)).toMatchObject({ open: '1099', high: '1099', low: '1099', volume: '0' });
  });

  it('starts from the price before it when it starts in a pause', () => {
    const window = filled(100);
    window.put(bar(1500, { close: '2000' }));
    expect(window.figures(START + 1550 * MINUTE)).toMatchObject({ open: '1099', high: '2000', low: '2000' });
  });

  it('equals the sums made afresh from whatever bars came in whatever order', () => {
    const put = fc.record({
      minute: fc.nat(3000),
      high: fc.integer({ min: 500, max: 900 }),
      low: fc.integer({ min: 1, max: 499 }),
      volume: fc.integer({ min: 0, max: 10 ** 6 }),
    });
    fc.assert(
      fc.property(fc.array(put, { minLength: 1, maxLength: 60 }), fc.nat(3000), (puts, at) => {
        const window = new DayWindow();
        const latest = new Map<number, CandleView>();
        for (const { minute, high, low, volume } of puts) {
          const one = bar(minute, { high: `${high}.5`, low: `${low}`, volume: `${volume / 1000}`, close: '499.5' });
          latest.set(minute, one);
          window.put(one);
        }
        const inside = [...latest].filter(([minute]) => minute >= at - 1440).map(([, one]) => one);
        if (inside.length === 0) return;
        const figures = window.figures(START + at * MINUTE);
        expect(Number(figures?.high)).toBe(Math.max(...inside.map((one) => Number(one.high))));
        expect(Number(figures?.low)).toBe(Math.min(...inside.map((one) => Number(one.low))));
        const thousandths = inside.reduce((sum, one) => sum + Math.round(Number(one.volume) * 1000), 0);
        expect(Math.round(Number(figures?.volume) * 1000)).toBe(thousandths);
      }),
    );
  });
});

describe('the change', () => {
  const figures = { open: '100', high: null, low: null, volume: null, quoteVolume: null, windowMs: 0 };

  it.each([
    ['101.239', '+1.23'],
    ['98.771', '-1.22'],
    ['100', '+0.00'],
    ['99.999', '+0.00'],
    ['250', '+150.00'],
  ])('to %s is %s: signed, cut to two decimals', (last, change) => {
    expect(windowChange(figures, last, true)).toBe(change);
  });

  it('is unknown without a price', () => {
    expect(windowChange(figures, null, true)).toBeNull();
    expect(windowChange({ ...figures, open: null }, '5', true)).toBeNull();
  });
});
