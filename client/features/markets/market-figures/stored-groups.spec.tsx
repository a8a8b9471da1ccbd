import { act, renderHook } from '@testing-library/react';
import { changeLayout, preferences } from '../../../platform/preferences';
import { storeGroup, useGroup } from './stored-groups';

describe('the step of a book', () => {
  it('is kept for each market, and seen by every book of it at once', () => {
    const one = renderHook(() => useGroup('BTC/USDT'));
    const other = renderHook(() => useGroup('BTC/USDT'));
    act(() => storeGroup('BTC/USDT', 2));
    act(() => storeGroup('ETH/USDT', 1));
    expect([one.result.current, other.result.current]).toEqual([2, 2]);
    expect(preferences().layout).toEqual({ 'book:BTC/USDT': '2', 'book:ETH/USDT': '1' });
    act(() => storeGroup('BTC/USDT', 0));
    act(() => storeGroup('ETH/USDT', 0));
    expect([one.result.current, preferences().layout]).toEqual([0, {}]);
  });

  it('that this version does not know is none', () => {
    const { result } = renderHook(() => useGroup('BTC/USDT'));
    act(() => changeLayout('book:BTC/USDT', '7'));
    expect(result.current).toBe(0);
    act(() => changeLayout('book:BTC/USDT', null));
  });
});
