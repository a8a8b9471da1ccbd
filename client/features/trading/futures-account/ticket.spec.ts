import { FUTURES_PRODUCT } from '../../../test/samples/futures';
import { quantityOf } from '../../../../server/contract/rules/margin.rules';
import type { FuturesPositionView, FuturesProductView } from '../../../../server/contract/trading/futures.dto';
import {
  affordableLots,
  besideOf,
  gainBetween,
  leverageEffect,
  leveragesFor,
  problemsOf,
  readLots,
  type TicketValues,
  wishOf,
  worstAccepted,
  lotsForAmount,
} from './ticket';

/** BTC/USDT as the reference vectors have it: lots of 1, no fee, 0.5 % above 50,000. */
const product: FuturesProductView = {
  marketId: 1,
  market: 'BTC/USDT',
  quotation: 'pair',
  currencyId: 3,
  currencyDecimals: 8,
  priceDecimals: 2,
  lotSize: '1',
  lotsMin: 1,
  lotsMax: 100,
  spread: '0',
  openFeeRatio: '0.001',
  closeFeeRatio: '0',
  leverages: [1, 2, 5, 10, 20],
  newAccountLeverage: 10,
  enabled: true,
  tiers: [
    { floor: '0', cap: '50000', rate: '0.004', deduction: '0', maxLeverage: 20 },
    { floor: '50000', cap: '250000', rate: '0.005', deduction: '50', maxLeverage: 20 },
    { floor: '250000', cap: '1000000', rate: '0.01', deduction: '1300', maxLeverage: 5 },
  ],
  announcedTiers: null,
};

const values: TicketValues = {
  side: 'long',
  priceType: 'market',
  limit: '',
  lots: '1',
  amount: null,
  leverage: 20,
  marginMode: 'isolated',
  hasStops: false,
  takeProfit: '',
  takeProfitSource: 'last',
  stopLoss: '',
  stopLossSource: 'mark',
  reduceOnly: false,
};
const ids = { baseId: 1, quoteId: 3 };

describe('lots', () => {
  it.each([
    ['1', 1],
    [' 12 ', 12],
    ['１２', 12],
    ['0', null],
    ['-1', null],
    ['1.5', null],
    ['1e3', null],
    ['', null],
    ['1234567890', null],
  ])('of %j are %j', (text, lots) => {
    expect(readLots(text)).toBe(lots);
  });

  it('that money carries leave room for the fee', () => {
    // A lot at 60,000 with 20x: 3,000 margin and 60 fee.
    expect(affordableLots('6119.99', '60000', 20, product)).toBe(1);
    expect(affordableLots('6120', '60000', 20, product)).toBe(2);
    expect(affordableLots('99999999', '60000', 20, product)).toBe(100);
    expect(affordableLots('0', '60000', 20, product)).toBe(0);
  });
});

describe('a ticket', () => {
  it.each<[string, Partial<TicketValues>, object]>([
    ['is fine as it begins', {}, {}],
    ['needs whole lots', { lots: '1.5' }, { lots: 'lots' }],
    ['knows the most lots', { lots: '101' }, { lots: 'lots' }],
    ['points at an amount that is not there yet', { amount: '', lots: '' }, { lots: 'required' }],
    ['needs a whole lot of an amount', { amount: '5', lots: '' }, { lots: 'lots' }],
    ['needs a limit for a limit order', { priceType: 'limit' }, { limit: 'required' }],
    ['knows the decimals of the price', { priceType: 'limit', limit: '1.234' }, { limit: 'decimals' }],
    ['needs a stop when stops are set', { hasStops: true }, { takeProfit: 'required', stopLoss: 'required' }],
    ['is content with one stop', { hasStops: true, stopLoss: '50000' }, {}],
    ['does not mind stops that are not set', { takeProfit: 'abc' }, {}],
    ['refuses what is no price', { hasStops: true, takeProfit: 'abc' }, { takeProfit: 'amount' }],
  ])('%s', (_name, part, problems) => {
    expect(problemsOf({ ...values, ...part }, product, 'en')).toEqual(problems);
  });

  it('reads prices in the language that they were typed in', () => {
    const typed = { ...values, priceType: 'limit' as const, limit: '60.000,5' };
    expect(wishOf(typed, ids, product, 'es')?.limitPrice).toBe('60000.5');
    expect(wishOf({ ...values, lots: 'x' }, ids, product, 'en')).toBeNull();
  });

  it('does not send stops that are not set any more', () => {
    expect(wishOf({ ...values, takeProfit: '70000' }, ids, product, 'en')).toMatchObject({ takeProfit: null });
  });
});

describe('leverage', () => {
  it('ends where the reference says', () => {
    // B.4 in `documents/formulas.md`: long 1 at 60,000, margin 3,000, 0.5 % less 50: 57,236.1809; short 62,736.3184.
    const order = { side: 'long' as const, lots: 1, price: '60000', leverage: 20 };
    expect(leverageEffect(order, product)).toEqual({
      margin: '3000',
      fee: '60',
      liquidation: '57236.19',
      distance: '4.60',
    });
    expect(leverageEffect({ ...order, side: 'short' }, product).liquidation).toBe('62736.31');
  });

  it('has no liquidation price at 1x long', () => {
    const effect = leverageEffect({ side: 'long', lots: 1, price: '60000', leverage: 1 }, product);
    expect(effect).toMatchObject({ liquidation: null, distance: null });
  });

  it('is offered up to what the size allows', () => {
    expect(leveragesFor(1, '60000', product)).toEqual([1, 2, 5, 10, 20]);
    expect(leveragesFor(5, '60000', product)).toEqual([1, 2, 5]);
  });

  it('goes by everything of the market and side: open, ordered and new together', () => {
    const row = { marketId: product.marketId, side: 'long', lots: 2, lotSize: product.lotSize } as FuturesPositionView;
    const rows = [row, { ...row, status: 0 }, { ...row, side: 'short' as const }, { ...row, marketId: 99 }];
    const beside = besideOf(rows as FuturesPositionView[], { marketId: product.marketId, side: 'long' });
    expect(beside).toBe(quantityOf(4, product.lotSize).toFixed());
    expect(besideOf([], { marketId: product.marketId, side: 'long' })).toBe('0');
    expect(leveragesFor(1, '60000', product, beside)).toEqual(leveragesFor(5, '60000', product));
    const order = { side: 'long' as const, lots: 1, price: '60000', leverage: 5 };
    const five = leverageEffect({ ...order, lots: 5 }, product);
    expect(leverageEffect(order, product, beside).liquidation).toBe(five.liquidation);
    expect(leverageEffect(order, product).liquidation).not.toBe(five.liquidation);
  });
});

it('accepts a tenth of a percent worse than what was shown, and not more', () => {
  expect(worstAccepted('long', '60000', 2)).toBe('60060');
  expect(worstAccepted('short', '60000', 2)).toBe('59940');
  expect(worstAccepted('long', '0.12345', 5)).toBe('0.12358');
});

it('says what a stop would bring, never more than it does', () => {
  expect(gainBetween('long', 3, '0.01', ['60000', '61000.5'])).toBe('30.01');
  expect(gainBetween('short', 3, '0.01', ['60000', '61000.5'])).toBe('-30.02');
});

it.each([
  // A lot is a hundredth of a coin, worth 600.
  ['599.99', ''],
  ['600', '1'],
  ['1799', '2'],
  // More than an order may have: it is said, not cut.
  ['999999999', '1666666'],
])('an amount of %s is %s whole lots', (amount, lots) => {
  expect(lotsForAmount(amount, '60000', FUTURES_PRODUCT)).toBe(lots);
});
