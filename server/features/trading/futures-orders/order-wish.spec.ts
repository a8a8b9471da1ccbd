import type { LeverSubmitRequest } from '../../../contract/trading/futures-requests.dto.js';
import { orderWishOf, stopsWishOf } from './order-wish.js';

/** What a request of the wire means. */
const asked: [number, number][] = [];
const catalog = {
  marketOf: (base: number, quote: number) => {
    asked.push([base, quote]);
    return { id: 11 };
  },
};
const BODY = { share: '12', multiple: '5', type: '1', legal_id: '3', currency_id: '8' } as LeverSubmitRequest;
const wish = (values: Partial<LeverSubmitRequest> = {}) => orderWishOf(catalog as never, '7', { ...BODY, ...values });

it('an order says what it says, and the rest is as it always is', () => {
  expect(wish()).toEqual({
    userId: '7',
    demo: false,
    marketId: 11,
    side: 'long',
    lots: 12,
    leverage: 5,
    isLimit: false,
    limitPrice: null,
    marginMode: null,
    worstPrice: null,
    takeProfit: null,
    takeProfitSource: 'last',
    stopLoss: null,
    stopLossSource: 'mark',
  });
  expect(asked.at(-1)).toEqual([8, 3]);
});

it.each<[string, Partial<LeverSubmitRequest>, object]>([
  ['a short of demo money', { type: '2', account_type: 'simulation_account' }, { side: 'short', demo: true }],
  ['a margin mode', { margin_mode: 'cross' }, { marginMode: 'cross' }],
  ['a limit', { status: '0', target_price: '99' }, { isLimit: true, limitPrice: '99' }],
  ['a limit without a price', { status: '0' }, { isLimit: true, limitPrice: null }],
  ['a price of an order at the market', { status: '1', target_price: '99' }, { isLimit: false, limitPrice: null }],
  ['a worst price', { worst_price: '101' }, { worstPrice: '101' }],
  ['a worst price of an order with a limit', { status: '0', worst_price: '101' }, { worstPrice: null }],
  [
    'stops and what triggers them',
    { target_profit_price: '110', stop_loss_price: '90', profit_source: 'index', stop_source: 'last' },
    { takeProfit: '110', stopLoss: '90', takeProfitSource: 'index', stopLossSource: 'last' },
  ],
  [
    'stops that are meant',
    { target_profit_price: '110', stop_loss_price: '90', checkType: true },
    { takeProfit: '110', stopLoss: '90' },
  ],
  [
    'stops that are not meant',
    { target_profit_price: '110', stop_loss_price: '90', checkType: false },
    { takeProfit: null, stopLoss: null },
  ],
  ['no wish to reduce', { reduce_only: false }, { leverage: 5 }],
])('an order has %s', (_what, values, expected) => {
  expect(wish(values)).toMatchObject(expected);
  expect(wish(values)).not.toHaveProperty('reduceOnly');
});

it('an order that only reduces has neither leverage nor stops', () => {
  const reducing = { reduce_only: true, status: '0', target_price: '99' } as const;
  const reduced = {
    userId: '7',
    demo: false,
    marketId: 11,
    side: 'long',
    lots: 12,
    isLimit: true,
    limitPrice: '99',
    marginMode: null,
    worstPrice: null,
    reduceOnly: true,
  };
  expect(wish(reducing)).toEqual(reduced);
  expect(wish({ ...reducing, target_profit_price: '0', stop_loss_price: '0.0' })).toEqual(reduced);
  expect(wish({ ...reducing, target_profit_price: '110', checkType: false })).toEqual(reduced);
  for (const field of ['target_profit_price', 'stop_loss_price'])
    expect(() => wish({ ...reducing, [field]: '110' })).toThrow(
      expect.objectContaining({ code: 'request.invalid', parameters: { field } }),
    );
});

it('new stops are those of the request, and what it leaves out stays', () => {
  const body = { id: '9', target_profit_price: '110', stop_source: 'index' } as const;
  expect(stopsWishOf('7', body as never)).toEqual({
    userId: '7',
    positionId: '9',
    takeProfit: '110',
    takeProfitSource: undefined,
    stopLoss: undefined,
    stopLossSource: 'index',
  });
});
