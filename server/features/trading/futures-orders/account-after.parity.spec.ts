import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { Decimal } from '../../../contract/decimal.js';
import type { FuturesPositionView } from '../../../contract/trading/futures.dto.js';
import { closingCases, CLOSING_COLUMNS, plain } from '../../../test/factories/closing-cases.js';
import { StoredRules } from '../../../test/stored-rules.js';
import type { FuturesAccount } from '../futures/index.js';
import { afterClosing } from './account-after.js';

let stored: StoredRules;

beforeAll(async () => {
  stored = await StoredRules.open();
}, 60_000);
afterAll(() => stored.close());

describe('the account behind a close', () => {
  it('has in the database the margin and the balance that the rule says', async () => {
    await stored.expectParity(closingCases, {
      columns: CLOSING_COLUMNS,
      stored: `(select array[(p.lots - s.lots)::text, trim_scale(e.margin_left)::text, trim_scale(available + e.net)::text]
        from jsonb_populate_record(null::futures_position, position) p,
             futures_settlement(p, part, price, scale, available) s,
             futures_close_effect(p, s.released, s.profit, s.fee) e)`,
      rule: ({ given: { part, scale, available, price, ...values } }) => {
        const position = { ...values, positionId: '1', currencyId: 3 } as unknown as FuturesPositionView;
        const account = { positions: [position], available: () => available } as unknown as FuturesAccount;
        const after = afterClosing(account, position, { lots: part, price: new Decimal(price) }, scale);
        return [String(after.left.lots), plain(new Decimal(after.left.margin)), plain(new Decimal(after.balance))];
      },
    });
  });
});
