import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import type { ApiKeyView, NewApiKeyView } from '../../../../server/contract/account/api-keys.dto';
import { speak, speakMore } from '../../../languages';
import { apiKeysWords } from '../../../languages/api-keys';
import * as api from '../../../platform/api';
import { ApiKeyList } from './api-key-list';

jest.mock('../../../platform/api', () => ({ ...jest.requireActual('../../../platform/api'), post: jest.fn() }));
const post = jest.mocked(api.post);

const KEY: ApiKeyView = {
  id: '7',
  key: 'Xk3vT9mQ2pLr8sWc5bNz7hYd',
  name: 'Grid bot',
  kind: 'hmac',
  scopes: ['read', 'trade.spot'],
  account_type: 'real_account',
  addresses: ['203.0.113.7', '2001:db8::/48'],
  created_at: '2026-01-02 03:04:05',
  expires_at: '2026-04-02 03:04:05',
  last_used_at: '',
  last_used_ip: '',
  state: 'active',
};
const MADE: NewApiKeyView = { ...KEY, id: '8', name: 'New bot', secret: 'shown-once' };

let keys: ApiKeyView[];
let answers: Record<string, unknown>;

beforeAll(async () => {
  await speak('en');
  await speakMore(apiKeysWords);
});
beforeEach(() => {
  keys = [];
  answers = {};
  post.mockReset();
  post.mockImplementation(async (path: string) => {
    if (path === 'user/api_keys') return keys;
    if (path === 'user/proofs') {
      return { groups: [['login-password']], possible: 1, hold_hours: 0, sent_to: '', wallets: [] };
    }
    const answer = answers[path];
    if (answer instanceof Error) throw answer;
    return answer;
  });
});

async function show(): Promise<void> {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <ApiKeyList />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByRole('button', { name: 'Create an API key' });
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const sent = (path: string) => post.mock.calls.filter(([to]) => to === path).map(([, fields]) => fields);

it('says so where there is none, and where it could not be asked', async () => {
  await show();
  expect(await screen.findByText('There is no API key yet.')).not.toBeNull();
});

it('shows what a key may do, from where and until when, and why one ended', async () => {
  keys = [
    { ...KEY, last_used_at: '2026-01-03 00:00:00', last_used_ip: '203.0.113.7' },
    { ...KEY, id: '6', name: 'Old bot', state: 'password', account_type: 'simulation_account', addresses: [] },
  ];
  await show();
  const [active, ended] = (await screen.findAllByRole('listitem')) as [HTMLElement, HTMLElement];
  expect(active.textContent).toMatch(/Grid bot.*Real money.*Xk3vT9mQ2pLr8sWc5bNz7hYd.*Read.*Trade spot/);
  expect(active.textContent).toMatch(/203\.0\.113\.7, 2001:db8::\/48.*Ends .*2026.*from 203\.0\.113\.7/);
  expect(ended.textContent).toMatch(/Old bot.*Ended with the login password.*From everywhere/);
  expect(within(ended).queryByRole('button')).toBeNull();
});

it('makes a key for demo money and reading unless told otherwise, and shows its secret once', async () => {
  await show();
  await press('Create an API key');
  await userEvent.type(screen.getByLabelText('Name'), ' New bot ');
  await userEvent.click(screen.getByLabelText(/^Trade contracts/));
  await userEvent.type(screen.getByLabelText(/^Network addresses/), '203.0.113.7');
  await userEvent.type(screen.getByLabelText('Fund password'), '582913');
  await userEvent.type(await screen.findByLabelText('Login password'), 'correct horse');
  answers['user/api_keys/add'] = MADE;
  await press('Create an API key');
  expect(await screen.findByText('shown-once')).not.toBeNull();
  expect(sent('user/api_keys/add')).toEqual([
    {
      name: 'New bot',
      kind: 'hmac',
      account_type: 'simulation_account',
      scopes: 'read,trade.futures',
      addresses: '203.0.113.7',
      days: '90',
      pay_password: '582913',
      login_password: 'correct horse',
    },
  ]);
  keys = [KEY];
  await press('I have saved it');
  await screen.findByText('Grid bot');
  expect(screen.queryByText('shown-once')).toBeNull();
});

it('sends nothing that the server would refuse: no scope, too long from everywhere, no public key', async () => {
  await show();
  await press('Create an API key');
  await userEvent.type(screen.getByLabelText('Name'), 'Bot');
  await userEvent.click(screen.getByLabelText(/^Read/));
  await userEvent.selectOptions(screen.getByLabelText('Valid for'), '1 year');
  await userEvent.click(screen.getByLabelText(/^Ed25519/));
  await userEvent.type(screen.getByLabelText('Fund password'), '582913');
  await userEvent.type(await screen.findByLabelText('Login password'), 'correct horse');
  await press('Create an API key');
  expect(await screen.findByText('Choose at least one')).not.toBeNull();
  expect(screen.getByText('Without network addresses: 90 days at most')).not.toBeNull();
  expect(screen.getByText('Please enter the public key')).not.toBeNull();
  expect(sent('user/api_keys/add')).toEqual([]);
});

it('puts what the server refuses at its field, and keeps what was typed', async () => {
  await show();
  await press('Create an API key');
  await userEvent.type(screen.getByLabelText('Name'), 'Bot');
  await userEvent.type(screen.getByLabelText('Fund password'), '111222');
  await userEvent.type(await screen.findByLabelText('Login password'), 'correct horse');
  answers['user/api_keys/add'] = new api.CallFailed('refused', 'Wrong fund password', 'account.fund-password-wrong');
  await press('Create an API key');
  expect(await screen.findByText('Wrong fund password')).not.toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Bot');
});

it('asks before it revokes, for no password, as for a new name', async () => {
  keys = [KEY];
  await show();
  await screen.findByText('Grid bot');
  await press('Revoke');
  expect(screen.getByText('Revoke Grid bot?')).not.toBeNull();
  expect(screen.queryByLabelText('Fund password')).toBeNull();
  expect(sent('user/api_keys/revoke')).toEqual([]);
  await press('Revoke');
  await screen.findByText('Grid bot');
  expect(sent('user/api_keys/revoke')).toEqual([{ id: '7' }]);
  await press('Rename');
  await userEvent.clear(screen.getByLabelText('Name'));
  await userEvent.type(screen.getByLabelText('Name'), 'Other');
  await press('Save');
  expect(sent('user/api_keys/rename')).toEqual([{ id: '7', name: 'Other' }]);
});

it('of a sub-account are listed and made for it, with real money alone', async () => {
  answers = { 'user/api_keys/add': MADE };
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <ApiKeyList subAccountId="100007" />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByText('There is no API key yet.');
  expect(sent('user/api_keys')).toEqual([{ sub_account_id: '100007' }]);
  await press('Create an API key');
  expect(screen.queryByRole('radio', { name: 'Demo money' })).toBeNull();
});
