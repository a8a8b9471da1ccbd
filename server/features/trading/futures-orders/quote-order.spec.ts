import type { FuturesProductView } from '../../../contract/trading/futures.dto.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { LeftMarket } from '../taken-depth/index.js';
import { type OrderWish, QuoteOrder } from './quote-order.js';

/** Quotes and refusals at given prices and a given book. */
const PRODUCT: FuturesProductView = {
  marketId: 1,
  market: 'BTC/USDT',
  quotation: 'perpetual',
  currencyId: 3,
  currencyDecimals: 8,
  priceDecimals: 2,
  lotSize: '0.01',
  lotsMin: 2,
  lotsMax: 100,
  spread: '0.5',
  openFeeRatio: '0.0005',
  closeFeeRatio: '0.0005',
  leverages: [1, 2, 5, 10, 20],
  newAccountLeverage: 20,
  enabled: true,
  announcedTiers: null,
  tiers: [
    { floor: '0', cap: '50', rate: '0.004', deduction: '0', maxLeverage: 20 },
    { floor: '50', cap: '200', rate: '0.01', deduction: '0.3', maxLeverage: 5 },
  ],
};
const BOOK = {
  symbol: 'BTC/USDT',
  bids: [
    ['99', '0.5'],
    ['98', '0.5'],
  ],
  asks: [
    ['101', '0.5'],
    ['103', '0.5'],
  ],
  at: 5,
  confirmedAt: 5,
};
const MARKET = { last: '100', book: BOOK, quotedBook: BOOK, quotation: 'perpetual' } as unknown as LeftMarket;
const WISH = {
  userId: '7',
  demo: false,
  marketId: 1,
  side: 'long',
  lots: 10,
  leverage: 10,
  isLimit: false,
  limitPrice: null,
  marginMode: null,
  takeProfit: null,
  takeProfitSource: 'last',
  stopLoss: null,
  stopLossSource: 'mark',
  worstPrice: null,
} as const satisfies OrderWish;

const quotes = new QuoteOrder({} as never, {} as never);

function quoted(values: Partial<OrderWish> = {}, market: LeftMarket = MARKET) {
  const { price, worst, waits, notional, margin, fee, taking, limitPrice, takeProfit, stopLoss } = quotes.at(
    { ...market, market: { id: 1 } } as LeftMarket,
    PRODUCT,
    { ...WISH, ...values },
  );
  const [priced, atWorst, value] = [price.toFixed(), worst.toFixed(), notional.toFixed()];
  const levels = taking.flatMap((each) => each.levels.map(([at, , quantity]) => `${each.side} ${quantity} at ${at}`));
  return {
    price: priced,
    worst: atWorst,
    waits,
    value,
    margin: margin.toFixed(),
    fee: fee.toFixed(),
    levels,
    limitPrice,
    takeProfit,
    stopLoss,
  };
}

/** The refusal's code and what it says. */
function refused(values: Partial<OrderWish>, market?: LeftMarket): [string, object] | null {
  try {
    quoted(values, market);
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return [error.code, error.parameters];
  }
}
const limit = (limitPrice: string | null, values: Partial<OrderWish> = {}) => ({
  isLimit: true,
  limitPrice,
  ...values,
});

