import { act, renderHook } from '@testing-library/react';
import type { MarkPriceView } from '../../../../server/contract/markets/markets.dto';
import type { ChannelView } from '../../../platform/channel-subscription';
import { LIVE_MOST_MS } from '../../../ui/age';
import { useIndexSeconds } from './use-index-seconds';

const NOW = Date.UTC(2026, 0, 5, 12);
let mockView: ChannelView<'markets.mark'>;
jest.mock('../../../platform/use-channel', () => ({ useChannel: () => mockView }));
jest.mock('../../../platform/server-clock', () => ({ serverNow: () => Date.now() }));
jest.mock('./options.api', () => ({ readTape: () => new Promise(() => undefined) }));

const markUpdate = (sampledAt: number, change: Partial<MarkPriceView> = {}): ChannelView<'markets.mark'> => ({
  state: { symbol: 'BTC/USDT', index: '60000', indexState: 'ok', sampledAt, ...change } as MarkPriceView,
  status: 'live',
  at: sampledAt,
  refusal: null,
});

beforeEach(() => jest.useFakeTimers({ now: NOW }));
afterEach(() => jest.useRealTimers());

it('has no index any more when its last second is as long ago as a price that is not live, whatever the stream says', () => {
  mockView = markUpdate(NOW);
  const { result, rerender } = renderHook(() => useIndexSeconds('BTC/USDT', []));
  expect(result.current.index).toBe('60000');
  act(() => jest.advanceTimersByTime(LIVE_MOST_MS - 1000));
  expect(result.current.index).toBe('60000');
  act(() => jest.advanceTimersByTime(1000));
  expect(result.current.index).toBeNull();
  mockView = markUpdate(NOW + LIVE_MOST_MS, { index: '60001' });
  rerender();
  expect(result.current.index).toBe('60001');
});

it('has none while the index is stale', () => {
  mockView = markUpdate(NOW, { indexState: 'stale' });
  const { result } = renderHook(() => useIndexSeconds('BTC/USDT', []));
  expect(result.current.index).toBeNull();
});
