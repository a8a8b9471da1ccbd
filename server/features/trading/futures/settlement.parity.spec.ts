import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { Decimal } from '../../../contract/decimal.js';
import type { FuturesPositionView } from '../../../contract/trading/futures.dto.js';
import { closingCases, CLOSING_COLUMNS, plain } from '../../../test/factories/closing-cases.js';
import { StoredRules } from '../../../test/stored-rules.js';
import { settle } from './settlement.rules.js';

let stored: StoredRules;

beforeAll(async () => {
  stored = await StoredRules.open();
}, 60_000);
afterAll(() => stored.close());

describe('the settlement of closed lots', () => {
  it('is in the database what the rule says', async () => {
    await stored.expectParity(closingCases, {
      columns: CLOSING_COLUMNS,
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
