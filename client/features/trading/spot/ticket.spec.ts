import { assert, constantFrom, integer, property } from 'fast-check';
import { Decimal } from '../../../../server/contract/decimal';
import {
  type Book,
  estimate,
  figuresOf,
  priceStep,
  quantityOfShare,
  stepPrice,
  worstAccepted,
  quantityAtLimit,
} from './ticket';

const BOOK: Book = {
  asks: [
    ['100', '1'],
    ['101', '2'],
    ['110', '5'],
  ],
  bids: [
    ['99', '1'],
    ['98', '4'],
  ],
};
const TERMS = { feeRatio: '0.001', quoteScale: 8 };

describe('the step of a price', () => {
  it.each([
    ['69154.73', 2, '1'],
    ['100', 2, '0.01'],
    ['1.2345', 4, '0.0001'],
    ['0.00001234', 8, '0.00000001'],
    ['9999', 0, '1'],
  ])('of %s with %i decimals is %s', (price, scale, step) => {
    expect(priceStep(price, scale)).toBe(step);
  });

  it.each([
    ['69154.73', 2, 1, '69155.73'],
    ['69154.73', 2, -1, '69153.73'],
    ['0.01', 2, -1, '0.01'],
    ['0.5', 2, 1, '0.51'],
  ] as const)('takes %s (%i decimals, %i) to %s', (price, scale, direction, next) => {
    expect(stepPrice(price, scale, direction)).toBe(next);
  });
});

describe('the worst price that is accepted', () => {
  it.each([
    ['100', 'buy', 2, '100.1'],
    ['100', 'sell', 2, '99.9'],
    ['1.05', 'buy', 2, '1.05'],
    ['1.05', 'sell', 2, '1.05'],
  ] as const)('beyond %s for a %s with %i decimals is %s', (worst, side, scale, accepted) => {
    expect(worstAccepted(worst, side, scale)).toBe(accepted);
  });

  it('is never better than what is shown, and never worse by more than a thousandth', () => {
    assert(
      property(
        integer({ min: 1, max: 10_000_000 }),
        integer({ min: 0, max: 8 }),
        constantFrom('buy' as const, 'sell' as const),
        (ticks, scale, side) => {
          const worst = new Decimal(ticks).times(new Decimal(10).pow(-scale));
          const far = new Decimal(worstAccepted(worst.toFixed(), side, scale)).minus(worst);
          expect((side === 'buy' ? far : far.negated()).gte(0)).toBe(true);
          expect(far.abs().lte(worst.times('0.001'))).toBe(true);
        },
      ),
    );
  });
});

describe('what an order costs', () => {
  it('walks the book for a market order', () => {
    // 1 at 100 and 1 at 101; a thousandth of it as fee.
    expect(estimate({ ...TERMS, side: 'buy', quantity: '2', limitPrice: null }, BOOK)).toEqual({
      filled: '2',
      average: '100.5',
      worst: '101',
      total: '201',
      fee: '0.201',
    });
  });

  it('counts what waits of a limit order at its limit', () => {
    // 1 at 100 at once, 2 wait at 100.5.
    expect(estimate({ ...TERMS, side: 'buy', quantity: '3', limitPrice: '100.5' }, BOOK)).toEqual({
      filled: '1',
      average: '100',
      worst: '100',
      total: '301',
      fee: '0.301',
    });
  });

  it('says nothing of prices where the book is empty', () => {
    const terms = { ...TERMS, side: 'sell', quantity: '1', limitPrice: '50' } as const;
    expect(estimate(terms, { bids: [], asks: [] })).toEqual({
      filled: '0',
      average: null,
      worst: null,
      total: '50',
      fee: '0.05',
    });
  });

  it('takes the figures of a preview as they are', () => {
    const now = { filled: '1', amount: '100.1', fee: '0.2', average: '100.1', worst: '100.2' };
    expect(figuresOf({ ...TERMS, side: 'buy', quantity: '1', limitPrice: null }, now)).toMatchObject({
      total: '100.1',
      fee: '0.2',
      worst: '100.2',
    });
  });
});

describe('a part of what is available', () => {
  const share = { available: '1000', limitPrice: null, book: BOOK, terms: TERMS, scales: { price: 2, quantity: 4 } };

  it('is exact at a limit, fee included', () => {
    // 1000 / (100 x 1.001) = 9.99000..., cut to four decimals.
    expect(quantityOfShare({ ...share, side: 'buy', percent: 100, limitPrice: '100' })).toBe('9.99');
    expect(quantityOfShare({ ...share, side: 'buy', percent: 25, limitPrice: '100' })).toBe('2.4975');
  });

  it('of coins needs no price', () => {
    expect(
      quantityOfShare({ ...share, side: 'sell', percent: 50, available: '0.12345', book: { bids: [], asks: [] } }),
    ).toBe('0.0617');
  });

  it('waits for a price to buy at the market', () => {
    expect(quantityOfShare({ ...share, side: 'buy', percent: 50, book: { bids: [], asks: [] } })).toBeNull();
  });

  it('at the market can be paid even at the worst price that is accepted', () => {
    assert(
      property(integer({ min: 1, max: 900 }), constantFrom(25, 50, 75, 100), (available, percent) => {
        const quantity = quantityOfShare({ ...share, side: 'buy', percent, available: String(available) }) ?? '0';
        if (new Decimal(quantity).isZero()) return;
        const { worst } = estimate({ ...TERMS, side: 'buy', quantity, limitPrice: null }, BOOK);
        const cost = new Decimal(quantity).times(worstAccepted(worst ?? '0', 'buy', 2)).times('1.001');
        expect(cost.lte(new Decimal(available).times(percent).dividedBy(100))).toBe(true);
      }),
    );
  });
});

describe('the quantity that an amount comes to at a limit', () => {
  const terms = { feeRatio: '0.001', scale: 4 };

  it.each([
    // 100 / (60 x 1.001), cut: with its fee no more than the amount.
    ['buy', '100', '60', '1.665'],
    ['sell', '100', '60', '1.6666'],
    ['buy', '0.001', '60', '0'],
  ] as const)('of a %s of %s at %s is %s', (side, amount, limit, quantity) => {
    expect(Number(quantityAtLimit(amount, limit, { side, ...terms }))).toBe(Number(quantity));
  });
});
