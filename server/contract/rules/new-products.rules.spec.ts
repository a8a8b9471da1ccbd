import {
  type NewOptionTime,
  type NewTrustProduct,
  redemptionRatio,
  wrongOptionTime,
  wrongTrustProduct,
} from './new-products.rules.js';
import { TERM_BOUNDS } from './product-terms.rules.js';

const TRUST: NewTrustProduct = {
  code: 'usdt-45',
  termDays: 45,
  minimum: '100',
  maximum: null,
  dailyPercent: '0.05',
  quota: null,
  redemptionRule: 'fixed-fee',
  redemptionRate: '1.5',
  enabled: true,
};
const OPTION: NewOptionTime = {
  seconds: 90,
  payoutPercent: '81',
  evenPayoutPercent: '300',
  minimum: '10',
  maximum: '5000',
  feePercent: null,
  enabled: true,
};

describe('a trust product that two people may add', () => {
  it.each([
    ['code', { code: 'a' }, { code: '' }],
    ['code', { code: 'a'.repeat(64) }, { code: 'a'.repeat(65) }],
    ['code', { code: 'usdt-45-b' }, { code: 'USDT 45' }],
    ['termDays', { termDays: 2 }, { termDays: 0 }],
    ['termDays', { termDays: 3650 }, { termDays: 3651 }],
    ['termDays', { termDays: 7 }, { termDays: 7.5 }],
    ['minimum', { minimum: '0.00000001' }, { minimum: '0' }],
    ['maximum', { maximum: '100' }, { maximum: '99' }],
    ['dailyPercent', { dailyPercent: '1' }, { dailyPercent: '1.000001' }],
    ['redemptionRule', { redemptionRule: 'fixed-fee' }, { redemptionRule: 'all' as 'none' }],
  ] as const)('%s: %j is right, %j is not', (field, right, wrong) => {
    expect(wrongTrustProduct({ ...TRUST, ...right })).toBeNull();
    expect(wrongTrustProduct({ ...TRUST, ...wrong })).toBe(field);
  });

  it.each([
    ['none', null, '0'],
    ['none', null, '1'],
    ['forfeit-interest', null, '0.1'],
    ['discounted-rate', '0.000001', '0'],
    ['discounted-rate', '0.049999', '0.05'],
    ['discounted-rate', '0.01', null],
    ['discounted-rate', '0.01', '0.0000001'],
    ['fixed-fee', '30', '30.000001'],
    ['fixed-fee', '0.5', '0'],
    ['fixed-fee', '1', null],
    ['remaining-days', '1', '1.000001'],
    ['remaining-days', '0.4', '0'],
    ['remaining-days', '0.4', '4e-1'],
  ] as const)('with the rule %s has a rate of %s, and none of %s', (redemptionRule, right, wrong) => {
    expect(wrongTrustProduct({ ...TRUST, redemptionRule, redemptionRate: right })).toBeNull();
    expect(wrongTrustProduct({ ...TRUST, redemptionRule, redemptionRate: wrong })).toBe('redemptionRate');
  });

  it('takes no more days of interest than its term has', () => {
    expect(wrongTrustProduct({ ...TRUST, termDays: 7, redemptionRate: '7' })).toBeNull();
    expect(wrongTrustProduct({ ...TRUST, termDays: 7, redemptionRate: '7.1' })).toBe('redemptionRate');
  });

  it('keeps its rate as a fraction, or as days', () => {
    expect(redemptionRatio('discounted-rate', '0.01')).toBe('0.0001');
    expect(redemptionRatio('remaining-days', '0.400001')).toBe('0.00400001');
    expect(redemptionRatio('fixed-fee', '1.5')).toBe('1.5');
    expect(redemptionRatio('none', null)).toBe('0');
  });
});

describe('a time of options that two people may add', () => {
  it.each([
    ['seconds', { seconds: 30 }, { seconds: 29 }],
    ['seconds', { seconds: 86_400 }, { seconds: 86_401 }],
    ['seconds', { seconds: 90 }, { seconds: 90.5 }],
    ['payoutPercent', { payoutPercent: '100' }, { payoutPercent: '100.0001' }],
    ['evenPayoutPercent', { evenPayoutPercent: String(TERM_BOUNDS.evenPayoutPercent) }, { evenPayoutPercent: '401' }],
    ['maximum', { maximum: '10' }, { maximum: '9' }],
    ['feePercent', { feePercent: '10' }, { feePercent: '10.1' }],
  ] as const)('%s: %j is right, %j is not', (field, right, wrong) => {
    expect(wrongOptionTime({ ...OPTION, ...right })).toBeNull();
    expect(wrongOptionTime({ ...OPTION, ...wrong })).toBe(field);
  });
});
