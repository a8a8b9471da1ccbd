import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { fundingPayment } from '../../test/reference-forms.js';
import { Decimal } from '../decimal.js';
import { fundingRate, fundingStampBefore, nextFundingStamp, premium } from './funding.rules.js';

const RUNS = { numRuns: 4096 };
const fraction = (most: number, parts: number) =>
  fc.integer({ min: -most, max: most }).map((value) => new Decimal(value).dividedBy(parts));

describe('the funding rate', () => {
  it('stays within its cap, rises with the premium, and is the interest where contract and index agree', () => {
    expect(fundingRate('0', '0.004').toFixed()).toBe('0.0001');
    fc.assert(
      fc.property(
        fraction(100_000, 1e7),
        fraction(100_000, 1e7),
        fc.integer({ min: 1, max: 500 }),
        (one, other, cap) => {
          const limit = new Decimal(cap).dividedBy(10_000);
          const [low, high] = one.lte(other) ? [one, other] : [other, one];
          const rates = [low, high].map((average) => fundingRate(average, limit)) as [Decimal, Decimal];
          for (const rate of rates) expect(rate.abs().lte(limit)).toBe(true);
          expect(rates[0].lte(rates[1])).toBe(true);
        },
      ),
      RUNS,
    );
  });
});

describe('the payment of a position', () => {
  it('never costs the house anything: what longs pay is at least what as many shorts receive, by less than a unit', () => {
    const positive = fc.integer({ min: 1, max: 10_000_000 });
    fc.assert(
      fc.property(
        positive,
        positive,
        fraction(100_000, 1e8),
        fc.integer({ min: 2, max: 8 }),
        (lots, price, rate, scale) => {
          const quantity = new Decimal(lots).dividedBy(1000);
          const mark = new Decimal(price).dividedBy(100);
          const long = fundingPayment({ side: 'long', quantity }, mark, rate, scale);
          const short = fundingPayment({ side: 'short', quantity }, mark, rate, scale);
          const house = long.plus(short);
          expect(house.gte(0) && house.lte(new Decimal(10).pow(-scale))).toBe(true);
          expect(long.isZero() || long.isNegative() === rate.isNegative()).toBe(true);
          expect(long.decimalPlaces() <= scale && short.decimalPlaces() <= scale).toBe(true);
        },
      ),
      RUNS,
    );
  });

  it('nobody pays less by splitting a position in two', () => {
    const lots = fc.integer({ min: 1, max: 100_000 });
    fc.assert(
      fc.property(
        lots,
        lots,
        fraction(100_000, 1e8),
        fc.constantFrom('long' as const, 'short' as const),
        (one, other, rate, side) => {
          const pay = (quantity: number) => fundingPayment({ side, quantity: String(quantity) }, '60000.5', rate, 6);
          expect(
            pay(one)
              .plus(pay(other))
              .gte(pay(one + other)),
          ).toBe(true);
        },
      ),
      RUNS,
    );
  });
});

describe('stamps', () => {
  it('are eight hours apart, and every instant lies between two', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_102_444_800_000 }), (at) => {
        const [before, next] = [fundingStampBefore(at), nextFundingStamp(at)];
        expect(before <= at && at < next && next - before === 8 * 3_600_000 && before % (8 * 3_600_000) === 0).toBe(
          true,
        );
      }),
      RUNS,
    );
  });
});

describe('the premium', () => {
  it('has the sign of the side on which the book lies, and is zero where the index lies within it', () => {
    const price = fc.integer({ min: 500, max: 1500 });
    fc.assert(
      fc.property(price, price, fc.integer({ min: 1, max: 50 }), (index, bid, spread) => {
        const book = { bids: [[String(bid), '1000000'] as const], asks: [[String(bid + spread), '1000000'] as const] };
        const value = premium(String(index), book, 20);
        expect(value.s === 0 || value.isZero() || value.isPositive() === bid > index).toBe(true);
        if (bid <= index && index <= bid + spread) expect(value.isZero()).toBe(true);
      }),
      RUNS,
    );
  });
});
