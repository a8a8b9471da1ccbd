import { array, assert, constantFrom, integer, property, record } from 'fast-check';
import { averagePrice, bankruptcyPrice, fundingPayment } from '../../test/reference-forms.js';
import { Decimal } from '../decimal.js';
import { bookSide, fillByNotional, fillByQuantity } from './book-walk.rules.js';
import { fundingRate, fundingStampBefore, nextFundingStamp, premium } from './funding.rules.js';
import { crossLiquidationPrice, liquidationPrice, lotsToNextTier } from './liquidation-price.rules.js';
import {
  equity,
  initialMargin,
  isLiquidated,
  type MaintenanceTier,
  maintenanceMargin,
  marginLevel,
  type MarginLevel,
  type MarginPosition,
  marginRatio,
  maxLeverage,
  type PositionSide,
  priceAgainst,
  profit,
  quantityOf,
  realisedProfit,
  requirement,
  tradingFee,
  withDeductions,
} from './margin.rules.js';

const RUNS = { numRuns: 4096 };
const step = (floor: string, rate: string, maxLeverage: number) => ({ floor, rate, maxLeverage });

/** B.4: the exchange's table of 18 March 2021 with its deductions, written out. */
const ROWS = [
  step('0', '0.004', 125),
  step('50000', '0.005', 100),
  step('250000', '0.01', 50),
  step('1000000', '0.025', 20),
  step('10000000', '0.05', 10),
  step('20000000', '0.1', 5),
  step('50000000', '0.125', 4),
  step('100000000', '0.15', 3),
  step('200000000', '0.25', 2),
  step('300000000', '0.5', 1),
];
const DEDUCTIONS = [0, 50, 1300, 16300, 266300, 1266300, 2516300, 5016300, 25016300, 100016300];
const TIERS = withDeductions(ROWS);
const noFee = { tiers: TIERS, closeFeeRate: '0' };
const flat = (rate: string, deduction = '0'): MaintenanceTier[] => [{ floor: '0', rate, deduction, maxLeverage: 100 }];
const position = (side: PositionSide, quantity: string, entryPrice: string, margin: string): MarginPosition => ({
  side,
  quantity,
  entryPrice,
  margin,
});

const sides = constantFrom<PositionSide>('long', 'short');
const cents = (min: number, max: number) => integer({ min, max }).map((value) => (value / 100).toFixed(2));
const held = record({
  side: sides,
  quantity: cents(1, 2_000_000),
  entryPrice: cents(100, 9_000_000),
  leverage: integer({ min: 1, max: 125 }),
}).map(({ leverage, ...rest }) => ({
  ...rest,
  margin: initialMargin(rest.quantity, rest.entryPrice, leverage, 6).toFixed(),
}));

describe('maintenance table', () => {
  it('has the deductions that the exchange published', () => {
    expect(TIERS.map((tier) => tier.deduction)).toEqual(DEDUCTIONS.map(String));
  });

  it('asks for the same on both sides of a step', () => {
    for (const tier of TIERS.slice(1)) {
      const below = maintenanceMargin(TIERS, tier.floor);
      expect(new Decimal(tier.floor).times(tier.rate).minus(tier.deduction).toFixed()).toBe(below.toFixed());
    }
  });

  it('knows the highest leverage of a size', () => {
    expect(maxLeverage(TIERS, '50000')).toBe(125);
    expect(maxLeverage(TIERS, '50000.01')).toBe(100);
    expect(maxLeverage(TIERS, '999999999')).toBe(1);
  });

  it('refuses a table that does not start at zero or does not ascend', () => {
    expect(() => withDeductions([step('1', '0.1', 1)])).toThrow(RangeError);
    expect(() => withDeductions([step('0', '0.1', 2), step('0', '0.2', 1)])).toThrow(RangeError);
    expect(() => withDeductions([step('0', '0.2', 2), step('5', '0.1', 1)])).toThrow(RangeError);
  });
});

