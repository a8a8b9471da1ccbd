import { focusManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { FuturesPositionsView, FuturesProductView } from '../../../../server/contract/trading/futures.dto';
import * as api from '../../../platform/api';
import { FUTURES_POSITION, FUTURES_PRODUCT } from '../../../test/samples/futures';
import { products } from './futures.api';
import { useAccountNow } from './use-account-now';
import type { MarkNow } from './use-marks';

jest.mock('../../../platform/api', () => ({ ...jest.requireActual('../../../platform/api'), get: jest.fn() }));

const REPLIED_AT = 50_000;
const order = { ...FUTURES_POSITION, positionId: '8', state: 'pending', status: 0 };
const account = {
  positions: [FUTURES_POSITION, order],
  figures: [{ positionId: '7', mark: '59000', markedAt: REPLIED_AT }],
  balances: [],
  products: [],
} as unknown as FuturesPositionsView;

function markOf(live: number | null) {
  const mark: MarkNow = { mark: '61000', at: live ?? 0, index: null, indexState: 'ok' };
  const marks = new Map(live === null ? [] : [[FUTURES_POSITION.market, mark]]);
  const { result } = renderHook(() => useAccountNow(account, [FUTURES_PRODUCT], marks));
  return result.current?.mark(FUTURES_POSITION.marketId);
}

describe('the mark of a position', () => {
  it.each([
    ['is that of the reply before a live one has come', null, '59000', REPLIED_AT],
    ['is the live one', REPLIED_AT + 1, '61000', REPLIED_AT + 1],
    ['is that of the reply where the line has been dead since an older one', REPLIED_AT - 1, '59000', REPLIED_AT],
  ])('%s', (_name, live, mark, at) => expect(markOf(live)).toEqual({ mark, at }));
});

describe('the maintenance table', () => {
  afterEach(() => {
    focusManager.setFocused(undefined);
    jest.useRealTimers();
  });

  const atRate = (rate: string, marketId = FUTURES_PRODUCT.marketId): FuturesProductView => ({
    ...FUTURES_PRODUCT,
    marketId,
    tiers: [{ floor: '0', cap: '50000', rate, deduction: '0', maxLeverage: 20 }],
  });
  const rate = (own: FuturesProductView[], all: FuturesProductView[], marketId: number) => {
    const { result } = renderHook(() => useAccountNow({ ...account, products: own }, all, new Map()));
    return result.current?.product(marketId)?.tiers[0]?.rate;
  };

  it('of what is open is that which was read with it, whatever was read of all markets before', () => {
    const all = [atRate('0.004'), atRate('0.01', 2)];
    expect([rate([atRate('0.005')], all, 1), rate([atRate('0.005')], all, 2), rate([], all, 1)]).toEqual([
      '0.005',
      '0.01',
      '0.004',
    ]);
  });

  it('of all markets is read again while the page is looked at, well within five minutes', async () => {
    jest.useFakeTimers();
    const get = jest.mocked(api.get).mockResolvedValue([]);
    focusManager.setFocused(true);
    const stop = new QueryObserver(new QueryClient(), products).subscribe(() => undefined);
    await jest.advanceTimersByTimeAsync(125_000);
    expect(get).toHaveBeenCalledTimes(3);
    stop();
  });
});
