import { act, renderHook } from '@testing-library/react';
import type { TickerView } from '../../../../server/contract/markets/markets.dto';
import { speak } from '../../../languages';
import { connection } from '../../../platform/socket';
import { useLateTotal } from './use-late-total';

jest.mock('../../../platform/server-clock', () => ({
  ...jest.requireActual('../../../platform/server-clock'),
  serverNow: () => Date.now(),
}));

const NOW = Date.UTC(2026, 0, 5, 12);
const ticker = (pricedAt: number) => ({ symbol: 'BTC/USDT', status: 'live', origin: 'live', pricedAt }) as TickerView;

beforeAll(() => speak('en'));
beforeEach(() => {
  jest.useFakeTimers({ now: NOW });
  connection.set({ state: 'live', since: NOW, heardAt: null });
});
afterEach(() => jest.useRealTimers());

const show = (tickers: TickerView[] | null) =>
  renderHook((now: TickerView[] | null) => useLateTotal(now), { initialProps: tickers });
const pass = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds));

it('says that a total is not live while the stream of its prices has told nothing, but for the moment of its beginning', () => {
  const { result, rerender } = show(null);
  expect(result.current).toBeNull();
  pass(1000);
  expect(result.current).toBeNull();
  pass(1000);
  expect(result.current).toBe('Delayed 2 s');
  pass(58_000);
  expect(result.current).toBe('Frozen');
  rerender([ticker(NOW + 60_000)]);
  expect(result.current).toBeNull();
  // Another silence is one of its own.
  rerender(null);
  expect(result.current).toBeNull();
});

it('goes by the oldest of the prices, and says nothing of a total without prices', () => {
  const { result, rerender } = show([ticker(NOW), ticker(NOW - 12_000)]);
  expect(result.current).toBe('Delayed 12 s');
  rerender([]);
  expect(result.current).toBeNull();
});
