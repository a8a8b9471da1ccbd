import { areSameTiers, type TierTerms, wholeTiers, wrongTier } from './maintenance-tiers.rules.js';
import type { FuturesTerms } from './product-terms.rules.js';

const OFFERED: FuturesTerms = {
  leverages: [1, 5, 20],
  openLotsMax: 100_000,
  lotsMax: 1000,
  feePercent: '0.05',
  enabled: true,
};
const TIERS: TierTerms[] = [
  { floor: '0', maintenancePercent: '0.5', maxLeverage: 50 },
  { floor: '50000', maintenancePercent: '1', maxLeverage: 20 },
  { floor: '1000000', maintenancePercent: '2.5', maxLeverage: 10 },
];
const withStep = (place: number, change: Partial<TierTerms>) =>
  TIERS.map((tier, each) => (each === place ? { ...tier, ...change } : tier));

describe('a maintenance table that two people may agree on', () => {
  it.each([
    ['tiers.0.floor', 0, { floor: '0' }, { floor: '0.00000001' }],
    ['tiers.1.floor', 1, { floor: '0.00000001' }, { floor: '0' }],
    ['tiers.1.floor', 1, { floor: '999999.99999999' }, { floor: '1.000000001' }],
    ['tiers.2.floor', 2, { floor: '50000.00000001' }, { floor: '50000' }],
    ['tiers.2.floor', 2, { floor: '1000000000000' }, { floor: '1000000000000.1' }],
    ['tiers.1.floor', 1, { floor: '60000' }, { floor: '6e4' }],
    ['tiers.1.floor', 1, { floor: '60000' }, { floor: '' }],
    ['tiers.0.maintenancePercent', 0, { maintenancePercent: '0.0001' }, { maintenancePercent: '0' }],
    ['tiers.0.maintenancePercent', 0, { maintenancePercent: '0.1234' }, { maintenancePercent: '0.12345' }],
    ['tiers.1.maintenancePercent', 1, { maintenancePercent: '0.5001' }, { maintenancePercent: '0.5' }],
    ['tiers.2.maintenancePercent', 2, { maintenancePercent: '3' }, { maintenancePercent: '100' }],
    ['tiers.2.maintenancePercent', 2, { maintenancePercent: '3' }, { maintenancePercent: '-3' }],
    ['tiers.0.maxLeverage', 0, { maxLeverage: 200 }, { maxLeverage: 201 }],
    ['tiers.1.maxLeverage', 1, { maxLeverage: 49 }, { maxLeverage: 50 }],
    ['tiers.2.maxLeverage', 2, { maxLeverage: 1 }, { maxLeverage: 0 }],
    ['tiers.2.maxLeverage', 2, { maxLeverage: 2 }, { maxLeverage: 1.5 }],
  ] as const)('%s: %j %j is right, %j is not', (field, place, right, wrong) => {
    expect(wrongTier(withStep(place, right), OFFERED)).toBeNull();
    expect(wrongTier(withStep(place, wrong), OFFERED)).toBe(field);
  });

  it('has a step at least, and no more than thirty', () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, place) => ({
        floor: String(place * 1000),
        maintenancePercent: `0.${String(place + 100)}`,
        maxLeverage: 100 - place,
      }));
    expect(wrongTier([], OFFERED)).toBe('tiers');
    expect(wrongTier(many(1), OFFERED)).toBeNull();
    expect(wrongTier(many(30), OFFERED)).toBeNull();
    expect(wrongTier(many(31), OFFERED)).toBe('tiers');
  });

  it('allows every leverage that is offered', () => {
    const low = [{ floor: '0', maintenancePercent: '0.5', maxLeverage: 20 }];
    expect(wrongTier(low, OFFERED)).toBeNull();
    expect(wrongTier(low, { ...OFFERED, leverages: [1, 5, 21] })).toBe('tiers.0.maxLeverage');
  });

  it.each([
    // 20x of the first and the second step: 5 % of margin, 0.1 % of fees
    [0, '4.8999', '4.9'],
    // 5x of the third: 20 %
    [2, '19.8999', '19.9'],
  ])('leaves what is opened by step %i alive: %s is right, %s is not', (place, right, wrong) => {
    const others = place === 0 ? [] : withStep(2, { maintenancePercent: right });
    const tiers = (maintenancePercent: string) =>
      place === 0
        ? [{ floor: '0', maintenancePercent, maxLeverage: 50 }]
        : others.map((tier, each) => (each === place ? { ...tier, maintenancePercent } : tier));
    expect(wrongTier(tiers(right), OFFERED)).toBeNull();
    expect(wrongTier(tiers(wrong), OFFERED)).toBe(`tiers.${place}.maintenancePercent`);
  });

  it('is kept with what follows from it', () => {
    expect(wholeTiers(TIERS, '5000000')).toEqual([
      { floor: '0', cap: '50000', rate: '0.005', deduction: '0', maxLeverage: 50 },
      { floor: '50000', cap: '1000000', rate: '0.01', deduction: '250', maxLeverage: 20 },
      { floor: '1000000', cap: '5000000', rate: '0.025', deduction: '15250', maxLeverage: 10 },
    ]);
    expect(wholeTiers(TIERS, '1000000').at(-1)?.cap).toBe('2000000');
    expect(wholeTiers(TIERS.slice(0, 1), '0').at(-1)?.cap).toBe('1');
  });

  it('is the same whatever closing zeros it has, and another one with any change', () => {
    expect(areSameTiers(TIERS, withStep(1, { floor: '50000.0', maintenancePercent: '1.00' }))).toBe(true);
    for (const change of [{ floor: '50001' }, { maintenancePercent: '1.1' }, { maxLeverage: 21 }])
      expect(areSameTiers(TIERS, withStep(1, change))).toBe(false);
    expect(areSameTiers(TIERS, TIERS.slice(0, 2))).toBe(false);
    expect(areSameTiers(TIERS.slice(0, 2), TIERS)).toBe(false);
  });
});
