import { Decimal } from '../../../contract/decimal.js';
import type { FuturesPositionView, FuturesProductView } from '../../../contract/trading/futures.dto.js';
import type { FuturesAccount } from '../futures/index.js';
import { asHeld, CheckStops } from './check-stops.js';
import type { OrderWish } from './quote-order.js';
import { afterClosing, liquidationIn, withBalance } from './account-after.js';

/** Position and account behind a close, by the same rules as the command. */
const HELD = {
  positionId: '1',
  marketId: 1,
  currencyId: 3,
  demo: false,
  side: 'long',
  marginMode: 'isolated',
  status: 1,
  lotSize: '0.1',
  lots: 10,
  entryPrice: '100',
  margin: '20',
  closeFeeRatio: '0.001',
} as FuturesPositionView;
const OTHER = { ...HELD, positionId: '2', marketId: 2 };
const TIERS = [{ floor: '0', cap: '1000000', rate: '0.01', deduction: '0', maxLeverage: 20 }];

function account(...positions: FuturesPositionView[]): FuturesAccount {
  return {
    positions,
    balances: [],
    available: (currencyId) => (currencyId === 3 ? '50' : '7'),
    mark: () => ({ mark: '100', at: 0 }),
    product: () => ({ tiers: TIERS, priceDecimals: 2 }) as never,
  };
}

function closed(values: Partial<FuturesPositionView>, lots: number | null, price: string) {
  const position = { ...HELD, ...values };
  const after = afterClosing(account(position, OTHER), position, { lots, price: new Decimal(price) }, 8);
  const { left, balance, account: then } = after;
  return {
    lots: left.lots,
    margin: left.margin,
    balance,
    rows: then.positions.map((row) => [row.positionId, row.lots]),
    free: [then.available(3), then.available(4)],
  };
}

it.each<[string, Partial<FuturesPositionView>, number | null, string, object]>([
  // A gain of 4 and a margin of 8 for four lots, a fee of 0.044.
  ['a part at a gain', {}, 4, '110', { lots: 6, margin: '12', balance: '61.956' }],
  // A loss of 4 out of the margin of 8, a fee of 0.036.
  ['a part at a loss', {}, 4, '90', { lots: 6, margin: '12', balance: '53.964' }],
  // A loss of 4.5 and a fee of 0.0055 leave nothing of 2 for one lot: the rest of the margin pays.
  ['a part that loses more than its margin', {}, 1, '55', { lots: 9, margin: '15.4945', balance: '50' }],
  ['all of it', {}, null, '110', { lots: 0, margin: '0', balance: '79.89' }],
  // Cross: what a part loses beyond its margin is the account's.
  [
    'a part of a cross position that loses more than its margin',
    { marginMode: 'cross' },
    1,
    '55',
    { lots: 9, margin: '18', balance: '47.4945' },
  ],
  ['a short at a gain', { side: 'short' }, 4, '90', { lots: 6, margin: '12', balance: '61.964' }],
])('%s leaves its margin and its money', (_what, values, lots, price, expected) => {
  const after = closed(values, lots, price);
  expect(after).toMatchObject(expected);
  expect(after.free).toEqual([after.balance, '7']);
  expect(after.rows).toEqual(
    after.lots === 0
      ? [['2', 10]]
      : [
          ['2', 10],
          ['1', after.lots],
        ],
  );
});

it('money that comes free is of its currency alone', () => {
  const then = withBalance(account(HELD), 3, '1');
  expect([then.available(3), then.available(4)]).toEqual(['1', '7']);
});

it('a position is liquidated where it would be beside the others, and counts once', () => {
  // Equity 20 + (p - 100) falls to 1.1 % of p: p = 80 / 0.989, against the user.
  expect(liquidationIn(account(HELD, OTHER), HELD)).toBe('80.89');
  expect(liquidationIn(account(HELD, OTHER), { ...HELD, margin: '10' })).toBe('91.01');
  const cross = { ...HELD, marginMode: 'cross' } as FuturesPositionView;
  // 70 in all: 30 / 0.989.
  expect(liquidationIn(account(cross, OTHER), cross)).toBe('30.34');
  expect(liquidationIn(withBalance(account(cross, OTHER), 3, '20'), cross)).toBe('60.67');
});

describe('what waiting cross orders reserve', () => {
  const CROSS = { ...HELD, marginMode: 'cross' } as FuturesPositionView;
  const WAITS = { ...CROSS, positionId: '3', marketId: 2, status: 0, limitPrice: '100', margin: '0', reserved: '20' };
  const ALONE = { ...WAITS, positionId: '4', marginMode: 'isolated' } as FuturesPositionView;
  const ELSEWHERE = { ...WAITS, positionId: '5', currencyId: 4 } as FuturesPositionView;

  it('backs the cross positions of its currency', () => {
    // 90 in all: 10 / 0.989. What waits apart, or in another currency, backs nothing.
    expect(liquidationIn(account(CROSS, WAITS, ALONE, ELSEWHERE), CROSS)).toBe('10.12');
  });

  it('counts once where the order is looked at as the position that it would be', () => {
    // 90 in all, of which the other one requires 1.1: 11.1 / 0.989.
    expect(liquidationIn(account(CROSS, WAITS), asHeld(WAITS))).toBe('11.23');
  });

  it('backs a new order beside it, whose own margin stays in the account', async () => {
    const wish = { marginMode: 'cross', side: 'long', lots: 10, leverage: 10 } as OrderWish;
    const product = { marketId: 3, currencyId: 3, lotSize: '0.1', closeFeeRatio: '0.001' } as FuturesProductView;
    const quote = { product, price: new Decimal(100), margin: new Decimal(10), fee: new Decimal(1) };
    const check = new CheckStops({} as never, {} as never);
    // 89 in all, of which the other one requires 1.1: 12.1 / 0.989.
    expect(await check.liquidationOfOrder(wish, quote, account(CROSS, WAITS))).toBe('12.24');
  });
});
