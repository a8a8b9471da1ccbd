import * as fc from 'fast-check';
import { Decimal } from '../decimal.js';
import {
  averagePrice,
  fillAgainst,
  fillOf,
  NOTHING_FILLED,
  quantityForAmount,
  quantityForPercent,
  reserveFor,
  reserveLeft,
  type SpotProgress,
  type SpotTerms,
  takeLevels,
} from './spot.rules.js';

const BOOK = {
  bids: [
    ['99', '1'],
    ['98', '2'],
  ],
  asks: [
    ['100', '1'],
    ['101', '2'],
    ['103', '5'],
  ],
} as const;

const buy = (values: Partial<SpotTerms> = {}): SpotTerms => ({
  side: 'buy',
  quantity: '2',
  limitPrice: null,
  feeRatio: '0.001',
  quoteScale: 8,
  ...values,
});

describe('executing against the book', () => {
  it.each([
    ['a market buy walks up', buy(), '2', '201', '0.201', '100.5'],
    ['a market buy takes what there is', buy({ quantity: '20' }), '8', '817', '0.817', '102.125'],
    [
      'a limit buy stops at its limit',
      buy({ quantity: '5', limitPrice: '101' }),
      '3',
      '302',
      '0.302',
      '100.666666666666666666',
    ],
    ['a limit buy at the best price', buy({ quantity: '5', limitPrice: '100' }), '1', '100', '0.1', '100'],
    ['a market sell walks down', buy({ side: 'sell' }), '2', '197', '0.197', '98.5'],
    ['a limit sell stops at its limit', buy({ side: 'sell', limitPrice: '99' }), '1', '99', '0.099', '99'],
  ])('%s', (_, terms, quantity, amount, fee, average) => {
    const fill = fillAgainst(terms, NOTHING_FILLED, BOOK);
    expect(fill).toMatchObject({ quantity, amount, fee });
    expect(averagePrice(fill?.progress as SpotProgress)).toBe(average);
  });

  it('nothing within the limit is no execution, and an empty book neither', () => {
    expect(fillAgainst(buy({ limitPrice: '99.99' }), NOTHING_FILLED, BOOK)).toBeNull();
    expect(fillAgainst(buy(), NOTHING_FILLED, { bids: [], asks: [] })).toBeNull();
  });

  it('what one order took is not there for the next', () => {
    const { taken, left } = takeLevels(BOOK.asks, { side: 'buy', quantity: '1.5', limitPrice: null });
    expect(taken).toEqual([
      ['100', '1'],
      ['101', '0.5'],
    ]);
    expect(left).toEqual([
      ['101', '1.5'],
      ['103', '5'],
    ]);
  });
});

describe('what is frozen', () => {
  it('of a buyer is the cost at the limit with the fee, of a seller the quantity', () => {
    expect(reserveFor({ ...buy(), limitPrice: '100' }, NOTHING_FILLED)).toBe('200.2');
    expect(reserveFor({ ...buy({ side: 'sell' }), limitPrice: '100' }, NOTHING_FILLED)).toBe('2');
  });
});

describe('what is frozen for a rest that costs nothing more', () => {
  // 5,000,000.001 at 0.000001 cost 5.000000000001, raised to 5.00000001 of eight decimals; so do 0.001 more.
  const FINE = { side: 'buy' as const, limitPrice: '0.000001', feeRatio: '0', quoteScale: 8, quantity: '5000000.002' };
  const most = fillOf(FINE, NOTHING_FILLED, [['0.000001', '5000000.001']]);

  it('is the least that can be booked, and nothing once there is no rest', () => {
    expect(reserveFor(FINE, most.progress)).toBe('0.00000001');
    expect(reserveFor({ ...FINE, quantity: '5000000.001' }, most.progress)).toBe('0');
    expect(reserveFor({ ...FINE, quantity: '0.001' }, NOTHING_FILLED)).toBe('0.00000001');
  });

  it('is no more than the execution has left of what was frozen', () => {
    expect(reserveLeft(FINE, '5.00000001', most)).toBe('0');
    expect(reserveLeft(FINE, '5.00000002', most)).toBe('0.00000001');
    expect(reserveLeft(FINE, '9', most)).toBe('0.00000001');
    expect(reserveLeft({ ...FINE, side: 'sell' }, '5000000.002', most)).toBe('0.001');
  });
});

describe('a part of what is there', () => {
  it.each([
    ['sell', '3', 50, '100', '1.5'],
    ['sell', '0.123456789', 100, '100', '0.12345'],
    ['buy', '1000', 100, '100', '9.99'],
    ['buy', '1001', 100, '100', '10'],
    ['buy', '0', 100, '100', '0'],
  ] as const)('%s: of %s, %i percent at %s is %s', (side, available, percent, price, expected) => {
    const terms = { side, feeRatio: '0.001' };
    expect(quantityForPercent(terms, { available, percent, price, quantityScale: 5 })).toBe(expected);
  });
});