describe('liquidation and bankruptcy price (B.4)', () => {
  it.each([
    ['long', '1', '60000', '3000', '57236.1809', '57000'],
    ['short', '1', '60000', '3000', '62736.3184', '63000'],
    ['long', '0.5', '60000', '1500', '57228.9157', '57000'],
  ] as const)('%s %s @ %s with %s: %s, gone at %s', (side, quantity, entry, margin, liquidation, bankrupt) => {
    const held = position(side, quantity, entry, margin);
    expect(liquidationPrice(held, noFee)?.toFixed(4, Decimal.ROUND_HALF_UP)).toBe(liquidation);
    expect(bankruptcyPrice(held)?.toFixed()).toBe(bankrupt);
  });

  it('a cross position counts what the others need and have gained', () => {
    const account = { wallet: '5000', otherRequirement: '400', otherProfit: '-250' };
    const price = crossLiquidationPrice(position('long', '1', '60000', '0'), account, noFee);
    expect(price?.toFixed(4, Decimal.ROUND_HALF_UP)).toBe('55879.3970');
  });

  it('has no price where no fall to zero can do it', () => {
    expect(liquidationPrice(position('long', '1', '60000', '60000'), { ...noFee })).toBeNull();
    expect(bankruptcyPrice(position('long', '1', '60000', '60000'))).toBeNull();
  });

  it('the fee of closing brings it nearer', () => {
    const held = position('long', '1', '60000', '3000');
    const fee = { tiers: TIERS, closeFeeRate: '0.0005' };
    expect(liquidationPrice(held, fee)?.gt(liquidationPrice(held, noFee) as Decimal)).toBe(true);
  });

  it('is shown to the disadvantage of the position', () => {
    expect(priceAgainst('long', new Decimal('57236.1809'), 2).toFixed()).toBe('57236.19');
    expect(priceAgainst('short', new Decimal('62736.3184'), 2).toFixed()).toBe('62736.31');
  });

  it('equity must be strictly below what is required', () => {
    expect(isLiquidated('100', '100')).toBe(false);
    expect(isLiquidated('99.999999999999999999', '100')).toBe(true);
  });
});

describe('partial close to the next lower step', () => {
  it.each([
    // 300 lots of 0.001 at 1000 = 300: lowest step, everything
    [300, '0.001', '1000', 300],
    // 6 BTC at 60000 = 360000 in the third step: 250000 / 600 a lot of 0.01 = 416 lots stay of 600
    [600, '0.01', '60000', 184],
    // one lot is more than the floor: nothing smaller is possible
    [1, '10', '60000', 1],
  ])('%d lots of %s at %s: %d', (lots, lotSize, price, closed) => {
    expect(lotsToNextTier(lots, lotSize, price, TIERS)).toBe(closed);
  });
});

