import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { Decimal } from '../../../contract/decimal.js';
import { closingFill, openingFill, type QuotedMarket, reachesLimit } from './fill-price.rules.js';

const MARKET: QuotedMarket = {
  last: '100',
  book: {
    bids: [
      ['99', '1'],
      ['98', '2'],
    ],
    asks: [
      ['101', '1'],
      ['103', '2'],
    ],
  },
  spread: '0.5',
  priceDecimals: 2,
};

const text = (fill: ReturnType<typeof openingFill>) => [fill.price.toFixed(), fill.worst.toFixed(), fill.isQuoted];

describe('the price of a fill', () => {
  it.each<[string, 'long' | 'short', string, [string, string, boolean]]>([
    ['a buyer gets the best ask and pays the spread', 'long', '1', ['101.5', '101.5', true]],
    // (1 × 101 + 2 × 103) / 3 = 102.3333…, raised.
    ['a buyer of more walks the book', 'long', '3', ['102.84', '103.5', true]],
    ['what is not quoted costs the last level', 'long', '4', ['103', '103.5', false]],
    ['a seller gets the best bid less the spread', 'short', '1', ['98.5', '98.5', true]],
    // (1 × 99 + 2 × 98) / 3 = 98.3333…, lowered.
    ['a seller of more walks the book', 'short', '3', ['97.83', '97.5', true]],
  ])('%s', (_name, side, quantity, expected) => {
    expect(text(openingFill(MARKET, side, new Decimal(quantity)))).toEqual(expected);
    expect(text(closingFill(MARKET, side === 'long' ? 'short' : 'long', new Decimal(quantity)))).toEqual(expected);
  });

  it('is the last price where there is no book, and never zero', () => {
    expect(text(openingFill({ ...MARKET, book: null }, 'short', new Decimal(9)))).toEqual(['99.5', '99.5', true]);
    expect(openingFill({ ...MARKET, last: '0.4', book: null }, 'short', new Decimal(1)).price.toFixed()).toBe('0.01');
  });

  it('is never better than the best level, never better for more, and closing never beats opening', () => {
    const level = fc.tuple(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 50 }));
    fc.assert(
      fc.property(
        fc.array(level, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 100 }),
        fc.integer({ min: 0, max: 50 }),
        (steps, quantity, more) => {
          let ask = 1000;
          let bid = 1000;
          const asks = steps.map(([step, size]) => [String((ask += step)), String(size)] as [string, string]);
          const bids = steps.map(
            ([step, size]) => [String(Math.max(1, (bid -= step % 50))), String(size)] as [string, string],
          );
          const market = { ...MARKET, book: { asks, bids } };
          const buy = openingFill(market, 'long', new Decimal(quantity));
          const bigger = openingFill(market, 'long', new Decimal(quantity + more));
          expect(buy.price.gte(asks[0]?.[0] ?? 0)).toBe(true);
          expect(bigger.price.gte(buy.price)).toBe(true);
          expect(closingFill(market, 'long', new Decimal(quantity)).price.lt(buy.price)).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('reaches a limit at the limit', () => {
    const limit = new Decimal(100);
    expect([99, 100, 101].map((price) => reachesLimit('long', new Decimal(price), limit))).toEqual([true, true, false]);
    expect([99, 100, 101].map((price) => reachesLimit('short', new Decimal(price), limit))).toEqual([
      false,
      true,
      true,
    ]);
  });
});