describe('what an amount of the quote currency comes to', () => {
  const BUY = { side: 'buy' as const, feeRatio: '0.001', quoteScale: 8 };
  it.each([
    // 1 at 100 and 1 at 101 cost 201, and a thousandth of it.
    ['buy', '201.201', '2'],
    ['buy', '100.1', '1'],
    // 100.09999999 / 1.001 / 100 = 0.99999999…, cut.
    ['buy', '100.09999999', '0.99999'],
    ['buy', '100000', '8'],
    ['buy', '0.0001', '0'],
    ['sell', '99', '1'],
    ['sell', '197', '2'],
    ['sell', '50', '0.50505'],
  ] as const)('%s for %s: %s', (side, amount, expected) => {
    const levels = side === 'buy' ? BOOK.asks : BOOK.bids;
    expect(quantityForAmount({ ...BUY, side }, { amount, levels, quantityScale: 5 })).toBe(expected);
  });

  it('is never more than the amount pays for, and one step more would be', () => {
    fc.assert(
      fc.property(
        units(9_000_000, 4),
        units(9_999_999, 6),
        fc.integer({ min: 0, max: 8 }),
        fc.constantFrom(0, 5),
        (amount, price, quoteScale, quantityScale) => {
          const levels = [[price, '1000000000000']] as const;
          const quantity = quantityForAmount({ ...BUY, quoteScale }, { amount, levels, quantityScale });
          if (new Decimal(quantity).isZero()) return;
          const terms = { ...BUY, quoteScale, quantity, limitPrice: null };
          const cost = (of: string) => {
            const { amount: paid, fee } = fillOf(terms, NOTHING_FILLED, [[price, of]]);
            return new Decimal(paid).plus(fee);
          };
          expect(cost(quantity).lte(amount)).toBe(true);
          const more = new Decimal(quantity)
            .plus(new Decimal(10).pow(-quantityScale))
            .plus(new Decimal(4).div(price).div(new Decimal(10).pow(quoteScale)));
          expect(cost(more.toFixed()).gt(amount)).toBe(true);
        },
      ),
      { numRuns: 2048 },
    );
  });
});

const units = (max: number, scale: number) =>
  fc.integer({ min: 1, max }).map((value) => new Decimal(value).div(10 ** scale).toFixed());

describe('properties', () => {
  it('in pieces costs what it costs in one, and the reserve always reaches and never grows', () => {
    const piece = fc.record({ drop: fc.integer({ min: 0, max: 500 }), size: units(90_000, 5) });
    fc.assert(
      fc.property(
        fc.array(piece, { minLength: 1, maxLength: 8 }),
        units(9_999_999, 3),
        fc.integer({ min: 0, max: 50 }).map((value) => new Decimal(value).div(10_000).toFixed()),
        fc.constantFrom('buy' as const, 'sell' as const),
        (pieces, limitPrice, feeRatio, side) => {
          const total = pieces.reduce((sum, { size }) => sum.plus(size), new Decimal(0)).toFixed();
          const terms = { side, quantity: total, limitPrice, feeRatio, quoteScale: 6 };
          const sign = side === 'buy' ? -1 : 1;
          const levels = pieces.map(
            ({ drop, size }) =>
              [Decimal.max(new Decimal(limitPrice).plus(sign * drop * 0.001), '0.001').toFixed(), size] as const,
          );
          const inOne = fillOf(terms, NOTHING_FILLED, levels);
          let progress = NOTHING_FILLED;
          let reserve = new Decimal(reserveFor(terms, progress));
          for (const level of levels) {
            const fill = fillOf(terms, progress, [level]);
            progress = fill.progress;
            const next = new Decimal(reserveLeft(terms, reserve.toFixed(), fill));
            const spent = side === 'buy' ? new Decimal(fill.amount).plus(fill.fee) : new Decimal(fill.quantity);
            const sums = [fill.amount, fill.fee, next, reserve.minus(next).minus(spent)];
            if (sums.some((sum) => new Decimal(sum).isNegative())) return false;
            reserve = next;
          }
          const isSameFee = side === 'sell' || progress.fee === inOne.progress.fee;
          return reserve.isZero() && progress.amount === inOne.progress.amount && isSameFee;
        },
      ),
      { numRuns: 4096 },
    );
  });

  it('all of what is available can be ordered', () => {
    fc.assert(
      fc.property(units(99_999_999, 4), units(9_999_999, 3), (available, price) => {
        const quantity = quantityForPercent(
          { side: 'buy', feeRatio: '0.001' },
          { available, percent: 100, price, quantityScale: 5 },
        );
        const terms = { ...buy({ quantity, limitPrice: price, quoteScale: 8 }), limitPrice: price };
        expect(new Decimal(reserveFor(terms, NOTHING_FILLED)).lte(available)).toBe(true);
      }),
      { numRuns: 4096 },
    );
  });
});
