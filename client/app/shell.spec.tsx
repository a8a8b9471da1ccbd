import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes, useNavigate } from 'react-router-dom';
import type { AccountEvent } from '../../server/contract/events.dto';
import { serverNow } from '../platform/server-clock';
import { tradingStatus } from '../platform/trading-status';
import { speak } from '../languages';
import { PageRouter } from '../platform/page-router';
import { beginSession, endSession, loseSession, rememberUser, type SessionUser } from '../platform/session';
import { post } from '../platform/api';
import { Guarded } from './guarded';
import { Shell } from './shell';

jest.mock('../platform/socket', () => ({
  ...jest.requireActual('../platform/socket'),
  subscribeChannel: () => () => undefined,
}));

let emit: ((event: AccountEvent<'notice'>) => void) | null = null;
jest.mock('../platform/use-account-events', () => ({
  ...jest.requireActual('../platform/use-account-events'),
  onAccountEvent: (_kind: string, listener: typeof emit) => {
    emit = listener;
    return () => undefined;
  },
}));

const LOGIN = '/pages/user/login/login';
const maria = { id: 7, name: 'Maria' } as SessionUser;

beforeAll(() => speak('en'));
afterEach(() => {
  jest.useRealTimers();
  act(endSession);
});

function Leave() {
  const navigate = useNavigate();
  return (
    <button type="button" onClick={() => void navigate('/pages/account/index')}>
      Leave
    </button>
  );
}

function open(path: string) {
  window.history.replaceState(null, '', path);
  beginSession('token');
  rememberUser(maria);
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  client.setQueryData(tradingStatus.queryKey, { real: 'open', demo: 'open' });
  const form = (label: string) => <input aria-label={label} />;
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <PageRouter>
          <Routes>
            <Route element={<Shell />}>
              <Route path="/pages/transfer/index" element={<Guarded>{form('Amount')}</Guarded>} />
              <Route path="/pages/account/index" element={<Guarded>{form('Search')}</Guarded>} />
              <Route path="/pages/trade/index" element={form('Amount')} />
              <Route path={LOGIN} element={form('Name')} />
            </Route>
          </Routes>
          <Leave />
        </PageRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string) => userEvent.type(field(label), '12');
const place = () => window.location.pathname + window.location.search;

it.each(['/pages/transfer/index', '/pages/trade/index'])('starts %s anew for another user', async (path) => {
  open(path);
  await type('Amount');
  act(() => rememberUser({ ...maria, name: 'Maria Sol' }));
  expect(field('Amount').value).toBe('12');
  act(() => rememberUser({ ...maria, id: 8 }));
  expect(field('Amount').value).toBe('');
});

it('does not count to a user what was about to be told to the one before', async () => {
  emit = null;
  globalThis.fetch = () => Promise.reject(new TypeError('no network'));
  open('/pages/transfer/index');
  await waitFor(() => expect(emit).not.toBeNull());
  jest.useFakeTimers();
  const payload = {
    entity: 'notice:1',
    entityVersion: 1,
    noticeId: '1',
    notice: 'order-bought' as const,
    parameters: {},
  };
  act(() => emit?.({ sequence: 1, kind: 'notice', at: serverNow(), payload }));
  act(() => rememberUser({ ...maria, id: 8 }));
  await act(() => jest.advanceTimersByTimeAsync(600));
  expect(screen.queryByText(/^More notices/)).toBeNull();
});

it('keeps what is typed on the login page while a login is on its way', async () => {
  open(LOGIN);
  act(endSession);
  await type('Name');
  act(() => beginSession('second'));
  act(() => rememberUser({ ...maria, id: 8 }));
  act(endSession);
  expect(field('Name').value).toBe('12');
});

it('takes a page of the user away with a lost session, and opens the login page a second later', () => {
  jest.useFakeTimers();
  open('/pages/transfer/index');
  act(() => loseSession('Please log in first'));
  expect(screen.queryByLabelText('Amount')).toBeNull();
  act(() => jest.advanceTimersByTime(999));
  expect(place()).toBe('/pages/transfer/index');
  act(() => jest.advanceTimersByTime(1));
  expect(place()).toBe(`${LOGIN}?backpage=%2Fpages%2Ftransfer%2Findex`);
  expect(field('Name')).toBeTruthy();
});

it('leads to the login page from another page of the user that is opened meanwhile', () => {
  jest.useFakeTimers();
  open('/pages/transfer/index');
  act(() => loseSession('Please log in first'));
  fireEvent.click(screen.getByText('Leave'));
  expect(place()).toBe(`${LOGIN}?backpage=%2Fpages%2Faccount%2Findex`);
});

it('leaves a page of the user when another window logs out', () => {
  open('/pages/transfer/index');
  act(() => {
    for (const key of ['token', 'user']) window.dispatchEvent(new StorageEvent('storage', { key, newValue: null }));
  });
  expect(place()).toBe(`${LOGIN}?backpage=%2Fpages%2Ftransfer%2Findex`);
});

it('says that a command sent again after no answer was carried out once', async () => {
  open('/pages/transfer/index');
  const send = () => post('wallet/change', {}, { quiet: true, idempotencyKey: 'one-transfer' });
  globalThis.fetch = () => Promise.reject(new TypeError('no network'));
  await expect(send()).rejects.toThrow();
  globalThis.fetch = async () =>
    ({ headers: new Headers(), json: async () => ({ type: 'ok', message: 'Transferred' }) }) as Response;
  await act(send);
  expect(screen.getByRole('status').textContent).toMatch(/carried out once/);
});
