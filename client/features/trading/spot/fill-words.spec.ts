import type { AccountEventPayload } from '../../../../server/contract/events.dto';
import { fillWords, isOf } from './fill-words';
import type { Wish } from './spot.api';

jest.mock('../spot-orders', () => ({ shownAverage: (price: string) => price.slice(0, price.indexOf('.') + 5) }));
jest.mock('../../../ui/money-text', () => ({
  withoutClosingZeros: (value: string) => (value.includes('.') ? value.replace(/\.?0+$/, '') : value),
}));

const WISH: Wish = {
  baseId: 1,
  quoteId: 3,
  type: 'real_account',
  side: 'buy',
  quantity: '0.0200',
  limitPrice: null,
};
const ORDER_EVENT = {
  entity: 'spot-order:7',
  entityVersion: 2,
  orderId: '7',
  market: 'BTC/USDT',
  state: 'filled',
  reason: null,
  product: 'spot',
  demo: false,
  side: 'buy',
  limitPrice: null,
  quantity: '0.02',
  filled: '0.02',
  amount: '1388.6348',
  fee: '1.3886348',
} as AccountEventPayload<'order'>;
const t = ((key: string, figures: object = {}) => `${key} ${Object.values(figures).join(' ')}`.trim()) as never;

describe('the event of an order', () => {
  it.each([
    ['the order', {}, true],
    ['another market', { market: 'ETH/USDT' }, false],
    ['another side', { side: 'sell' }, false],
    ['another quantity', { quantity: '0.03' }, false],
    ['an order with a limit', { limitPrice: '70000' }, false],
    ['the other money', { demo: true }, false],
    ['a contract', { product: 'perpetual' }, false],
    ['a market order whose rest is still to be told', { state: 'open' }, false],
  ])('%s', (_, changed, isIt) => {
    const orderEvent = { ...ORDER_EVENT, ...changed } as AccountEventPayload<'order'>;
    expect(isOf({ wish: WISH, symbol: 'BTC/USDT' }, orderEvent)).toBe(isIt);
  });
});

describe('the event of an order that says more', () => {
  it.each([
    ['for an amount, whatever quantity it came to', { quantityOf: 'quote' as const, quantity: '1388' }, {}, true],
    [
      'at once, whose rest is still to be told',
      { limitPrice: '70000', timeInForce: 'ioc' as const },
      { state: 'open' },
      false,
    ],
    ['at once, which has ended', { limitPrice: '70000', timeInForce: 'ioc' as const }, { state: 'cancelled' }, true],
    ['until a date, which waits', { limitPrice: '70000', timeInForce: 'gtd' as const }, { state: 'open' }, true],
  ])('%s', (_, wished, changed, isIt) => {
    const wish = { ...WISH, ...wished };
    const orderEvent = { ...ORDER_EVENT, limitPrice: wish.limitPrice, ...changed } as AccountEventPayload<'order'>;
    expect(isOf({ wish, symbol: 'BTC/USDT' }, orderEvent)).toBe(isIt);
  });
});

describe('the report of an order', () => {
  it('has amount, average and fee', () => {
    // 1388.6348 / 0.02 = 69,431.74
    expect(fillWords(ORDER_EVENT, t, { language: 'en', decimals: 2 })).toBe('spot.bought BTC USDT 0.02 69,431.74 1.38');
    expect(fillWords({ ...ORDER_EVENT, side: 'sell' }, t, { language: 'es', decimals: 2 })).toBe(
      'spot.sold BTC USDT 0,02 69.431,74 1,38',
    );
  });

  it('says what became of the rest', () => {
    const half = { ...ORDER_EVENT, filled: '0.01', amount: '694.3174', fee: '0.0006943' };
    expect(fillWords({ ...half, state: 'cancelled' }, t, { language: 'en', decimals: 2 })).toBe(
      'spot.bought BTC USDT 0.01 69,431.74 0.00069 spot.restGone',
    );
    expect(fillWords({ ...half, state: 'open' }, t, { language: 'en', decimals: 2 })).toMatch(/spot\.restWaits$/);
  });

  it('of an order that does not wait says that the rest is cancelled, and where nothing was executed that it is', () => {
    const ended = { ...ORDER_EVENT, limitPrice: '70000', state: 'cancelled' };
    expect(fillWords({ ...ended, filled: '0.01', amount: '694.3174' }, t, { language: 'en', decimals: 2 })).toMatch(
      /spot\.restEnded$/,
    );
    expect(fillWords({ ...ended, filled: '0', amount: '0' }, t, { language: 'en', decimals: 2 })).toBe(
      'spot.nothingTaken',
    );
  });

  it('is none while nothing was executed', () => {
    expect(fillWords({ ...ORDER_EVENT, filled: '0', amount: '0' }, t, { language: 'en', decimals: 2 })).toBeNull();
  });
});
