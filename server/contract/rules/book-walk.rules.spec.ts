import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { Decimal } from '../decimal.js';
import { bookableLevels, type BookLevel, fillByNotional, fillByQuantity, tradableLevels } from './book-walk.rules.js';

const RUNS = { numRuns: 4096 };

/** Asks, best first, with whole prices and sizes. */
const levels = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 90 })), { minLength: 1, maxLength: 12 })
  .map((steps) => {
    let price = 1000;
    return steps.map(([step, size]): BookLevel => [String((price += step)), String(size)]);
  });
const depth = (side: readonly BookLevel[]): Decimal => side.reduce((sum, [, size]) => sum.plus(size), new Decimal(0));

describe('levels that can be booked', () => {
  it('have the decimals of the coin at most, cut, and are none where nothing is left', () => {
    const side: BookLevel[] = [
      ['1', '0.12345678'],
      ['2', '0.123456789'],
      ['3', '0.00000000999'],
      ['4', '7'],
    ];
    expect(bookableLevels(side, 8)).toEqual([
      ['1', '0.12345678'],
      ['2', '0.12345678'],
      ['4', '7'],
    ]);
    expect(bookableLevels(side, 0)).toEqual([['4', '7']]);
  });
});

describe('levels that orders can take', () => {
  it('have the decimals of quantities, at prices whose worth can be booked', () => {
    const side: BookLevel[] = [
      ['1', '0.123456'],
      ['1.1234567890123', '0.129'],
      ['1.12345678901234', '7'],
      ['1.12345678901230', '7'],
      ['2', '0.000009'],
    ];
    expect(tradableLevels(side, 5)).toEqual([
      ['1', '0.12345'],
      ['1.1234567890123', '0.129'],
      ['1.12345678901230', '7'],
    ]);
    expect(tradableLevels(side, 18).map(([price]) => price)).toEqual(['1', '2']);
  });
});

describe('walking a book by quantity', () => {
  it('takes no more of a level than it holds, the best first, and all of what is quoted', () => {
    fc.assert(
      fc.property(levels, fc.integer({ min: 1, max: 2000 }), (side, quantity) => {
        const fill = fillByQuantity(side, String(quantity));
        const taken = fill?.taken ?? [];
        const sum = taken.reduce((so, [, size]) => so.plus(size), new Decimal(0));
        const wrong = taken.filter(([price, size], place) => {
          const [quotedPrice, quotedSize] = side[place] as BookLevel;
          const isLast = place === taken.length - 1;
          return (
            price !== quotedPrice || !(isLast ? new Decimal(size).lte(quotedSize) : new Decimal(size).eq(quotedSize))
          );
        });
        // One expectation a run: each costs more than the rule.
        expect({
          isAllThatThereIs: sum.eq(Decimal.min(quantity, depth(side))),
          isQuoted: fill?.quoted.eq(sum),
          wrong,
          isBetween: fill?.averagePrice.gte(side[0]?.[0] ?? 0) && fill.averagePrice.lte(fill.worstPrice),
        }).toEqual({ isAllThatThereIs: true, isQuoted: true, wrong: [], isBetween: true });
      }),
      RUNS,
    );
  });

  it('nobody pays less by splitting an order in two', () => {
    fc.assert(
      fc.property(levels, fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 400 }), (side, one, other) => {
        fc.pre(depth(side).gte(one + other));
        const cost = (of: readonly BookLevel[], quantity: number) =>
          (fillByQuantity(of, String(quantity))?.averagePrice ?? new Decimal(0)).times(quantity);
        const taken = new Map(fillByQuantity(side, String(one))?.taken ?? []);
        const left = side
          .map(([price, size]): BookLevel => [price, new Decimal(size).minus(taken.get(price) ?? 0).toFixed()])
          .filter(([, size]) => size !== '0');
        const parts = cost(side, one).plus(cost(left, other));
        expect(
          parts
            .minus(cost(side, one + other))
            .abs()
            .lt('1e-30'),
        ).toBe(true);
      }),
      RUNS,
    );
  });
});

describe('walking a book by value', () => {
  it('is the average price of the quantity that the value buys; nothing where the book does not hold it', () => {
    fc.assert(
      fc.property(levels, fc.integer({ min: 1, max: 2_000_000 }), (side, value) => {
        const price = fillByNotional(side, String(value));
        const worth = side.reduce((sum, [level, size]) => sum.plus(new Decimal(level).times(size)), new Decimal(0));
        expect(price === null).toBe(worth.lt(value));
        if (price === null) return;
        const fill = fillByQuantity(side, new Decimal(value).dividedBy(price));
        expect(fill?.averagePrice.minus(price).abs().lt('1e-30')).toBe(true);
      }),
      RUNS,
    );
  });

  it.each([['702'], ['3'], ['0.07'], ['1234.5']])('gives a book of the one price %s exactly that price', (price) => {
    for (let value = 1; value <= 200; value += 1) {
      expect(fillByNotional([[price, '1000000']], String(value))?.toFixed()).toBe(price);
    }
  });
});
