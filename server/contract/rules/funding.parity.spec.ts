import { afterAll, beforeAll, describe, it } from '@jest/globals';
import * as fc from 'fast-check';
import { fundingPayment, fundingRateOfOpenTime } from '../../test/reference-forms.js';
import { amounts, amountsAboveZero, scales, StoredRules } from '../../test/stored-rules.js';
import { fundingRate } from './funding.rules.js';
import { notional } from './margin.rules.js';

let stored: StoredRules;

beforeAll(async () => {
  stored = await StoredRules.open();
}, 60_000);
afterAll(() => stored.close());

describe('the funding of a position', () => {
  it('is in the database what the rule says', async () => {
    const cases = fc
      .record({
        long: fc.boolean(),
        receives: fc.boolean(),
        quantity: amountsAboveZero(12, 18),
        mark: amountsAboveZero(12, 18),
        rate: amounts(0, 18),
        scale: scales,
      })
      .map(({ long, receives, rate, ...given }) => ({
        ...given,
        side: long ? 1 : -1,
        rate: receives ? `-${rate}` : rate,
        notional: notional(given.quantity, given.mark).toFixed(),
      }));
    await stored.expectParity(cases, {
      columns: { side: 'smallint', notional: 'numeric', rate: 'numeric', scale: 'smallint' },
      stored: 'trim_scale(funding_owed(side, notional, rate, scale))::text',
      rule: ({ side, quantity, mark, rate, scale }) => {
        const position = { side: side === 1 ? ('long' as const) : ('short' as const), quantity };
        // Zero has no sign in the database.
        return fundingPayment(position, mark, rate, scale).plus(0).toFixed().replace(/^-0$/, '0');
      },
    });
  });
});

describe('the rate of an interval', () => {
  it('is in the database what the rule says', async () => {
    const cases = fc
      .record({ below: fc.boolean(), average: amounts(0, 18), near: fc.option(amounts(0, 4)), cap: amounts(0, 18) })
      .map(({ below, average, near, cap }) => ({ average: `${below ? '-' : ''}${near ?? average}`, cap }));
    await stored.expectParity(cases, {
      columns: { average: 'numeric', cap: 'numeric' },
      stored: 'trim_scale(funding_rate_of(average, cap))::text',
      rule: ({ average, cap }) => fundingRate(average, cap).plus(0).toFixed().replace(/^-0$/, '0'),
    });
  });

  it('is charged for the part in which the market could be traded as the rule says', async () => {
    const cases = fc
      .record({
        below: fc.boolean(),
        average: amounts(0, 18),
        cap: amounts(0, 18),
        seconds: fc.integer({ min: 0, max: 28_800 }),
      })
      .map(({ below, average, cap, seconds }) => ({ average: `${below ? '-' : ''}${average}`, cap, seconds }));
    await stored.expectParity(cases, {
      columns: { average: 'numeric', cap: 'numeric', seconds: 'integer' },
      stored: 'trim_scale(funding_rate_for(average, cap, seconds))::text',
      rule: ({ average, cap, seconds }) =>
        fundingRateOfOpenTime(fundingRate(average, cap), seconds).plus(0).toFixed().replace(/^-0$/, '0'),
    });
  });
});
