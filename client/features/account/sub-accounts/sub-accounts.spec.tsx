import { MantineProvider } from '@mantine/core';
import { focusManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import type { SubAccountsView, SubAccountWorthView } from '../../../../server/contract/account/sub-accounts.dto';
import { speak, speakMore } from '../../../languages';
import { subAccountsWords } from '../../../languages/sub-accounts';
import * as api from '../../../platform/api';
import { CallFailed } from '../../../platform/api';
import { changePreferences } from '../../../platform/preferences';
import { SubAccountDetail, SubAccountList } from '.';

jest.mock('../../../platform/api', () => ({
  ...jest.requireActual('../../../platform/api'),
  get: jest.fn(),
  post: jest.fn(),
}));
const get = jest.mocked(api.get);
const post = jest.mocked(api.post);

const NOTHING = {
  usdt: '0.00000000',
  priceAgeMs: null,
  unpriced: [],
  positions: 0,
  orders: 0,
  options: 0,
  balances: [],
};
const BOT: SubAccountWorthView = {
  id: '100007',
  label: 'Grid bot',
  createdAt: 0,
  state: 'active',
  keys: 2,
  worth: {
    ...NOTHING,
    usdt: '125.00000000',
    positions: 1,
    orders: 3,
    balances: [{ currencyId: 3, currency: 'USDT', account: 'contract', available: '100', frozen: '25' }],
  },
};

let view: SubAccountsView;

beforeAll(async () => {
  changePreferences({ language: 'en' });
  await speak('en');
  await speakMore(subAccountsWords);
});
beforeEach(() => {
  const balances = [{ currencyId: 3, currency: 'USDT', account: 'spot' as const, available: '500.5', frozen: '0' }];
  view = { list: [BOT], main: { ...NOTHING, usdt: '500.50000000', balances }, most: 20 };
  get.mockReset();
  post.mockReset();
  get.mockImplementation(async (path: string) => (path === 'sub_account/list' ? view : null));
  post.mockResolvedValue('Done');
});

function show(page: ReactNode): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <MemoryRouter>{page}</MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return client;
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const sent = (path: string) => post.mock.calls.filter(([to]) => to === path).map(([, fields]) => fields);

describe('the list', () => {
  afterEach(() => {
    focusManager.setFocused(undefined);
    jest.useRealTimers();
  });

  it('shows what each is worth and what is open, and leads to it', async () => {
    show(<SubAccountList />);
    const row = await screen.findByRole('link', { name: /Grid bot/ });
    expect(row.getAttribute('href')).toBe('/pages/sub-accounts/detail?id=100007');
    expect(row.textContent).toContain('125');
    expect(within(row).getByText('Positions 1 · orders 3 · keys 2')).not.toBeNull();
    expect(within(row).getByText('Active')).not.toBeNull();
  });

  it('says how old a worth is where it should be newer, and what is not counted in it', async () => {
    const worth = { ...BOT.worth, priceAgeMs: 12_000, unpriced: ['DOGE', 'SOL'] };
    view = {
      ...view,
      list: [
        { ...BOT, worth },
        { ...BOT, id: '100008', label: 'Other bot' },
      ],
    };
    show(<SubAccountList />);
    const words = async (name: RegExp) => (await screen.findByRole('link', { name })).textContent;
    expect(await words(/Grid bot/)).toMatch(/125.*USDT · Delayed 1[23] s.*Without a price, not counted: DOGE, SOL/);
    expect(await words(/Other bot/)).not.toMatch(/Delayed|Without/);
    expect(screen.getByText(/Delayed/).closest('[data-dimmed]')).not.toBeNull();
  });

  it('reads what they are worth again while it is looked at, and says how old it is while no answer comes', async () => {
    jest.useFakeTimers();
    focusManager.setFocused(true);
    const client = show(<SubAccountList />);
    const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));
    await pass(0);
    view = { ...view, list: [{ ...BOT, worth: { ...BOT.worth, usdt: '90.00000000' } }] };
    await pass(9000);
    expect(screen.getByRole('link').textContent).toMatch(/90 USDT(?!.*Delayed)/);
    get.mockImplementation(() => new Promise(() => undefined));
    await pass(30_000);
    expect(screen.getByRole('link').textContent).toMatch(/90 USDT · Delayed 3\d s/);
    client.clear();
  });

  it('opens one by its name, and says at the field what is wrong with that', async () => {
    view.list = [];
    show(<SubAccountList />);
    expect(await screen.findByText('There is no sub-account yet.')).not.toBeNull();
    await press('Open a sub-account');
    await press('Save');
    expect(screen.getByText('1 to 32 characters')).not.toBeNull();
    expect(sent('sub_account/open')).toEqual([]);
    post.mockRejectedValueOnce(new CallFailed('refused', 'There is one of this name', 'sub-account.name-used'));
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Grid');
    await press('Save');
    expect(await screen.findByText('There is one of this name')).not.toBeNull();
    await press('Save');
    await screen.findByRole('button', { name: 'Open a sub-account' });
    expect(sent('sub_account/open')).toEqual([{ label: 'Grid' }, { label: 'Grid' }]);
  });

  it('opens no more than there may be', async () => {
    view = { ...view, most: 1 };
    show(<SubAccountList />);
    const open = await screen.findByRole('button', { name: 'Open a sub-account' });
    expect(open.hasAttribute('disabled')).toBe(true);
    expect(screen.getByText('There can be 1 at most')).not.toBeNull();
  });
});

