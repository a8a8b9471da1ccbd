import { act, renderHook } from '@testing-library/react';
import { speak } from '../../../languages';
import { connection } from '../../../platform/socket';
import type { PriceAge } from '../../../ui/age';
import { useLateTotal } from './use-late-total';

jest.mock('../../../platform/server-clock', () => ({
  ...jest.requireActual('../../../platform/server-clock'),
  serverNow: () => Date.now(),
}));

const NOW = Date.UTC(2026, 0, 5, 12);
const pricedAt = (at: number): PriceAge => ({ status: 'live', reason: null, origin: 'live', pricedAt: at });

beforeAll(() => speak('en'));
beforeEach(() => {
  jest.useFakeTimers({ now: NOW });
  connection.set({ state: 'live', since: NOW, heardAt: null });
});
afterEach(() => jest.useRealTimers());

const show = (oldest: PriceAge | null, isSilent: boolean) =>
  renderHook((now) => useLateTotal(now.oldest, now.isSilent), { initialProps: { oldest, isSilent } });
const pass = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds));

it('says that a total is not live while the stream of its prices tells nothing, but for the moment of its beginning', () => {
  const { result, rerender } = show(pricedAt(NOW - 3000), true);
  expect(result.current).toBeNull();
  pass(1000);
  expect(result.current).toBeNull();
  pass(1000);
  // As old as its price, which is older than the silence.
  expect(result.current).toBe('Delayed 5 s');
  pass(58_000);
  expect(result.current).toBe('Frozen');
  rerender({ oldest: pricedAt(NOW + 60_000), isSilent: false });
  expect(result.current).toBeNull();
  // Another silence is one of its own.
  rerender({ oldest: pricedAt(NOW + 60_000), isSilent: true });
  expect(result.current).toBeNull();
});

it('goes by the age of the price, also where that came with a reply, and says nothing of a total without prices', () => {
  const { result, rerender } = show(pricedAt(NOW - 12_000), false);
  expect(result.current).toBe('Delayed 12 s');
  rerender({ oldest: pricedAt(NOW - 12_000), isSilent: true });
  expect(result.current).toBe('Delayed 12 s');
  rerender({ oldest: null, isSilent: true });
  pass(5000);
  expect(result.current).toBeNull();
});
