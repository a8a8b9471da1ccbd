import { afterAll, beforeAll, describe, it } from '@jest/globals';
import * as fc from 'fast-check';
import { Decimal } from '../../../contract/decimal.js';
import { fillOf, NOTHING_FILLED, reserveFor } from '../../../contract/rules/spot.rules.js';
import { stopReserve } from '../../../contract/rules/spot-stop.rules.js';
import { amounts, amountsAboveZero, scales, StoredRules } from '../../../test/stored-rules.js';
import { restOf } from './spot-invariants.js';
import { needOf } from './spot-stop-invariants.js';

let stored: StoredRules;

beforeAll(async () => {
  stored = await StoredRules.open();
}, 60_000);
afterAll(() => stored.close());

const side = fc.constantFrom('buy' as const, 'sell' as const);
const ofCurrency = (formula: string) => `(select trim_scale(${formula})::text from (select given.scale) c)`;

describe('what is frozen is by the check of the books what the rule says', () => {
  it('for the rest of an order', async () => {
    const cases = fc
      .record({
        side,
        levels: fc.array(fc.tuple(amountsAboveZero(10, 9), amountsAboveZero(10, 9)), { maxLength: 3 }),
        rest: amountsAboveZero(10, 9),
        limit_price: amountsAboveZero(10, 9),
        fee_ratio: amounts(0, 6),
        scale: scales,
      })
      .map(({ levels, rest, ...given }) => {
        const terms = { side: given.side, limitPrice: null, feeRatio: given.fee_ratio, quoteScale: given.scale };
        const { progress } = fillOf({ ...terms, quantity: '1' }, NOTHING_FILLED, levels);
        return { ...given, ...progress, quantity: new Decimal(progress.filled).plus(rest).toFixed() };
      });
    await stored.expectParity(cases, {
      columns: {
        side: 'text',
        quantity: 'numeric',
        filled: 'numeric',
        exact: 'numeric',
        amount: 'numeric',
        fee: 'numeric',
        limit_price: 'numeric',
        fee_ratio: 'numeric',
        scale: 'smallint',
      },
      stored: ofCurrency(restOf('given')),
      rule: ({ filled, exact, amount, fee, ...given }) =>
        reserveFor(
          {
            side: given.side,
            quantity: given.quantity,
            limitPrice: given.limit_price,
            feeRatio: given.fee_ratio,
            quoteScale: given.scale,
          },
          { filled, exact, amount, fee },
        ),
    });
  });

  it('for a stop', async () => {
    const price = amountsAboveZero(10, 9);
    const kinds = fc.oneof(
      fc.record({
        side: fc.constant('buy' as const),
        quantity: fc.constant(null),
        limit_price: fc.constant(null),
        cost: price,
      }),
      fc.record({ side, quantity: amountsAboveZero(10, 9), limit_price: price, cost: fc.constant(null) }),
      fc.record({
        side: fc.constant('sell' as const),
        quantity: amountsAboveZero(10, 9),
        limit_price: fc.constant(null),
        cost: fc.constant(null),
      }),
    );
    const cases = fc
      .tuple(kinds, amounts(0, 6), scales)
      .map(([kind, fee_ratio, scale]) => ({ ...kind, fee_ratio, scale }));
    await stored.expectParity(cases, {
      columns: {
        side: 'text',
        quantity: 'numeric',
        limit_price: 'numeric',
        cost: 'numeric',
        fee_ratio: 'numeric',
        scale: 'smallint',
      },
      stored: ofCurrency(needOf('given')),
      rule: ({ limit_price, fee_ratio, scale, ...given }) =>
        // As it was typed, where it is the quantity or the cost itself.
        new Decimal(
          stopReserve({ ...given, limitPrice: limit_price, feeRatio: fee_ratio, quoteScale: scale }),
        ).toFixed(),
    });
  });
});
