import { act, renderHook } from '@testing-library/react';
import { storeGroup, parseGroups, useGroup } from './stored-groups';

const KEY = 'book-groups';

describe('the step of a book', () => {
  it('is kept for each market, and seen by every book of it at once', () => {
    const one = renderHook(() => useGroup('BTC/USDT'));
    const other = renderHook(() => useGroup('BTC/USDT'));
    act(() => storeGroup('BTC/USDT', 2));
    act(() => storeGroup('ETH/USDT', 1));
    expect([one.result.current, other.result.current]).toEqual([2, 2]);
    expect(parseGroups(window.localStorage.getItem(KEY))).toEqual({ 'BTC/USDT': 2, 'ETH/USDT': 1 });
    act(() => storeGroup('BTC/USDT', 0));
    act(() => storeGroup('ETH/USDT', 0));
    expect([one.result.current, window.localStorage.getItem(KEY)]).toEqual([0, null]);
  });

  it('of so many markets is kept, the newest choices', () => {
    for (let at = 0; at < 50; at += 1) storeGroup(`C${at}/USDT`, 1);
    const symbols = Object.keys(parseGroups(window.localStorage.getItem(KEY)));
    expect([symbols.length, symbols[0], symbols.at(-1)]).toEqual([40, 'C10/USDT', 'C49/USDT']);
  });

  it.each([
    [null, {}],
    ['no JSON', {}],
    ['[]', {}],
    ['null', {}],
    ['{"BTC/USDT":7,"ETH/USDT":3,"LTC/USDT":"1"}', { 'ETH/USDT': 3 }],
  ])('kept as %j is read as %j', (text, groups) => {
    expect(parseGroups(text)).toEqual(groups);
  });
});