describe('many positions of one side', () => {
  const total = (values: readonly Decimal[]) => values.reduce((sum, value) => sum.plus(value), new Decimal(0));
  const OTHERS = withDeductions([
    step('0', '0.01', 50),
    step('25000', '0.025', 20),
    step('100000', '0.05', 10),
    step('250000', '0.1', 5),
    step('500000', '0.125', 4),
    step('1000000', '0.15', 3),
    step('2000000', '0.25', 2),
  ]);

  it.each([
    ['BTC 10 million', TIERS, '60000', '10000000', '233700'],
    ['DOGE 3 million', OTHERS, '0.25', '3000000', '497125'],
  ] as const)('%s need the same in 200 rows as in one', (_name, tiers, price, value, required) => {
    const whole = new Decimal(value).dividedBy(price).toDecimalPlaces(6);
    const row = whole.dividedBy(200);
    const rows = total(Array.from({ length: 200 }, () => requirement(tiers, row, price, '0', whole)));
    const asOne = requirement(tiers, whole, price, '0');
    expect([asOne, rows].map((each) => each.toFixed(0, Decimal.ROUND_HALF_UP))).toEqual([required, required]);
  });

  it('are liquidated at the price of one, and close their share of its lots', () => {
    const lots = array(integer({ min: 1, max: 100_000 }), { minLength: 2, maxLength: 6 });
    assert(
      property(held, lots, constantFrom('0.7', '0.9', '1'), cents(100, 9_000_000), (it, parts, ratio, price) => {
        const all = parts.reduce((sum, part) => sum + part, 0);
        const whole = quantityOf(all, '0.001');
        const leverage = initialMargin(it.quantity, it.entryPrice, 1, 6).dividedBy(it.margin);
        const margin = (quantity: Decimal) => quantity.times(it.entryPrice).dividedBy(leverage);
        const rows = parts.map((part) => quantityOf(part, '0.001'));
        const terms = { tiers: TIERS, closeFeeRate: '0.0006', ratio, exposure: whole };
        const one = liquidationPrice({ ...it, quantity: whole, margin: margin(whole) }, terms);
        const prices = rows.map((quantity) => liquidationPrice({ ...it, quantity, margin: margin(quantity) }, terms));
        const isSame = prices.every((each) => (each && one ? each.minus(one).abs().lt('1e-40') : each === one));
        const required = total(rows.map((quantity) => requirement(TIERS, quantity, price, '0.0006', whole)));
        const isShared = required
          .minus(requirement(TIERS, whole, price, '0.0006'))
          .abs()
          .lt('1e-40');
        const closed = parts.reduce((sum, part) => sum + lotsToNextTier(part, '0.001', price, TIERS, whole), 0);
        const alone = lotsToNextTier(all, '0.001', price, TIERS);
        const areClosed = closed >= alone && closed - alone <= parts.length;
        expect([isSame, isShared, areClosed]).toEqual([true, true, true]);
      }),
      RUNS,
    );
  });
});

describe('funding (B.3)', () => {
  it.each([
    ['0.0002', '0.0001'],
    ['0.0012', '0.0007'],
    ['-0.0012', '-0.0007'],
    ['0', '0.0001'],
    // 0.1 premium is capped by the first step's maintenance ratio
    ['0.1', '0.004'],
    ['-0.1', '-0.004'],
  ])('premium %s makes %s', (average, rate) => {
    expect(fundingRate(average, '0.004').toFixed()).toBe(rate);
  });

  it('0.0007 on 60000 is 42: longs pay, shorts receive', () => {
    expect(fundingPayment({ side: 'long', quantity: '1' }, '60000', '0.0007', 6).toFixed()).toBe('42');
    expect(fundingPayment({ side: 'short', quantity: '1' }, '60000', '0.0007', 6).toFixed()).toBe('-42');
    expect(fundingPayment({ side: 'long', quantity: '1' }, '60000', '-0.0007', 6).toFixed()).toBe('-42');
  });

  it('what is paid is raised and what is received is lowered', () => {
    expect(fundingPayment({ side: 'long', quantity: '1' }, '0.0333', '0.0001', 6).toFixed()).toBe('0.000004');
    expect(fundingPayment({ side: 'short', quantity: '1' }, '0.0333', '0.0001', 6).toFixed()).toBe('-0.000003');
  });

  it('stamps are at 00, 08 and 16 UTC', () => {
    expect(fundingStampBefore(Date.UTC(2026, 0, 1, 7, 59, 59, 999))).toBe(Date.UTC(2026, 0, 1));
    expect(fundingStampBefore(Date.UTC(2026, 0, 1, 8))).toBe(Date.UTC(2026, 0, 1, 8));
    expect(nextFundingStamp(Date.UTC(2026, 0, 1, 16))).toBe(Date.UTC(2026, 0, 2));
  });

  it('the premium is that of the impact prices', () => {
    // 200 × 10 = 2000: at 101 for the bid side, exactly its first level
    const book = { bids: [['101', '100']], asks: [['102', '100']] } as const;
    expect(premium('100', book, 10).toFixed()).toBe('0.01');
    expect(premium('104', book, 10).toFixed(6)).toBe(new Decimal(-2).dividedBy(104).toFixed(6));
    expect(premium('101.5', book, 10).toFixed()).toBe('0');
    expect(premium('100', null, 10).toFixed()).toBe('0');
    expect(premium('100', { bids: [['101', '1']], asks: [['102', '1']] }, 10).toFixed()).toBe('0');
  });
});

