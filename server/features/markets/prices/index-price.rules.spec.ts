import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { fromUnits, toUnits } from '../../../contract/money.js';
import { type Constituent, type IndexRules, indexPrice } from './index-price.rules.js';

const NOW = Date.UTC(2026, 0, 5, 12);
const RULES: IndexRules = { least: 3, outlierRatio: toUnits('0.03') };

function constituent(price: string | null, ageMs = 0, weight = '1'): Constituent {
  const units = price === null ? null : toUnits(price);
  return { venue: 'any', weight: toUnits(weight), price: units, at: price === null ? null : NOW - ageMs };
}

function sample(prices: Constituent[], rules: Partial<IndexRules> = {}) {
  const { price, state, parts } = indexPrice(prices, { ...RULES, ...rules }, NOW);
  return { price: price === null ? null : fromUnits(price), state, used: parts.map((part) => part.used), parts };
}

describe('the index price (B.1)', () => {
  it('leaves out one outlier of five', () => {
    const prices = ['100', '100.1', '99.9', '100', '112'].map((price) => constituent(price));
    const { price, state, used } = sample(prices);
    expect({ price, state, used }).toEqual({ price: '100', state: 'ok', used: [true, true, true, true, false] });
  });

  it('leaves out one outlier on each side', () => {
    const prices = ['100', '100.1', '99.9', '112', '88'].map((price) => constituent(price));
    const { price, state, used } = sample(prices);
    expect({ price, state, used }).toEqual({ price: '100', state: 'ok', used: [true, true, true, false, false] });
  });

  it('is the median of two, degraded, when the others are outliers or silent for 4 s', () => {
    const prices = [...['100', '100.1', '112', '88'].map((price) => constituent(price)), constituent('100', 4000)];
    const { price, state, parts } = sample(prices);
    expect({ price, state }).toEqual({ price: '100.05', state: 'degraded' });
    expect(parts.map((part) => part.reason)).toEqual([null, null, 'outlier', 'outlier', 'too-old']);
    expect(parts[4]?.ageMs).toBe(4000);
  });

  it('is stale, and no price, when one is left', () => {
    const { price, state } = sample([constituent('100'), constituent('100', 4000), constituent(null)]);
    expect({ price, state }).toEqual({ price: null, state: 'stale' });
  });

  it('takes a constituent of exactly 3 s and not a millisecond older', () => {
    const of = (age: number) => sample([constituent('100', age), constituent('100'), constituent('100')]).used[0];
    expect([of(3000), of(3001)]).toEqual([true, false]);
  });

  it('lets two be twice as far apart as a third may be from them: each is measured from their middle', () => {
    const [low, high, beyond] = ['100', '106', '106.2'].map((price) => constituent(price)) as [
      Constituent,
      Constituent,
      Constituent,
    ];
    // 3 % of 103 are 3.09.
    expect(sample([low, high, constituent(null)])).toMatchObject({ price: '103', state: 'degraded' });
    expect(sample([low, beyond, constituent(null)])).toMatchObject({ price: null, state: 'stale' });
    // Beside two that agree the same venue is an outlier: it is measured from where another venue is.
    const { price, state, used } = sample([low, constituent('100.1'), high]);
    expect({ price, state, used }).toEqual({ price: '100.05', state: 'degraded', used: [true, true, false] });
  });

  it('weighs', () => {
    expect(sample([constituent('100', 0, '3'), constituent('101', 0, '1')], { least: 2 }).price).toBe('100.25');
  });

  it('is the only venue where one suffices', () => {
    const { price, state } = sample([constituent('100.5')], { least: 1 });
    expect({ price, state }).toEqual({ price: '100.5', state: 'ok' });
  });

  it('is stale without constituents', () => {
    expect(sample([], { least: 1 })).toMatchObject({ price: null, state: 'stale' });
  });

  it('never leaves the range of the constituents that are used', () => {
    const price = fc.integer({ min: 1, max: 10 ** 9 }).map((cents) => constituent((cents / 100).toFixed(2)));
    fc.assert(
      fc.property(fc.array(price, { maxLength: 12 }), fc.integer({ min: 1, max: 5 }), (prices, least) => {
        const result = indexPrice(prices, { ...RULES, least }, NOW);
        if (result.price === null) return;
        const used = prices.filter((_, place) => result.parts[place]?.used).map((one) => one.price ?? 0n);
        expect(used.some((one) => one <= (result.price ?? 0n))).toBe(true);
        expect(used.some((one) => one >= (result.price ?? 0n))).toBe(true);
      }),
    );
  });
});
