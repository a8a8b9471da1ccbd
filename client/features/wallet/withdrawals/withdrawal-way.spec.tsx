import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, configure, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import type {
  AddressView,
  WithdrawalCurrencyView,
  WithdrawalFactsView,
} from '../../../../server/contract/wallet/wallet-withdrawals.dto';
import { speak, speakMore } from '../../../languages';
import { depositsWords } from '../../../languages/deposits';
import { post } from '../../../platform/api';
import type { SessionUser } from '../../../platform/session';
import { bankCard } from '../../account/profile';
import { WithdrawalForm } from './withdrawal-form';
import { addressesOf } from './withdrawals.api';

// A bound against hanging; a busy machine takes its time.
configure({ asyncUtilTimeout: 20_000 });
jest.mock('../../../platform/api', () => ({ ...jest.requireActual('../../../platform/api'), post: jest.fn() }));
const sent = jest.mocked(post);

const tron = { network: 'TRC20', chain: 'tron', min_number: '10', fee: '1', rate: '0' } as const;
const ethereum = { ...tron, network: 'ERC20', chain: 'ethereum' } as const;
const bank = { ...tron, network: 'BANK', chain: 'bank' } as const;
const coin = { id: 3, name: 'USDT', logo: '', min_number: '10' } as WithdrawalCurrencyView;
const facts = (...networks: WithdrawalFactsView['networks']) =>
  ({
    name: 'USDT',
    min_number: '10',
    change_balance: '1000',
    networks,
    left_today: 3,
    arrival_hours: 24,
    held_until: '',
    holds: [] as WithdrawalFactsView['holds'],
    scale: 8,
  }) as WithdrawalFactsView;
const anAddress = (id: string, address: string, nettype = 'TRC20') =>
  ({ id, currency: 3, address, notes: '', nettype, usable: 1 }) as AddressView;
const SAVINGS = anAddress('1', 'TSAVINGS');
const FRIEND = anAddress('2', 'TFRIEND');
const ETHER = anAddress('3', '0xETHER', 'ERC20');

let queries: QueryClient;
let show: (networks: WithdrawalFactsView['networks']) => void;

beforeAll(async () => {
  await speak('en');
  await speakMore(depositsWords);
});
beforeEach(() => {
  window.sessionStorage.clear();
  queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  sent.mockReset().mockImplementation((path) => {
    if (path === 'wallet/out_preview')
      return Promise.resolve({ network: '', number: '50', fee: '1', real_number: '49' });
    if (path === 'user/proofs')
      return Promise.resolve({ groups: [], possible: 1, hold_hours: 0, sent_to: '', wallets: [] });
    return new Promise(() => undefined);
  });
});

function open(networks: WithdrawalFactsView['networks'], book: AddressView[], address = '/') {
  queries.setQueryData(addressesOf(3).queryKey, book);
  const page = (offered: WithdrawalFactsView['networks']) => (
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <MemoryRouter initialEntries={[address]}>
          <WithdrawalForm
            user={{ id: 7 } as SessionUser}
            coins={[coin]}
            coin={coin}
            facts={facts(...offered)}
            onCoin={() => undefined}
            onDone={() => undefined}
          />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>
  );
  const { rerender } = render(page(networks));
  show = (offered) => rerender(page(offered));
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const network = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name: new RegExp(`^${name}`) });
const confirm = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Withdraw' });
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const commands = () => sent.mock.calls.filter(([path]) => path === 'wallet/out');

/** As far as the fund password on the sheet. */
async function review() {
  await userEvent.type(screen.getByLabelText('Amount'), '50');
  await press('Continue');
  const sheet = await screen.findByRole('dialog');
  await waitFor(() => expect(confirm().disabled).toBe(false));
  await userEvent.type(screen.getByLabelText('Fund password'), '582913');
  return sheet;
}

