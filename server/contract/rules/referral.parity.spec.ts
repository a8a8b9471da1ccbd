import { afterAll, beforeAll, it } from '@jest/globals';
import * as fc from 'fast-check';
import { amounts, scales, StoredRules } from '../../test/stored-rules.js';
import { Decimal } from '../decimal.js';
import { rebateOf } from './referral.rules.js';

let stored: StoredRules;

beforeAll(async () => {
  stored = await StoredRules.open();
}, 60_000);
afterAll(() => stored.close());

it('a rebate is in the database what the rule says', async () => {
  const ratio = fc.integer({ min: 0, max: 5000 }).map((part) => new Decimal(part).div(10_000).toFixed());
  const fee = fc.tuple(amounts(18, 18), fc.boolean()).map(([amount, isBack]) => (isBack ? `-${amount}` : amount));
  await stored.expectParity(fc.record({ fee, ratio, scale: scales }), {
    columns: { fee: 'numeric', ratio: 'numeric', scale: 'smallint' },
    stored: 'trim_scale(referral_amount(fee, ratio, scale))::text',
    rule: (given) => new Decimal(rebateOf(given)).toFixed(),
  });
});
