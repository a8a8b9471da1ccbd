import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { FUTURES_POSITION } from '../../../test/samples/futures';
import { closedPartsOf, endedClosingsKey, historyKey } from './futures.api';
import { useFuturesAccount } from './use-futures-account';

const mockListeners = new Map<string, (event: { payload: unknown }) => void>();
jest.mock('../../../platform/use-account-events', () => ({
  useAccountEvents: (kind: string, listener: (event: { payload: unknown }) => void) =>
    mockListeners.set(kind, listener),
  useAccountEventsStart: () => undefined,
}));
jest.mock('../../../platform/account-type', () => ({
  ...jest.requireActual('../../../platform/account-type'),
  useAccountType: () => 'real_account',
}));

const TYPE = 'real_account' as const;
const FILL = { lots: 4, price: '61000', profit: '10', fee: '1' };

it.each([
  [
    'an order that waited to close it was filled',
    { fill: { ...FILL, closing: { closingId: 'c', lots: 4 } } },
    true,
    true,
  ],
  ['it has closed', { status: 3, fill: FILL }, true, true],
  ['a part of it was closed at once', { fill: FILL }, false, true],
  ['it was changed', { fill: null }, false, false],
])('reads what has ended again, and the parts that were closed, where %s: %j', (_words, part, isRead, areParts) => {
  const queries = new QueryClient();
  const keys = [historyKey(TYPE), endedClosingsKey(TYPE)];
  for (const key of keys) queries.setQueryData([...key, 'chart'], { rows: [] });
  const parts = closedPartsOf(TYPE).queryKey;
  queries.setQueryData(parts, []);
  renderHook(() => useFuturesAccount(), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    ),
  });
  act(() => mockListeners.get('position')?.({ payload: { ...FUTURES_POSITION, ...part } }));
  expect(keys.map((key) => queries.getQueryState([...key, 'chart'])?.isInvalidated)).toEqual([isRead, isRead]);
  expect(queries.getQueryState(parts)?.isInvalidated).toBe(areParts);
});
