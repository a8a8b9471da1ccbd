import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { Decimal } from '../decimal.js';
import {
  isNickname,
  nicknameKey,
  percentOf,
  type RebateLine,
  ratioOf,
  rebateDifferences,
  rebateOf,
} from './referral.rules.js';

describe('a rebate', () => {
  it.each([
    ['5.001', '0.2', 8, '1.0002'],
    ['0.00000004', '0.2', 8, '0'],
    ['0.00000005', '0.2', 8, '0.00000001'],
    ['10', '0', 8, '0'],
    ['1.999', '0.5', 2, '0.99'],
    ['-3', '0.2', 8, '0'],
    ['123456789012.12345678', '0.1234', 8, '15234567764.09603456'],
  ])('of %s at %s with %d decimals is %s', (fee, ratio, scale, rebate) => {
    expect(rebateOf({ fee, ratio, scale })).toBe(rebate);
  });

  const amount = fc
    .bigInt({ min: 0n, max: 10n ** 20n })
    .map((units) => new Decimal(units.toString()).div('1e8').toFixed());
  const ratio = fc.integer({ min: 0, max: 5000 }).map((part) => new Decimal(part).div(10_000).toFixed());

  it('is never more than half of the fee, and splitting a fee never brings more', () => {
    fc.assert(
      fc.property(amount, amount, ratio, (one, other, part) => {
        const of = (fee: string) => new Decimal(rebateOf({ fee, ratio: part, scale: 8 }));
        const whole = new Decimal(one).plus(other);
        expect(of(whole.toFixed()).times(2).lessThanOrEqualTo(whole)).toBe(true);
        expect(of(one).plus(of(other)).lessThanOrEqualTo(of(whole.toFixed()))).toBe(true);
      }),
      { numRuns: 4096 },
    );
  });
});

describe('a percentage', () => {
  it.each([
    ['20', '0.2'],
    ['0', '0'],
    ['12.34', '0.1234'],
    ['50', '0.5'],
    ['50.01', null],
    ['100', null],
    ['-1', null],
    ['1.234', null],
    ['1e1', null],
    ['', null],
    ['٢', null],
  ])('%s is the ratio %s', (percent, ratio) => {
    expect(ratioOf(percent)).toBe(ratio);
    if (ratio !== null) expect(percentOf(ratio)).toBe(new Decimal(percent).toFixed());
  });
});

describe('a nickname', () => {
  it.each(['小海豚', 'River 7', 'เสือ', 'José', 'ab', 'a'.repeat(20)])('may be %s', (name) => {
    expect(isNickname(name)).toBe(true);
  });

  it.each(['a', '', ' ab', 'ab ', 'a'.repeat(21), '客服小王', 'ＡＤＭＩＮ', 'a\nb', '<b>x', 'rivеr', 'a\u202eb'])(
    'is never %j',
    (name) => {
      expect(isNickname(name)).toBe(false);
    },
  );

  it('is the same with other signs between its letters', () => {
    expect(new Set(['River 7', 'river7', 'RIVER-7', 'Ｒiver_7'].map(nicknameKey)).size).toBe(1);
  });
});

describe('a day that is computed again', () => {
  const line: RebateLine = {
    payerId: '7',
    currencyId: 3,
    inviterId: '5',
    scale: 8,
    fee: '5.001',
    ratio: '0.2',
    outcome: 'earned',
    inviterWasDisabled: false,
    amount: '1.0002',
  };
  const fees = new Map([['7 3', '5.001']]);

  it('agrees with what is right', () => {
    expect(rebateDifferences(fees, [line])).toEqual([]);
    expect(rebateDifferences(fees, [{ ...line, outcome: 'self', amount: '0' }])).toEqual([]);
    expect(rebateDifferences(fees, [{ ...line, outcome: 'disabled', inviterWasDisabled: true, amount: '0' }])).toEqual(
      [],
    );
  });

  it.each<[string, Partial<RebateLine>]>([
    ['a fee that is too high', { fee: '6' }],
    ['an amount that is too high', { amount: '1.0003' }],
    ['something paid for oneself', { outcome: 'self' }],
    ['another payer', { payerId: '8' }],
    ['what a disabled account earned', { inviterWasDisabled: true }],
    ['a disabled account that was none', { outcome: 'disabled', amount: '0' }],
  ])('says so of %s', (_what, wrong) => {
    expect(rebateDifferences(fees, [{ ...line, ...wrong }])).not.toEqual([]);
  });

  it('says so of fees that are left out', () => {
    expect(rebateDifferences(fees, [])).toEqual(['7 3: fees of 5.001 are not in the day']);
  });
});
