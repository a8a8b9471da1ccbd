import { renderHook } from '@testing-library/react';
import type { FuturesPositionsView } from '../../../../server/contract/trading/futures.dto';
import { FUTURES_POSITION, FUTURES_PRODUCT } from '../../../test/samples/futures';
import { useAccountNow } from './use-account-now';
import type { MarkNow } from './use-marks';

const REPLIED_AT = 50_000;
const order = { ...FUTURES_POSITION, positionId: '8', state: 'pending', status: 0 };
const account = {
  positions: [FUTURES_POSITION, order],
  figures: [{ positionId: '7', mark: '59000', markedAt: REPLIED_AT }],
  balances: [],
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