describe('one of them', () => {
  it('says how old its worth is', async () => {
    view = { ...view, list: [{ ...BOT, worth: { ...BOT.worth, priceAgeMs: 75_000, unpriced: ['DOGE'] } }] };
    show(<SubAccountDetail id="100007" />);
    expect((await screen.findByText(/Delayed 1 min/)).closest('[data-dimmed]')?.textContent).toContain('125');
    expect(screen.getByText('Without a price, not counted: DOGE')).not.toBeNull();
  });

  it('shows its balances, and the way to its keys', async () => {
    show(<SubAccountDetail id="100007" />);
    expect(await screen.findByText('USDT · Contract')).not.toBeNull();
    expect(screen.getByRole('link', { name: 'API keys (2)' }).getAttribute('href')).toBe(
      '/pages/sub-accounts/keys?id=100007',
    );
  });

  it('that is not there is said so', async () => {
    show(<SubAccountDetail id="100009" />);
    expect(await screen.findByText('There is no such sub-account.')).not.toBeNull();
  });

  it('is frozen after a question, and thawed without', async () => {
    show(<SubAccountDetail id="100007" />);
    await press('Freeze');
    expect(sent('sub_account/freeze')).toEqual([]);
    const question = await screen.findByRole('dialog', { name: 'Freeze Grid bot?' });
    view = { ...view, list: [{ ...BOT, state: 'frozen' }] };
    await userEvent.click(within(question).getByRole('button', { name: 'Freeze' }));
    await press('Unfreeze');
    expect(sent('sub_account/freeze')).toEqual([
      { id: '100007', frozen: '1' },
      { id: '100007', frozen: '0' },
    ]);
  });

  it('moves no money while it is frozen', async () => {
    view = { ...view, list: [{ ...BOT, state: 'frozen' }] };
    show(<SubAccountDetail id="100007" />);
    const transfer = await screen.findByRole('button', { name: 'Transfer' });
    expect(transfer.hasAttribute('disabled')).toBe(true);
  });

  it('gets money of the main account: what is there, in the coin that is there, once', async () => {
    show(<SubAccountDetail id="100007" />);
    await press('Transfer');
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'To' }), 'Grid bot');
    await userEvent.selectOptions(screen.getAllByRole('combobox', { name: 'Account there' })[1] as Element, 'Contract');
    await userEvent.type(screen.getByLabelText('Amount'), '10.5');
    await press('Transfer');
    await screen.findByText('USDT · Contract');
    expect(post.mock.calls.filter(([path]) => path === 'sub_account/transfer')).toEqual([
      [
        'sub_account/transfer',
        {
          number: '10.5',
          currency_id: 3,
          from_id: '',
          from_account: 'spot',
          to_id: '100007',
          to_account: 'contract',
        },
        expect.objectContaining({ idempotencyKey: expect.stringMatching(/^[0-9a-f]{32}$/) }),
      ],
    ]);
  });

  it('moves nothing between an account and itself, nor where nothing is', async () => {
    show(<SubAccountDetail id="100007" />);
    await press('Transfer');
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'To' }), 'Main account');
    await userEvent.type(screen.getByLabelText('Amount'), '1');
    await press('Transfer');
    expect(screen.getByText('Choose two different accounts')).not.toBeNull();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'From' }), 'Grid bot');
    expect(screen.getByText('There is nothing to transfer there.')).not.toBeNull();
    expect(sent('sub_account/transfer')).toEqual([]);
  });

  describe('the coin of a transfer', () => {
    const balance = (currencyId: number, currency: string, available: string) =>
      ({ currencyId, currency, account: 'spot', available, frozen: '0' }) as const;
    const coin = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Coin' });
    const transfer = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Transfer' });
    /** The balances of the main account's spot pocket become others. */
    const have = async (queries: QueryClient, ...balances: ReturnType<typeof balance>[]) => {
      view = { ...view, main: { ...view.main, balances } };
      await act(() => queries.invalidateQueries());
    };
    const begin = async () => {
      view.main.balances = [balance(1, 'BTC', '2'), balance(3, 'USDT', '500.5')];
      const queries = show(<SubAccountDetail id="100007" />);
      await press('Transfer');
      await userEvent.type(await screen.findByLabelText('Amount'), '1');
      return queries;
    };
    const orders = () => post.mock.calls.filter(([path]) => path === 'sub_account/transfer');

    it('stays the one that an amount was typed for, and is said to be gone where it is', async () => {
      const queries = await begin();
      await have(queries, balance(1, 'BTC', '0'), balance(3, 'USDT', '500.5'));
      expect(await screen.findByText('There is no BTC to transfer there.')).not.toBeNull();
      expect(coin().selectedOptions[0]?.textContent).toBe('BTC');
      expect(transfer().disabled).toBe(true);
      await userEvent.type(screen.getByLabelText('Amount'), '{Enter}');
      expect(orders()).toEqual([]);
      await userEvent.selectOptions(coin(), 'USDT');
      expect(screen.queryByText('There is no BTC to transfer there.')).toBeNull();
      await press('Transfer');
      await screen.findByText('USDT · Contract');
      expect(orders().map(([, body]) => body)).toEqual([expect.objectContaining({ number: '1', currency_id: 3 })]);
    });

    it('is the same in a repetition, though it has all been moved meanwhile', async () => {
      const queries = await begin();
      post.mockRejectedValueOnce(new CallFailed('timeout', ''));
      await press('Transfer');
      await screen.findByRole('alert');
      await have(queries, balance(3, 'USDT', '500.5'));
      await waitFor(() => expect(screen.queryByText(/^Available/)).toBeNull());
      expect(transfer().disabled).toBe(false);
      await press('Transfer');
      await screen.findByText('USDT · Contract');
      expect(orders()).toHaveLength(2);
      expect(orders()[1]).toEqual(orders()[0]);
      expect(orders()[0]?.[1]).toEqual(expect.objectContaining({ currency_id: 1 }));
    });
  });
});
