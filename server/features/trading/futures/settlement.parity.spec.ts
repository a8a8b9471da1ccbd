import { afterAll, beforeAll, describe, it } from '@jest/globals';
import * as fc from 'fast-check';
import { Decimal } from '../../../contract/decimal.js';
import type { FuturesPositionView } from '../../../contract/trading/futures.dto.js';
import { amounts, amountsAboveZero, scales, StoredRules } from '../../../test/stored-rules.js';
import { settle } from './settlement.rules.js';

let stored: StoredRules;

beforeAll(async () => {
  stored = await StoredRules.open();
}, 60_000);
afterAll(() => stored.close());

/** Zero has no sign in the database. */
const plain = (value: Decimal): string => (value.isZero() ? '0' : value.toFixed());

describe('the settlement of closed lots', () => {
  it('is in the database what the rule says', async () => {
    const cents = fc.integer({ min: 1, max: 10_000_000 }).map((value) => new Decimal(value).dividedBy(100).toFixed());
    const price = fc.oneof(cents, amountsAboveZero(10, 18));
    const money = fc.oneof(cents, amountsAboveZero(12, 18));
    const cases = fc
      .record({
        side: fc.constantFrom('long' as const, 'short' as const),
        marginMode: fc.constantFrom('cross' as const, 'isolated' as const),
        lots: fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 2_000_000_000 })),
        part: fc.option(fc.integer({ min: 1, max: 60 })),
        entryPrice: price,
        price,
        margin: money,
        available: fc.oneof(fc.constant('0'), money),
        lotSize: fc.oneof(fc.constantFrom('0.001', '0.01', '1', '33.3'), amountsAboveZero(4, 18)),
        closeFeeRatio: fc.oneof(fc.constantFrom('0', '0.0005', '0.00333'), amounts(0, 18)),
        scale: fc.oneof(fc.constant(8), scales),
      })
      .map((given) => ({
        ...given,
        // Money has its currency's decimals.
        margin: new Decimal(given.margin).toDecimalPlaces(given.scale, Decimal.ROUND_UP).toFixed(),
        available: new Decimal(given.available).toDecimalPlaces(given.scale).toFixed(),
      }))
      .map((given) => ({
        given,
        position: {
          side: given.side === 'long' ? 1 : -1,
          margin_mode: given.marginMode,
          lots: given.lots,
          entry_price: given.entryPrice,
          margin: given.margin,
          lot_size: given.lotSize,
          close_fee_ratio: given.closeFeeRatio,
        },
        part: given.part,
        price: given.price,
        scale: given.scale,
        available: given.available,
      }));
    await stored.expectParity(cases, {
      columns: { position: 'jsonb', part: 'integer', price: 'numeric', scale: 'smallint', available: 'numeric' },
      stored: `(select array[s.lots::text, trim_scale(s.released)::text, trim_scale(s.profit)::text, trim_scale(s.fee)::text,
          trim_scale(s.shortfall)::text]
        from futures_settlement(jsonb_populate_record(null::futures_position, position), part, price, scale,
          available) s)`,
      rule: ({ given: { part, scale, available, price: at, ...position } }) => {
        const close = { lots: part, price: new Decimal(at), decimals: scale, available };
        const { lots, released, profit, fee, shortfall } = settle(position as unknown as FuturesPositionView, close);
        return [String(lots), ...[released, profit, fee, shortfall].map(plain)];
      },
    });
  });
});
