import { afterAll, beforeAll, describe, it } from '@jest/globals';
import * as fc from 'fast-check';
import { amounts, amountsAboveZero, scales, StoredRules } from '../../test/stored-rules.js';
import { averagePrice, fillOf, NOTHING_FILLED } from './spot.rules.js';

let stored: StoredRules;

beforeAll(async () => {
  stored = await StoredRules.open();
}, 60_000);
afterAll(() => stored.close());

describe('in the database', () => {
  it('an order costs and brings what the rule says', async () => {
    const cases = fc.record({
      side: fc.constantFrom('buy' as const, 'sell' as const),
      levels: fc.array(fc.tuple(amountsAboveZero(10, 9), amountsAboveZero(10, 9)), { minLength: 1, maxLength: 4 }),
      feeRatio: amounts(0, 6),
      quoteScale: scales,
    });
    const filled = cases.map(({ levels, ...terms }) => {
      const order = { ...terms, quantity: '1', limitPrice: null };
      const { progress } = fillOf(order, NOTHING_FILLED, levels);
      return { ...terms, exact: progress.exact, amount: progress.amount };
    });
    await stored.expectParity(filled, {
      columns: { side: 'text', exact: 'numeric', quoteScale: 'smallint' },
      stored: 'trim_scale(spot_amount(side, exact, "quoteScale"))::text',
      rule: ({ amount }) => amount,
    });
  });

  it('an execution has the average price of the rule', async () => {
    await stored.expectParity(fc.record({ exact: amounts(18, 18), filled: amountsAboveZero(12, 18) }), {
      columns: { exact: 'numeric', filled: 'numeric' },
      stored: 'trim_scale(spot_average_price(exact, filled))::text',
      rule: averagePrice,
    });
  });
});
