import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import type { ErasureView } from '../../../../server/contract/account/erasure.dto';
import { speak, speakMore } from '../../../languages';
import { erasureWords } from '../../../languages/erasure';
import * as api from '../../../platform/api';
import { renewConnection } from '../../../platform/socket';
import { CloseAccount } from './close-account';

jest.mock('../../../platform/api', () => ({ ...jest.requireActual('../../../platform/api'), post: jest.fn() }));
const post = jest.mocked(api.post);
jest.mock('../../../platform/socket', () => ({
  ...jest.requireActual('../../../platform/socket'),
  renewConnection: jest.fn(),
}));

const FREE: ErasureView = {
  state: 'none',
  asked_at: '',
  due_at: '',
  obstacles: [],
  stopped_by: [],
  rest: [],
  wait_days: 14,
  keep_years: 5,
  needs_fund_password: 1,
};
const WAITING: ErasureView = {
  ...FREE,
  state: 'waiting',
  asked_at: '2026-01-02 03:04:05',
  due_at: '2026-01-16 03:04:05',
};
const PROOFS = { groups: [['login-password']], possible: 1, hold_hours: 0, sent_to: '', wallets: [] };
const ASK = 'Close my account';

let view: ErasureView;
let answer: unknown;

beforeAll(async () => {
  await speak('en');
  await speakMore(erasureWords);
});
beforeEach(() => {
  view = FREE;
  answer = 'Done';
  jest.mocked(renewConnection).mockReset();
  post.mockReset();
  post.mockImplementation(async (path: string) => {
    if (path === 'user/erasure') return view;
    if (path === 'user/proofs') return PROOFS;
    if (answer instanceof Error) throw answer;
    return answer;
  });
});

function show(): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <CloseAccount />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return client;
}

/** Opens the question and fills it in. */
async function fillIn(): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: ASK }));
  await userEvent.type(await screen.findByLabelText('Fund password'), '582913');
  await userEvent.type(await screen.findByLabelText('Login password'), 'correct horse 7');
}

const sent = (path: string) => post.mock.calls.filter(([asked]) => asked === path).map(([, fields]) => fields);

it('says what stands in the way, each with the page on which it is ended, and is asked for only without', async () => {
  view = {
    ...FREE,
    obstacles: [
      { name: 'money', count: 2 },
      { name: 'deals', count: 1 },
      // Of a server that is newer than the page.
      { name: 'vaults', count: 3 },
    ],
  };
  show();
  const section = await screen.findByRole('region', { name: 'First this has to be ended or empty' });
  const links = [...section.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['Money on your real accounts2', '/pages/assets/index'],
    ['Deals with other users1', '/pages/otc/orders'],
    ['vaults3', '/pages/assets/index'],
  ]);
  expect(screen.getByRole('button', { name: ASK })).toHaveProperty('disabled', true);
});

it('is asked for with the fund password and a fresh proof, and waits then', async () => {
  show();
  await fillIn();
  view = WAITING;
  await userEvent.click(screen.getByRole('button', { name: ASK }));
  expect(await screen.findByRole('button', { name: 'Keep my account' })).toBeTruthy();
  expect(sent('user/erasure/ask')).toEqual([{ pay_password: '582913', login_password: 'correct horse 7' }]);
});

it('keeps what was typed when it is refused, and says it at the field', async () => {
  answer = new api.CallFailed('refused', 'Wrong fund password', 'account.fund-password-wrong');
  show();
  await fillIn();
  await userEvent.click(screen.getByRole('button', { name: ASK }));
  expect(await screen.findByText('Wrong fund password')).toBeTruthy();
  expect(screen.getByLabelText('Fund password')).toHaveProperty('value', '582913');
  expect(screen.getByLabelText('Login password')).toHaveProperty('value', 'correct horse 7');
});

it('is taken back by one tap while it waits, and nothing else can be done', async () => {
  view = WAITING;
  show();
  const cancelButton = await screen.findByRole('button', { name: 'Keep my account' });
  expect(screen.getAllByRole('button')).toEqual([cancelButton]);
  view = FREE;
  await userEvent.click(cancelButton);
  expect(await screen.findByRole('button', { name: ASK })).toBeTruthy();
  expect(sent('user/erasure/take_back')).toHaveLength(1);
  // The connection of before was made while the account was closed, and is served as nobody's.
  expect(renewConnection).toHaveBeenCalledTimes(1);
});

it('still waits when it could not be taken back', async () => {
  view = WAITING;
  answer = new api.CallFailed('unreachable', 'No connection');
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Keep my account' }));
  await waitFor(() => expect(sent('user/erasure/take_back')).toHaveLength(1));
  expect(await screen.findByRole('button', { name: 'Keep my account' })).toHaveProperty('disabled', false);
  expect(renewConnection).not.toHaveBeenCalled();
});

describe('what is too little to leave', () => {
  const REST = [
    { currency: 'BTC', amount: '0.00000012' },
    { currency: 'USDT', amount: '4.5' },
  ];
  const AGREE = 'I give up these amounts';

  it('is not given up once it is gone, whatever was agreed to before', async () => {
    view = { ...FREE, rest: REST };
    const client = show();
    await userEvent.click(await screen.findByRole('checkbox', { name: AGREE }));
    view = FREE;
    await act(() => client.invalidateQueries());
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: AGREE })).toBeNull());
    await fillIn();
    view = WAITING;
    await userEvent.click(screen.getByRole('button', { name: ASK }));
    await waitFor(() =>
      expect(sent('user/erasure/ask')).toEqual([
        expect.not.objectContaining({ give_up: expect.stringContaining('BTC') }),
      ]),
    );
  });

  it('is named, and given up by a tick of its own, with its amounts', async () => {
    view = { ...FREE, rest: REST };
    show();
    const section = await screen.findByRole('region', { name: 'Too little to leave the account' });
    expect(section.textContent).toContain('0.00000012 BTC');
    expect(section.textContent).toContain('4.5 USDT');
    expect(screen.getByRole('button', { name: ASK })).toHaveProperty('disabled', true);
    await userEvent.click(screen.getByRole('checkbox', { name: AGREE }));
    await fillIn();
    view = { ...WAITING, rest: REST };
    await userEvent.click(screen.getByRole('button', { name: ASK }));
    expect(await screen.findByText(/you give up 0\.00000012 BTC, 4\.5 USDT/)).toBeTruthy();
    expect(sent('user/erasure/ask')).toEqual([
      { pay_password: '582913', give_up: 'BTC:0.00000012,USDT:4.5', login_password: 'correct horse 7' },
    ]);
  });

  it('has to be agreed to again when it has changed', async () => {
    view = { ...FREE, rest: REST };
    show();
    await userEvent.click(await screen.findByRole('checkbox', { name: AGREE }));
    await userEvent.click(screen.getByRole('button', { name: ASK }));
    view = { ...FREE, rest: [{ currency: 'USDT', amount: '7' }] };
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() =>
      expect(screen.getByRole('region', { name: 'Too little to leave the account' }).textContent).toContain('7 USDT'),
    );
    expect(screen.getByRole('checkbox', { name: AGREE })).toHaveProperty('checked', false);
    expect(screen.getByRole('button', { name: ASK })).toHaveProperty('disabled', true);
  });
});

it('says what stopped it', async () => {
  view = { ...FREE, state: 'stopped', stopped_by: ['money', 'complaints'] };
  show();
  expect(
    await screen.findByText(/this stood in the way: Money on your real accounts, Complaints that are not answered yet/),
  ).toBeTruthy();
});
