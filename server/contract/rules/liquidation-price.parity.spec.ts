import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { amountsAboveZero, PARITY_CASES, scales, StoredRules } from '../../test/stored-rules.js';
import { bankruptcyPrice } from '../../test/reference-forms.js';
import { Decimal } from '../decimal.js';
import { realisedProfit } from './margin.rules.js';

let stored: StoredRules;

beforeAll(async () => {
  stored = await StoredRules.open();
}, 60_000);
afterAll(() => stored.close());

const sideOf = (side: number) => (side === 1 ? ('long' as const) : ('short' as const));

describe('the price of bankruptcy', () => {
  it('is in the database what the rule says', async () => {
    const cases = fc.record({
      side: fc.constantFrom(1, -1),
      quantity: amountsAboveZero(12, 18),
      entryPrice: amountsAboveZero(12, 18),
      backing: amountsAboveZero(12, 18),
    });
    await stored.expectParity(cases, {
      columns: { side: 'smallint', quantity: 'numeric', entryPrice: 'numeric', backing: 'numeric' },
      stored: 'trim_scale(futures_bankruptcy_price(side, quantity, "entryPrice", backing))::text',
      rule: ({ side, quantity, entryPrice, backing }) =>
        bankruptcyPrice({ side: sideOf(side), quantity, entryPrice, margin: backing })?.toFixed() ?? null,
    });
  });

  it('leaves no shortfall where a position closes at it, and less than a smallest unit of what backed it', () => {
    fc.assert(
      fc.property(
        fc.record({
          side: fc.constantFrom(1, -1),
          lots: fc.integer({ min: 1, max: 1_000_000 }),
          lotSize: fc.constantFrom('0.000001', '0.001', '0.3', '1', '1000'),
          entryPrice: amountsAboveZero(6, 12),
          scale: scales.filter((scale) => scale <= 8),
          part: fc.integer({ min: 1, max: 999 }),
        }),
        ({ side, lots, lotSize, entryPrice, scale, part }) => {
          const quantity = new Decimal(lotSize).times(lots);
          // A part of what the position is worth, so that its price stays above zero.
          const margin = quantity.times(entryPrice).times(part).dividedBy(1000).toDecimalPlaces(scale);
          const position = { side: sideOf(side), quantity, entryPrice, margin };
          const price = bankruptcyPrice(position);
          if (margin.isZero() || !price) return;
          const left = realisedProfit(position, quantity, price, scale).plus(margin);
          expect(left.gte(0) && left.lt(new Decimal(10).pow(-scale))).toBe(true);
        },
      ),
      { numRuns: PARITY_CASES },
    );
  });
});
