import * as fc from 'fast-check';
import { Decimal } from '../decimal.js';
import {
  cyclePercent,
  dailyInterest,
  dayAfter,
  dueDays,
  endDay,
  firstInterestDay,
  interestOf,
  REDEMPTION_RULES,
  redeem,
  type TrustTerms,
  utcDay,
} from './trust.rules.js';

const TERMS: TrustTerms = {
  principal: '10000',
  dailyRatio: '0.004',
  termDays: 15,
  redemptionRule: 'fixed-fee',
  redemptionRatio: '1.5',
  penaltyCapped: false,
  scale: 6,
};

describe('the examples of the specification, section 9', () => {
  it('10000 at 0.4 % over 15 days is 40 a day and 600', () => {
    expect(dailyInterest(TERMS)).toBe('40');
    expect(interestOf(TERMS, 15)).toBe('600');
    expect(cyclePercent('0.004', 15)).toBe('6');
  });

  it('0.4 % x 3 x 1000 = 12, so 988 come back', () => {
    const terms: TrustTerms = {
      ...TERMS,
      principal: '1000',
      redemptionRule: 'remaining-days',
      redemptionRatio: '0.004',
    };
    expect(redeem(terms, 12)).toEqual({ penalty: '12', returned: '988', income: '48', net: '1036' });
  });

  it('1.5 times one day of interest: 6 of 1000 on every day', () => {
    const terms: TrustTerms = { ...TERMS, principal: '1000' };
    for (const days of [0, 1, 14]) expect(redeem(terms, days)).toMatchObject({ penalty: '6', returned: '994' });
  });

  it('the second rule takes 56 of 1000 on the first day, and a cap keeps it at the interest so far', () => {
    const terms: TrustTerms = {
      ...TERMS,
      principal: '1000',
      redemptionRule: 'remaining-days',
      redemptionRatio: '0.004',
    };
    expect(redeem(terms, 1)?.penalty).toBe('56');
    expect(redeem({ ...terms, penaltyCapped: true }, 1)?.penalty).toBe('4');
  });
});

describe('other rules', () => {
  it.each([
    ['forfeit-interest', '0', 5, '20', '1000'],
    ['discounted-rate', '0.001', 5, '15', '1005'],
    ['discounted-rate', '0.009', 5, '0', '1020'],
  ] as const)('%s at %s after %i days takes %s', (redemptionRule, redemptionRatio, days, penalty, net) => {
    const terms: TrustTerms = { ...TERMS, principal: '1000', redemptionRule, redemptionRatio };
    expect(redeem(terms, days)).toMatchObject({ penalty, net });
  });

  it('nothing can be broken off where the product does not allow it, nor after the term', () => {
    expect(redeem({ ...TERMS, redemptionRule: 'none' }, 3)).toBeNull();
    expect(redeem(TERMS, 15)).toBeNull();
  });

  it('takes no more than there is', () => {
    const terms: TrustTerms = {
      ...TERMS,
      principal: '10',
      termDays: 365,
      redemptionRule: 'remaining-days',
      redemptionRatio: '0.004',
    };
    expect(redeem(terms, 0)).toMatchObject({ penalty: '10', returned: '0', net: '0' });
  });
});

describe('days', () => {
  it.each([
    ['2026-11-20', '2026-11-20', 0],
    ['2026-11-20', '2026-11-21', 0],
    ['2026-11-20', '2026-11-22', 1],
    ['2028-02-28', '2028-03-02', 2],
    ['2027-02-28', '2027-03-02', 1],
    ['2026-12-31', '2027-01-15', 14],
    ['2026-12-31', '2027-01-16', 15],
    ['2026-12-31', '2027-02-01', 15],
    ['2026-11-20', '2026-11-19', 0],
  ])('bought on %s, on %s interest is due for %i whole days', (start, today, days) => {
    expect(dueDays(start, today, 15)).toBe(days);
  });

  it('gives principal and interest back when the last day of interest is over', () => {
    expect(firstInterestDay('2028-02-27')).toBe('2028-02-29');
    expect(endDay('2028-02-27', 15)).toBe('2028-03-14');
    expect(dueDays('2028-02-27', endDay('2028-02-27', 15), 15)).toBe(15);
    expect(dueDays('2028-02-27', dayAfter('2028-02-27', 15), 15)).toBe(14);
  });

  it('knows the day of an instant', () => {
    expect(utcDay(Date.UTC(2026, 10, 20, 23, 59, 59, 999))).toBe('2026-11-20');
    expect(dayAfter('2028-02-28', 2)).toBe('2028-03-01');
  });
});

const terms = fc.record({
  principal: fc.integer({ min: 1, max: 1_000_000_000 }).map((units) => new Decimal(units).div(1e6).toFixed()),
  dailyRatio: fc.integer({ min: 0, max: 10_000 }).map((units) => new Decimal(units).div(1e6).toFixed()),
  termDays: fc.integer({ min: 1, max: 365 }),
  redemptionRule: fc.constantFrom(...REDEMPTION_RULES),
  redemptionRatio: fc.integer({ min: 0, max: 3_000_000 }).map((units) => new Decimal(units).div(1e6).toFixed()),
  penaltyCapped: fc.boolean(),
  scale: fc.constant(6),
});

describe('properties', () => {
  it('what comes back and what is kept are the whole, and nobody pays to leave', () => {
    fc.assert(
      fc.property(terms, fc.nat(400), (order, days) => {
        const redemption = redeem(order, days);
        if (redemption === null) return order.redemptionRule === 'none' || days >= order.termDays;
        const { penalty, returned, income, net } = redemption;
        expect(new Decimal(returned).plus(penalty).toFixed()).toBe(new Decimal(order.principal).toFixed());
        expect(new Decimal(returned).plus(income).toFixed()).toBe(net);
        expect(new Decimal(returned).isNegative()).toBe(false);
        if (order.penaltyCapped) expect(new Decimal(penalty).lte(income)).toBe(true);
        return true;
      }),
      { numRuns: 4096 },
    );
  });

  it('splitting a principal never earns more', () => {
    const units = fc.integer({ min: 1, max: 1_000_000_000 });
    fc.assert(
      fc.property(units, units, fc.integer({ min: 0, max: 10_000 }), (a, b, ratio) => {
        const daily = (amount: number) =>
          new Decimal(
            dailyInterest({
              principal: new Decimal(amount).div(1e6).toFixed(),
              dailyRatio: new Decimal(ratio).div(1e6).toFixed(),
              scale: 6,
            }),
          );
        expect(
          daily(a)
            .plus(daily(b))
            .lte(daily(a + b)),
        ).toBe(true);
      }),
      { numRuns: 4096 },
    );
  });
});
