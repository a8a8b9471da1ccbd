import { act, renderHook } from '@testing-library/react';
import type { TickerView } from '../../../../server/contract/markets/markets.dto';
import type { ChannelListener, ChannelStatus } from '../../../platform/channel-subscription';
import { useTicker, useTickerView } from './live-tickers';

let emit: ChannelListener<'markets.ticker'> = () => undefined;
jest.mock('../../../platform/socket', () => ({
  subscribeChannel: (_name: string, _key: unknown, listener: ChannelListener<'markets.ticker'>) => {
    emit = listener;
    return () => undefined;
  },
}));

const row = { symbol: 'S/USDT', status: 'live', reason: null, pricedAt: 1 } as TickerView;
const hear = (status: ChannelStatus, state: TickerView[] | null = [row]) =>
  act(() => emit({ status, state, at: 1, refusal: null }));

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('calls prices live only as long as their stream runs, but for a gap that heals at once', () => {
  const { result } = renderHook(() => {
    useTickerView(['S/USDT']);
    return useTicker('S/USDT')?.status;
  });
  hear('live');
  hear('updating');
  act(() => jest.advanceTimersByTime(1500));
  hear('live');
  act(() => jest.advanceTimersByTime(5000));
  expect(result.current).toBe('live');
  hear('updating');
  hear('unanswered');
  act(() => jest.advanceTimersByTime(2000));
  expect(result.current).toBe('stale');
  hear('live');
  act(() => jest.advanceTimersByTime(1000));
  expect(result.current).toBe('live');
});