describe('the way of a withdrawal', () => {
  it('is not changed on its sheet when its network is switched off: the sheet closes and says why', async () => {
    open([tron, ethereum], [SAVINGS, ETHER]);
    const sheet = await review();
    expect(within(sheet).getByText(/TRC20/)).toBeTruthy();
    show([ethereum]);
    await gone();
    expect(screen.getByText(/has changed since you reviewed/)).toBeTruthy();
    expect(screen.getByText(/^TRC20 is not offered for withdrawing USDT/)).toBeTruthy();
    expect(network('ERC20').checked).toBe(false);
    await press('Continue');
    expect(screen.queryByRole('dialog')).toBeNull();
    // Nothing that was typed is lost.
    expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('50');
    await userEvent.click(network('ERC20'));
    await press('Continue');
    const other = await screen.findByRole('dialog');
    expect(within(other).getByText(/ERC20/)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Fund password').value).toBe('582913');
    expect(screen.queryByText(/has changed since you reviewed/)).toBeNull();
    expect(commands()).toEqual([]);
  });

  it('is not changed on its sheet when its address is deleted: no other address takes its place', async () => {
    open([tron], [SAVINGS, FRIEND]);
    await userEvent.click(screen.getByText('Choose an address'));
    await userEvent.click(await screen.findByText(SAVINGS.address));
    await gone();
    await review();
    act(() => void queries.setQueryData(addressesOf(3).queryKey, [FRIEND]));
    await gone();
    expect(screen.getByText(/has changed since you reviewed/)).toBeTruthy();
    expect(screen.queryByText(FRIEND.address)).toBeNull();
    expect(screen.getByText('Choose an address')).toBeTruthy();
  });

  it('stays the address that was the only one, when it was reviewed', async () => {
    open([tron], [SAVINGS]);
    await review();
    act(() => void queries.setQueryData(addressesOf(3).queryKey, [FRIEND]));
    await gone();
    expect(screen.queryByText(FRIEND.address)).toBeNull();
  });

  it('is not changed on its sheet when another card is bound', async () => {
    const card = (number: string) => ({ bank_name: 'First Bank', bank_account: number });
    queries.setQueryData(bankCard.queryKey, card('6222021234567890') as never);
    open([bank], []);
    await review();
    act(() => void queries.setQueryData(bankCard.queryKey, card('6222029999999999') as never));
    await gone();
    expect(screen.getByText(/has changed since you reviewed/)).toBeTruthy();
  });

  it('stands still on its sheet while what was sent is not answered', async () => {
    open([tron, ethereum], [SAVINGS, ETHER]);
    const sheet = await review();
    await userEvent.click(confirm());
    await waitFor(() => expect(commands()).toHaveLength(1));
    show([ethereum]);
    expect(within(sheet).getByText(/TRC20/)).toBeTruthy();
    expect(within(sheet).queryByText(/ERC20/)).toBeNull();
  });

  it('has no network where another one is asked for than is offered', async () => {
    open([tron], [SAVINGS], '/?network=BEP20');
    expect(screen.getByText(/^BEP20 is not offered for withdrawing USDT/)).toBeTruthy();
    expect(network('TRC20').checked).toBe(false);
    expect(screen.queryByText(SAVINGS.address)).toBeNull();
    await userEvent.type(screen.getByLabelText('Amount'), '50');
    await press('Continue');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent.mock.calls.some(([path]) => path === 'wallet/out_preview')).toBe(false);
  });

  it('takes the only address of a network when the other network of the book was chosen before', async () => {
    open([tron, ethereum], [SAVINGS, FRIEND, ETHER]);
    await userEvent.click(screen.getByText('Choose an address'));
    await userEvent.click(await screen.findByText(FRIEND.address));
    await gone();
    await userEvent.click(network('ERC20'));
    expect(screen.getByText(ETHER.address)).toBeTruthy();
    await userEvent.click(network('TRC20'));
    expect(screen.getByText(FRIEND.address)).toBeTruthy();
  });
});