describe('an order at the market', () => {
  it('costs the book with the spread, its margin and its fee, and takes what fills it', () => {
    // A tenth at 101 and the spread.
    expect(quoted()).toEqual({
      price: '101.5',
      worst: '101.5',
      waits: false,
      value: '10.15',
      margin: '1.015',
      fee: '0.005075',
      levels: ['buy 0.1 at 101'],
      limitPrice: null,
      takeProfit: null,
      stopLoss: null,
    });
    expect(quoted({ side: 'short', lots: 100, leverage: 5 })).toMatchObject({
      price: '98',
      worst: '97.5',
      value: '98',
      margin: '19.6',
      fee: '0.049',
      levels: ['sell 0.5 at 99', 'sell 0.5 at 98'],
    });
  });

  it.each([
    [1, 'futures.lots'],
    [2, null],
    [100, null],
    [101, 'futures.lots'],
  ])('is of so many lots as are offered: %s', (lots, code) => {
    expect(refused({ lots, leverage: 1 })).toEqual(code && [code, { minimum: 2, maximum: 100 }]);
  });

  it('is not filled where the book holds less', () => {
    const thin = { ...MARKET, book: { ...BOOK, asks: [['101', '0.09']] } } as unknown as LeftMarket;
    expect(refused({}, thin)).toEqual(['futures.too-large', {}]);
    expect(refused({ lots: 9 }, thin)).toBeNull();
    expect(quoted({}, { ...MARKET, book: null })).toMatchObject({ price: '100.5', levels: [] });
  });

  it.each<['long' | 'short', string, boolean]>([
    ['long', '101.5', true],
    ['long', '101.49', false],
    ['short', '98.5', true],
    ['short', '98.51', false],
  ])('of a %s is not filled at a worse price than %s: %s', (side, worstPrice, isFilled) => {
    const price = side === 'long' ? '101.5' : '98.5';
    expect(refused({ side, worstPrice })).toEqual(isFilled ? null : ['futures.price-moved', { price }]);
  });

  it.each<[number, number, number | null]>([
    [20, 49, null],
    // 0.5 at 101.5 are 50.75.
    [20, 50, 5],
    [10, 50, 5],
    [5, 50, null],
    [3, 10, 20],
    [25, 10, 20],
  ])('has a leverage that is offered for its size: %s for %s lots', (leverage, lots, maximum) => {
    expect(refused({ leverage, lots })).toEqual(maximum && ['futures.leverage', { maximum }]);
  });

  it('has the lowest leverage where the table allows none of those that are offered', () => {
    const none = {
      ...PRODUCT,
      leverages: [2, 5],
      tiers: [{ floor: '0', cap: '50', rate: '0.004', deduction: '0', maxLeverage: 1 }],
    };
    const market = { ...MARKET, market: { id: 1 } } as LeftMarket;
    expect(() => quotes.at(market, none, { ...WISH, leverage: 2 })).toThrow(
      expect.objectContaining({ code: 'futures.leverage', parameters: { maximum: 1 } }),
    );
  });
});

describe('an order with a limit', () => {
  it.each<['long' | 'short', string, string, boolean]>([
    ['long', '101.5', '101.5', false],
    ['long', '101.49', '101.49', true],
    ['short', '98.5', '98.5', false],
    ['short', '98.51', '98.51', true],
  ])('of a %s at %s is filled at the book’s price, or waits at its own: %s, waits: %s', (side, at, price, waits) => {
    expect(quoted(limit(at, { side }))).toMatchObject({ price, worst: price, waits, limitPrice: at });
    expect(quoted(limit(at, { side })).levels).toHaveLength(waits ? 0 : 1);
  });

  it('waits where the book does not hold all of it within the limit', () => {
    expect(quoted(limit('103', { lots: 60, leverage: 5 }))).toMatchObject({ waits: true, price: '103' });
    // Half at 101 and a tenth at 103, each with the spread.
    expect(quoted(limit('103.5', { lots: 60, leverage: 5 }))).toMatchObject({ waits: false, worst: '103.5' });
    const thin = { ...MARKET, book: { ...BOOK, asks: [['101', '0.09']] } } as unknown as LeftMarket;
    expect(quoted(limit('105'), thin)).toMatchObject({ waits: true, price: '105', levels: [] });
  });

  it('does not ask for a worst price', () => {
    expect(refused(limit('101.5', { worstPrice: '1' }))).toBeNull();
  });

  it.each<[string | null, boolean]>([
    ['500', true],
    ['500.01', false],
    ['20', true],
    ['19.99', false],
    [null, false],
  ])('at %s is taken for a typing error beyond five times the price, or a fifth of it', (limitPrice, isTaken) => {
    const wish = limit(limitPrice, { lots: 2, leverage: 1 });
    expect(refused(wish)).toEqual(isTaken ? null : ['futures.limit-price', {}]);
  });

  it('has no more decimals than prices have', () => {
    expect(refused(limit('100.001'))?.[0]).toBe('ledger.too-many-decimals');
  });
});

it.each(['0', '0.', '0.00'])('a stop of %s is none', (none) => {
  expect(quoted({ takeProfit: none, stopLoss: none })).toMatchObject({ takeProfit: null, stopLoss: null });
  expect(quoted({ takeProfit: '110.5', stopLoss: '90.5' })).toMatchObject({ takeProfit: '110.5', stopLoss: '90.5' });
  expect(refused({ takeProfit: '-1' })).toEqual(['request.invalid', { field: 'target_profit_price' }]);
  expect(refused({ stopLoss: '-1' })).toEqual(['request.invalid', { field: 'stop_loss_price' }]);
});
