import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { Book } from '../../server/contract/books';
import type { StayView } from '../../server/contract/wallet/own-limits.dto';
import { speak } from '../languages';
import { useOpeningPaused } from './offered-products';
import { ownStay, useOwnBreak } from './own-break';
import { beginSession, endSession, rememberUser, type SessionUser } from './session';

beforeAll(() => speak('en'));
afterEach(() => endSession());

const HOUR_MS = 3_600_000;
const STAY: StayView = {
  due: false,
  due_in: 0,
  check_minutes: 0,
  minutes: 0,
  today_minutes: 0,
  result: '0',
  break_until: null,
  excluded_until: null,
};

function shown(stay: Partial<StayView>, only?: Book) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  client.setQueryData(ownStay.queryKey, { ...STAY, ...stay });
  beginSession('token');
  rememberUser({ id: 7 } as SessionUser);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result, unmount } = renderHook(
    () => ({
      own: useOwnBreak(only),
      contracts: useOpeningPaused('contracts', only),
      otc: useOpeningPaused('otc', only),
    }),
    { wrapper },
  );
  unmount();
  return result.current;
}

const later = () => Date.now() + HOUR_MS;

it('a cool-off is said of real money alone, until it is over', () => {
  expect(shown({}).own).toBeNull();
  expect(shown({ break_until: later() }, 'real').own).toMatch(/^You are taking a break until 20\d\d/);
  expect(shown({ break_until: later() }, 'demo').own).toBeNull();
  expect(shown({ break_until: Date.now() - HOUR_MS }, 'real').own).toBeNull();
});

it('an exclusion is said of the demo, too', () => {
  const stay = { break_until: later(), excluded_until: later() };
  for (const only of ['real', 'demo'] as const) expect(shown(stay, only).own).toMatch(/^You excluded yourself until /);
});

it('a break stands in the way of what opens something, and of no sale', () => {
  const { contracts, otc } = shown({ break_until: later() }, 'real');
  expect(contracts).toMatch(/^You are taking a break/);
  expect(otc).toBeNull();
});
