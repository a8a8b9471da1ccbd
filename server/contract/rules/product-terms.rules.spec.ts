import { changedTerms, type ProductTerms, wrongTerm } from './product-terms.rules.js';

const OPTION: ProductTerms['option'] = {
  payoutPercent: '80',
  evenPayoutPercent: '300',
  minimum: '10',
  maximum: '5000',
  feePercent: null,
  enabled: true,
};
const SPOT: ProductTerms['spot'] = { feePercent: '0.1', minimumAmount: '5', maximumAmount: '500000', enabled: true };
const PERPETUAL: ProductTerms['perpetual'] = {
  leverages: [1, 5, 10, 20],
  openLotsMax: 100_000,
  lotsMax: 1000,
  feePercent: '0.05',
  enabled: true,
};
const STEPS = [
  { maxLeverage: 50, maintenancePercent: '1' },
  { maxLeverage: 20, maintenancePercent: '2' },
];
const TRUST: ProductTerms['trust'] = {
  minimum: '100',
  maximum: null,
  dailyPercent: '0.05',
  quota: null,
  enabled: true,
};

describe('terms that two people may agree on', () => {
  it.each([
    ['payoutPercent', { payoutPercent: '100' }, { payoutPercent: '100.0001' }],
    ['payoutPercent', { payoutPercent: '0.0001' }, { payoutPercent: '0' }],
    ['payoutPercent', { payoutPercent: '80.1234' }, { payoutPercent: '80.12345' }],
    ['payoutPercent', { payoutPercent: '080' }, { payoutPercent: '8e1' }],
    ['evenPayoutPercent', { evenPayoutPercent: '400' }, { evenPayoutPercent: '400.1' }],
    ['evenPayoutPercent', { evenPayoutPercent: '1' }, { evenPayoutPercent: '0' }],
    ['minimum', { minimum: '0.00000001' }, { minimum: '0' }],
    ['minimum', { minimum: '5000' }, { minimum: '0.000000001' }],
    ['maximum', { maximum: '10' }, { maximum: '9.99' }],
    ['feePercent', { feePercent: '10' }, { feePercent: '10.01' }],
    ['feePercent', { feePercent: '0' }, { feePercent: '' }],
  ] as const)('%s of an option: %j is right, %j is not', (field, right, wrong) => {
    expect(wrongTerm('option', { ...OPTION, ...right })).toBeNull();
    expect(wrongTerm('option', { ...OPTION, ...wrong })).toBe(field);
  });

  it.each([
    ['feePercent', { feePercent: '5' }, { feePercent: '5.0001' }],
    ['minimumAmount', { minimumAmount: '0.00000001' }, { minimumAmount: '0' }],
    ['maximumAmount', { maximumAmount: '5' }, { maximumAmount: '4' }],
  ] as const)('%s of a spot market: %j is right, %j is not', (field, right, wrong) => {
    expect(wrongTerm('spot', { ...SPOT, ...right })).toBeNull();
    expect(wrongTerm('spot', { ...SPOT, ...wrong })).toBe(field);
  });

  it.each([
    ['leverages', { leverages: [1] }, { leverages: [] }],
    ['leverages', { leverages: [1, 2] }, { leverages: [2, 1] }],
    ['leverages', { leverages: [20] }, { leverages: [20, 20] }],
    ['leverages', { leverages: [50] }, { leverages: [51] }],
    ['leverages', { leverages: [1] }, { leverages: [0, 1] }],
    ['leverages', { leverages: [2] }, { leverages: [1.5] }],
    ['openLotsMax', { openLotsMax: 1 }, { openLotsMax: 0 }],
    ['lotsMax', { lotsMax: 1_000_000_000 }, { lotsMax: 1_000_000_001 }],
    // 50x has a margin of 2 %, of which 1 % is the least that it keeps: twice the fee is below the rest.
    ['feePercent', { feePercent: '0.2499', leverages: [1, 50] }, { feePercent: '0.5', leverages: [1, 50] }],
    ['feePercent', { feePercent: '1', leverages: [25] }, { feePercent: '1.1', leverages: [1] }],
    ['leverages', { leverages: [1, 5, 10] }, { leverages: [1, 5, 51] }],
  ] as const)('%s of a contract: %j is right, %j is not', (field, right, wrong) => {
    const terms = (part: object) => ({ ...PERPETUAL, ...part });
    expect(wrongTerm('perpetual', terms(right), STEPS)).toBeNull();
    expect(wrongTerm('perpetual', terms(wrong), STEPS)).toBe(field);
  });

  it.each([
    ['minimum', { minimum: '1' }, { minimum: '0' }],
    ['maximum', { maximum: '100' }, { maximum: '99' }],
    ['dailyPercent', { dailyPercent: '1' }, { dailyPercent: '1.000001' }],
    ['dailyPercent', { dailyPercent: '0.000001' }, { dailyPercent: '0.0000001' }],
    ['quota', { quota: '0' }, { quota: '1,000' }],
  ] as const)('%s of a trust product: %j is right, %j is not', (field, right, wrong) => {
    expect(wrongTerm('trust', { ...TRUST, ...right })).toBeNull();
    expect(wrongTerm('trust', { ...TRUST, ...wrong })).toBe(field);
  });
});

describe('what changes', () => {
  it.each([
    [{ payoutPercent: '80.0' }, []],
    [{ payoutPercent: '80.01' }, ['payoutPercent']],
    [{ feePercent: '0' }, ['feePercent']],
    [{ enabled: false, minimum: '20' }, ['minimum', 'enabled']],
  ])('is what differs as a number: %j', (part, changed) => {
    expect(changedTerms<'option'>(OPTION, { ...OPTION, ...part })).toEqual(changed);
  });

  it.each([
    [[1, 5, 10, 20], []],
    [[1, 5, 10], ['leverages']],
  ])('of leverages all are compared: %j', (leverages, changed) => {
    expect(changedTerms<'perpetual'>(PERPETUAL, { ...PERPETUAL, leverages })).toEqual(changed);
  });
});
