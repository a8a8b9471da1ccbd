import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { speak } from '../../languages';
import { chooseAccountType } from '../../platform/account-type';
import * as api from '../../platform/api';
import { PageRouter } from '../../platform/page-router';
import { changePreferences } from '../../platform/preferences';
import { beginSession, endSession, rememberUser, type SessionUser } from '../../platform/session';
import SecurityPage from './security';

jest.mock('../../platform/api', () => ({
  ...jest.requireActual('../../platform/api'),
  get: jest.fn(),
  post: jest.fn(),
}));
const post = jest.mocked(api.post);

/** What the account has, by the call that lists it. */
const LISTED: Record<string, unknown> = {
  'user/passkeys': [{}, {}],
  'user/sessions': [{}, {}, {}],
  'user/api_keys': [{ state: 'active' }, { state: 'revoked' }, { state: 'expired' }],
  'wallet/get_address': [{}, {}, {}, {}],
};

beforeAll(async () => {
  changePreferences({ language: 'en' });
  await speak('en');
});
beforeEach(() => {
  jest.mocked(api.get).mockReturnValue(new Promise(() => undefined));
  post.mockReset().mockImplementation(async (path) => LISTED[path]);
  act(() => {
    beginSession('token');
    rememberUser({ id: 7, lang: 'en', email: '', phone: '', anti_phishing_word: '' } as SessionUser);
  });
});
afterEach(() => act(() => endSession()));

function show(): void {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <PageRouter>
          <SecurityPage />
        </PageRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
}
const row = (name: string) => screen.getByRole<HTMLAnchorElement>('link', { name });

it('counts what opens the account and where its money may go, each on the way to its page', async () => {
  show();
  const rows = [
    ['Passkeys 2', '/pages/settings/security/passkeys'],
    ['Withdrawal addresses 4', '/pages/user/address/index'],
    ['API keys 1', '/pages/settings/security/apiKeys'],
    ['Devices 3', '/pages/settings/security/devices'],
  ] as const;
  for (const [name, path] of rows) {
    await waitFor(() => expect(new URL(row(name).href).pathname).toBe(path));
  }
});

it('says none where there is none', async () => {
  post.mockImplementation(async (path) => {
    if (path !== 'wallet/get_address') return LISTED[path];
    throw new api.CallFailed('refused', 'No address', 'withdrawals.address-missing');
  });
  show();
  await waitFor(() => expect(row('Withdrawal addresses 0')).toBeTruthy());
});

it('counts no addresses of demo money, which goes nowhere', async () => {
  act(() => chooseAccountType('simulation_account'));
  show();
  await waitFor(() => expect(row('Devices 3')).toBeTruthy());
  expect(row('Withdrawal addresses')).toBeTruthy();
  expect(post).not.toHaveBeenCalledWith('wallet/get_address', expect.anything(), expect.anything());
});