describe('walk of a book', () => {
  const book = {
    bids: [
      ['99', '1'],
      ['98', '2'],
    ],
    asks: [
      ['100', '1'],
      ['102', '3'],
    ],
  } as const;
  it('averages the levels', () => {
    expect(fillByQuantity(bookSide(book, 'buy'), '2')?.averagePrice.toFixed()).toBe('101');
    expect(fillByQuantity(bookSide(book, 'sell'), '1')?.averagePrice.toFixed()).toBe('99');
  });
  it('prices what is beyond the quoted depth at the last level, and says so', () => {
    const fill = fillByQuantity(bookSide(book, 'sell'), '6');
    expect(fill?.averagePrice.toFixed(6)).toBe(new Decimal(99 + 5 * 98).dividedBy(6).toFixed(6));
    expect(fill?.quoted.toFixed()).toBe('3');
    expect(fillByQuantity([], '1')).toBeNull();
  });
  it('fills a value', () => {
    expect(fillByNotional(bookSide(book, 'buy'), '100')?.toFixed()).toBe('100');
    expect(fillByNotional(bookSide(book, 'buy'), '1000')).toBeNull();
  });
});

describe('warnings', () => {
  it.each<[string | null, MarginLevel, MarginLevel]>([
    ['0.69', 'safe', 'safe'],
    ['0.7', 'safe', 'warning'],
    ['0.66', 'warning', 'warning'],
    ['0.649', 'warning', 'safe'],
    ['0.66', 'safe', 'safe'],
    ['0.9', 'warning', 'critical'],
    ['0.86', 'critical', 'critical'],
    ['0.849', 'critical', 'warning'],
    ['0.66', 'critical', 'warning'],
    ['0.64', 'critical', 'safe'],
    [null, 'safe', 'critical'],
  ])('ratio %s after %s is %s', (ratio, before, level) => {
    expect(marginLevel(ratio, before)).toBe(level);
  });
});

