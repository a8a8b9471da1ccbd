import { afterAll, beforeAll, describe, it } from '@jest/globals';
import * as fc from 'fast-check';
import { amounts, amountsAboveZero, scales, StoredRules } from '../../test/stored-rules.js';
import { Decimal } from '../decimal.js';
import { dailyInterest, interestOf, redeem, REDEMPTION_RULES, trustShare } from './trust.rules.js';

let stored: StoredRules;

beforeAll(async () => {
  stored = await StoredRules.open();
}, 60_000);
afterAll(() => stored.close());

const plain = (value: string): string => new Decimal(value).toFixed();
const ratio = amounts(0, 8);

describe('in the database', () => {
  it('a day of interest is what the rule says', async () => {
    await stored.expectParity(fc.record({ principal: amountsAboveZero(18, 18), dailyRatio: ratio, scale: scales }), {
      columns: { principal: 'numeric', dailyRatio: 'numeric', scale: 'smallint' },
      stored: 'trim_scale(trust_daily_interest(principal, "dailyRatio", scale))::text',
      rule: (given) => plain(dailyInterest(given)),
    });
  });

  it('the trust account’s share of what returns is what the rule says', async () => {
    const cases = fc
      .record({
        principal: amountsAboveZero(12, 18),
        part: fc.nat({ max: 10_000 }),
        amount: amounts(12, 18),
        scale: scales,
      })
      .map(({ principal: some, part, amount, scale }) => {
        const principal = new Decimal(some).toFixed(scale, Decimal.ROUND_UP);
        const from_trust = new Decimal(principal).times(part).dividedBy(10_000).toFixed(scale, Decimal.ROUND_DOWN);
        return { order: { principal, from_trust, scale }, amount };
      });
    await stored.expectParity(cases, {
      columns: { order: 'jsonb', amount: 'numeric' },
      stored: 'trim_scale(trust_share(jsonb_populate_record(null::trust_order, "order"), amount))::text',
      rule: ({ order, amount }) => plain(trustShare({ ...order, fromTrust: order.from_trust }, amount)),
    });
  });

  it('breaking an order off costs what the rule says', async () => {
    const cases = fc
      .record({
        principal: amountsAboveZero(12, 18),
        daily_ratio: ratio,
        term_days: fc.integer({ min: 1, max: 3650 }),
        accrued: fc.integer({ min: 0, max: 3650 }),
        redemption_rule: fc.constantFrom(...REDEMPTION_RULES),
        redemption_ratio: fc.oneof(ratio, amounts(2, 8)),
        penalty_capped: fc.boolean(),
        scale: scales,
      })
      .map(({ accrued, ...order }) => {
        const principal = new Decimal(order.principal).toFixed(order.scale, Decimal.ROUND_UP);
        const terms = { principal, dailyRatio: order.daily_ratio, scale: order.scale };
        const accrued_days = Math.min(accrued, order.term_days);
        const income = interestOf(terms, accrued_days);
        return { order: { ...order, principal, accrued_days, daily_interest: dailyInterest(terms), income } };
      });
    await stored.expectParity(cases, {
      columns: { order: 'jsonb' },
      stored: 'trim_scale(trust_penalty(jsonb_populate_record(null::trust_order, "order")))::text',
      rule: ({ order }) =>
        redeem(
          {
            principal: order.principal,
            dailyRatio: order.daily_ratio,
            termDays: order.term_days,
            redemptionRule: order.redemption_rule,
            redemptionRatio: order.redemption_ratio,
            penaltyCapped: order.penalty_capped,
            scale: order.scale,
          },
          order.accrued_days,
        )?.penalty ?? null,
    });
  });
});
