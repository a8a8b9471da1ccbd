import { assert, constantFrom, integer, property } from 'fast-check';
import { CANDLE_PERIODS } from '../../../contract/markets/markets.dto.js';
import { openOf } from '../candle-series/bars.rules.js';
import { candleQuery, periodOf } from './candle-request.rules.js';

const NOW = Date.UTC(2026, 0, 7, 12, 34, 56);
const at = (...parts: [number, number, number, number?, number?]) => String(Date.UTC(...parts) / 1000);
const ask = (period: string, from?: string, to?: string, limit?: string) =>
  candleQuery({ symbol: 'BTC/USDT', period, from, to, limit }, NOW, 2000);

describe('periods', () => {
  it.each([
    ['1H', '60min'],
    ['60', '60min'],
    ['1D', '1day'],
    ['D', '1day'],
    ['1W', '1week'],
    ['1M', '1mon'],
    ['1', '1min'],
  ])('%s of the charting library is %s', (text, period) => {
    expect(periodOf(text)).toBe(period);
  });

  it.each(['1m', '2min', '1MIN', '', ' 1min', 'toString', '__proto__', '4h'])('%j is none', (text) => {
    expect(periodOf(text)).toBeNull();
  });
});

describe('a request for bars', () => {
  it('is cut to the bars that open in the range', () => {
    expect(ask('15min', at(2026, 0, 5, 9, 1), at(2026, 0, 5, 10, 14))).toEqual({
      period: '15min',
      from: Date.UTC(2026, 0, 5, 9, 15),
      to: Date.UTC(2026, 0, 5, 10, 0),
      limit: 2000,
    });
    // 5 January 2026 is a Monday.
    expect(ask('1week', at(2025, 11, 31), at(2026, 0, 6))).toMatchObject({
      from: Date.UTC(2026, 0, 5),
      to: Date.UTC(2026, 0, 5),
    });
    expect(ask('1mon', at(2025, 10, 2), at(2026, 0, 6))).toMatchObject({
      from: Date.UTC(2025, 11, 1),
      to: Date.UTC(2026, 0, 1),
    });
  });

  it('never reaches into the future', () => {
    expect(ask('1min', '0', '9999999999')).toMatchObject({ from: 0, to: Date.UTC(2026, 0, 7, 12, 34) });
  });

  it('begins at the beginning when it asks for a time before it, as charting libraries do', () => {
    expect(ask('1day', '-86400', at(2026, 0, 6))).toMatchObject({ from: 0 });
  });

  it.each([
    [undefined, undefined, 500],
    ['', '', 500],
    ['0', undefined, 2000],
    [undefined, '1500', 1500],
    ['0', '1500', 1500],
    ['0', '999999', 2000],
  ])('from %j with the limit %j gives at most %i bars', (from, limit, bars) => {
    expect(ask('1min', from, undefined, limit)).toMatchObject({ limit: bars });
  });

  it.each([
    ['1min', '2000', '1000', 'markets.invalid-range'],
    ['7min', '1000', '2000', 'markets.unknown-period'],
  ])('%s from %s to %s is refused with %s', (period, from, to, code) => {
    expect(ask(period, from, to)).toBe(code);
  });

  it('names the same bars as the instants that it was asked with', () => {
    const seconds = integer({ min: 0, max: 1_767_000_000 });
    assert(
      property(constantFrom(...CANDLE_PERIODS), seconds, seconds, (period, a, b) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        const query = ask(period, String(from), String(to));
        if (typeof query === 'string') throw new Error(query);
        expect(query.from).toBe(openOf(period, query.from));
        expect(query.from - from * 1000).toBeGreaterThanOrEqual(0);
        expect(openOf(period, query.from - 1)).toBeLessThan(from * 1000);
        expect(query.to).toBe(openOf(period, to * 1000));
      }),
    );
  });
});