describe('properties', () => {
  it('K09: a worse mark never takes a position out of liquidation, and the price is where it begins', () => {
    assert(
      property(held, cents(1, 12_000_000), cents(1, 12_000_000), (it, one, other) => {
        const fee = '0.0006';
        const hit = (mark: string) => isLiquidated(equity(it, mark), requirement(TIERS, it.quantity, mark, fee));
        const [low, high] = new Decimal(one).lt(other) ? [one, other] : [other, one];
        const [worse, better] = it.side === 'long' ? [low, high] : [high, low];
        const isNeverSaved = !hit(better) || hit(worse);
        const bound = liquidationPrice(it, { tiers: TIERS, closeFeeRate: fee });
        const beyond = bound !== null && (it.side === 'long' ? new Decimal(one).lt(bound) : new Decimal(one).gt(bound));
        // The division is cut at the 80th digit, so only a mark exactly on the price could differ.
        const isOnIt = bound !== null && new Decimal(one).minus(bound).abs().lt('1e-50');
        return isNeverSaved && (isOnIt || hit(one) === beyond);
      }),
      RUNS,
    );
  });

  it('the warning comes before the critical one and that before liquidation', () => {
    assert(
      property(held, (it) => {
        const at = (ratio: string) => liquidationPrice(it, { tiers: TIERS, closeFeeRate: '0.0006', ratio });
        const [warning, critical, end] = [at('0.7'), at('0.9'), at('1')];
        if (!warning || !critical || !end) return true;
        const away = it.side === 'long' ? [end, critical, warning] : [warning, critical, end];
        return away.every((price, index) => index === 0 || price.gte(away[index - 1] as Decimal));
      }),
      RUNS,
    );
  });

  it('a margin ratio of one is liquidation', () => {
    assert(
      property(held, cents(100, 12_000_000), (it, mark) => {
        const [now, required] = [equity(it, mark), requirement(TIERS, it.quantity, mark, '0')];
        const ratio = marginRatio(now, required);
        const tiny = now.minus(required).abs().lt('1e-40');
        return tiny || isLiquidated(now, required) === (ratio === null || ratio.gt(1));
      }),
      RUNS,
    );
  });

  it('K01: fees, margins and gains are never better for the user in parts', () => {
    assert(
      property(held, cents(1, 1_000_000), cents(100, 9_000_000), (it, part, price) => {
        const both = new Decimal(it.quantity).plus(part);
        const fee = (quantity: Decimal | string) => tradingFee(quantity, price, '0.0006', 6);
        const margin = (quantity: Decimal | string) => initialMargin(quantity, price, 7, 6);
        const gain = (quantity: Decimal | string) => realisedProfit(it, quantity, price, 6);
        const funding = (quantity: Decimal | string) =>
          fundingPayment({ side: it.side, quantity }, price, '0.00013', 6);
        return (
          fee(it.quantity).plus(fee(part)).gte(fee(both)) &&
          margin(it.quantity).plus(margin(part)).gte(margin(both)) &&
          gain(it.quantity).plus(gain(part)).lte(gain(both)) &&
          funding(it.quantity).plus(funding(part)).gte(funding(both))
        );
      }),
      RUNS,
    );
  });

  it('a partial close leaves a position in a lower step, or nothing', () => {
    assert(
      property(integer({ min: 1, max: 500_000 }), cents(100, 9_000_000), (lots, price) => {
        const closed = lotsToNextTier(lots, '0.01', price, TIERS);
        const before = maxLeverage(TIERS, new Decimal(price).times(lots).times('0.01'));
        const after = maxLeverage(TIERS, new Decimal(price).times(lots - closed).times('0.01'));
        return closed > 0 && closed <= lots && (closed === lots || after > before);
      }),
      RUNS,
    );
  });

  it('what must be there grows with the position', () => {
    assert(
      property(cents(0, 2_000_000_000), cents(0, 2_000_000_000), (one, other) => {
        const [less, more] = new Decimal(one).lt(other) ? [one, other] : [other, one];
        return maintenanceMargin(TIERS, less).lte(maintenanceMargin(TIERS, more));
      }),
      RUNS,
    );
  });

  it('an average lies between its parts', () => {
    assert(
      property(cents(1, 1000), cents(1, 1000), cents(1, 10_000), cents(1, 10_000), (q1, q2, p1, p2) => {
        const average = averagePrice([
          { quantity: q1, price: p1 },
          { quantity: q2, price: p2 },
        ]).toDecimalPlaces(40);
        return average.gte(Decimal.min(p1, p2).minus('1e-39')) && average.lte(Decimal.max(p1, p2));
      }),
      RUNS,
    );
  });

  it('profit and loss of the two sides cancel out', () => {
    assert(
      property(held, cents(1, 9_000_000), (it, price) => {
        const gain = (side: PositionSide) => profit(side, it.quantity, it.entryPrice, price);
        return gain('long').plus(gain('short')).isZero();
      }),
      RUNS,
    );
  });

  it('a flat table has the closed form of B.4', () => {
    assert(
      property(held, (it) => {
        const price = liquidationPrice(it, { tiers: flat('0.005', '50'), closeFeeRate: '0' });
        const side = it.side === 'long' ? 1 : -1;
        const { quantity, entryPrice, margin } = it;
        const top = new Decimal(margin).minus(new Decimal(quantity).times(entryPrice).times(side)).plus(50);
        const formula = top.dividedBy(new Decimal(quantity).times('0.005').minus(new Decimal(quantity).times(side)));
        if (formula.gt(0)) expect(price?.toFixed(20)).toBe(formula.toFixed(20));
        else expect(price).toBeNull();
      }),
      RUNS,
    );
  });
});
