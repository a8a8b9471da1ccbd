import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import type { WithdrawalCurrencyView } from '../../../../server/contract/wallet/wallet-withdrawals.dto';
import { speak, speakMore } from '../../../languages';
import { depositsWords } from '../../../languages/deposits';
import { post } from '../../../platform/api';
import { endSession, rememberUser, beginSession, type SessionUser } from '../../../platform/session';
import { proofsOf, user as userQuery } from '../../account/profile';
import { AddAddressForm } from './add-address-form';
import { withdrawalCoins } from './withdrawals.api';

jest.mock('../../../platform/api', () => ({ ...jest.requireActual('../../../platform/api'), post: jest.fn() }));

const network = (name: string, chain: string) => ({ network: name, chain, min_number: '1', fee: '0', rate: '0' });
const COINS = [
  { id: 3, name: 'USDT', networks: [network('TRC20', 'tron'), network('ERC20', 'ethereum')] },
  { id: 4, name: 'USDC', networks: [network('ERC20', 'ethereum')] },
] as unknown as WithdrawalCurrencyView[];
const USER = { id: 7, has_fund_password: 1 } as SessionUser;

beforeAll(async () => {
  await speak('en');
  await speakMore(depositsWords);
});
beforeEach(() => {
  window.sessionStorage.clear();
  beginSession('token');
  rememberUser(USER);
});
afterEach(endSession);

function open(address: string) {
  jest
    .mocked(post)
    .mockReset()
    .mockReturnValue(new Promise(() => undefined));
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  queries.setQueryData(withdrawalCoins.queryKey, COINS);
  queries.setQueryData(userQuery.queryKey, USER as never);
  queries.setQueryData(proofsOf('address').queryKey, { groups: [] } as never);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <MemoryRouter initialEntries={[address]}>
          <AddAddressForm onDone={() => undefined} />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

const chosen = () =>
  screen
    .getAllByRole<HTMLInputElement>('radio')
    .filter(({ checked }) => checked)
    .map(({ labels }) => labels?.[0]?.textContent ?? '');

it('takes no other network in the place of one that is not offered, and sends nothing', async () => {
  open('/?coin=USDC&network=TRC20');
  expect(screen.getByText(/^TRC20 is not offered for withdrawing USDC/)).toBeTruthy();
  expect(chosen()).toEqual(['USDC']);
  await userEvent.type(screen.getByLabelText('Withdrawal address'), 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH');
  await userEvent.type(screen.getByLabelText('Fund password'), '582913');
  await userEvent.click(screen.getByRole('button', { name: /Save/ }));
  expect(jest.mocked(post).mock.calls.filter(([path]) => path === 'wallet/addaddress')).toEqual([]);
  await userEvent.click(screen.getByRole('radio', { name: /ERC20/ }));
  expect(screen.queryByText(/is not offered/)).toBeNull();
  expect(chosen()).toEqual(['USDC', expect.stringMatching(/^ERC20/)]);
});

it('takes the first network without a wish, and keeps a chosen one with another coin that has it', async () => {
  open('/?coin=USDT');
  expect(chosen()).toEqual(['USDT', expect.stringMatching(/^TRC20/)]);
  await userEvent.click(screen.getByRole('radio', { name: 'USDC' }));
  expect(chosen()).toEqual(['USDC', expect.stringMatching(/^ERC20/)]);
  expect(screen.queryByText(/is not offered/)).toBeNull();
});

it('takes no other coin in the place of one that was written down and is not offered any more', () => {
  window.sessionStorage.setItem('draft:7:withdrawal-address', JSON.stringify({ coin: 'GONE', network: '' }));
  open('/');
  expect(screen.getByText(/^GONE cannot be withdrawn here/)).toBeTruthy();
  expect(chosen()).toEqual([]);
});
