import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { configure, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import type { ProofsView } from '../../../../server/contract/account/proofs.dto';
import type {
  AddressView,
  WithdrawalCurrencyView,
  WithdrawalFactsView,
  WithdrawalPreviewView,
} from '../../../../server/contract/wallet/wallet-withdrawals.dto';
import { speak, speakMore } from '../../../languages';
import { depositsWords } from '../../../languages/deposits';
import { CallFailed, post } from '../../../platform/api';
import type { SessionUser } from '../../../platform/session';
import { proofsOf } from '../../account/profile';
import { WithdrawalForm } from './withdrawal-form';
import { addressesOf } from './withdrawals.api';

// A bound against hanging; a busy machine takes its time.
configure({ asyncUtilTimeout: 20_000 });
jest.mock('../../../platform/api', () => ({ ...jest.requireActual('../../../platform/api'), post: jest.fn() }));

const network = { network: 'TRC20', chain: 'tron', min_number: '10', fee: '1', rate: '0' } as const;
const coin = { id: 3, name: 'USDT', logo: '', min_number: '10', networks: [network] } as WithdrawalCurrencyView;
const facts = {
  name: 'USDT',
  min_number: '10',
  change_balance: '1000',
  networks: [network],
  left_today: 3,
  arrival_hours: 24,
  held_until: '',
  holds: [] as WithdrawalFactsView['holds'],
  scale: 8,
} as WithdrawalFactsView;
const address = { id: '1', currency: 3, address: 'TXYZ', notes: '', nettype: 'TRC20', usable: 1 } as AddressView;

let waiting = new Map<string, () => void>();

beforeAll(async () => {
  await speak('en');
  await speakMore(depositsWords);
});
beforeEach(() => {
  window.sessionStorage.clear();
  waiting = new Map();
  jest.mocked(post).mockImplementation((path, fields) => {
    const { number } = fields as { number: string };
    if (path !== 'wallet/out_preview') return Promise.reject(new CallFailed('refused', `not asked: ${path}`));
    return new Promise((resolve) => {
      const preview = { network: 'TRC20', number, fee: `0.${number}`, real_number: `${number}.5` };
      waiting.set(number, () => resolve(preview as WithdrawalPreviewView as never));
    });
  });
});

function show() {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  client.setQueryData(addressesOf(3).queryKey, [address]);
  client.setQueryData(proofsOf('withdrawal').queryKey, { groups: [] as unknown[] } as ProofsView);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <WithdrawalForm
            user={{ id: 7 } as SessionUser}
            coins={[coin]}
            coin={coin}
            facts={facts}
            onCoin={() => undefined}
            onDone={() => undefined}
          />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

const asked = (number: string) => waitFor(() => expect(waiting.has(number)).toBe(true));
const confirm = (sheet: HTMLElement) => within(sheet).getByRole<HTMLButtonElement>('button', { name: 'Withdraw' });

it('reviews with the figures of the amount that is asked for, and with none until they are known', async () => {
  show();
  const amount = screen.getByLabelText('Amount');
  await userEvent.type(amount, '20');
  await asked('20');
  waiting.get('20')?.();
  await screen.findByText(/20\.5/);
  await userEvent.clear(amount);
  await userEvent.type(amount, '30');
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  const sheet = await screen.findByRole('dialog');
  await asked('30');
  expect(sheet.textContent).not.toMatch(/20\.5|0\.20/);
  expect(confirm(sheet).disabled).toBe(true);
  waiting.get('30')?.();
  await within(sheet).findByText(/30\.5/);
  expect(confirm(sheet).disabled).toBe(false);
});

it('says in the first step why there are no figures, and asks again', async () => {
  show();
  const known = jest.mocked(post).getMockImplementation();
  jest.mocked(post).mockImplementation(() => Promise.reject(new CallFailed('unreachable', '')));
  await userEvent.type(screen.getByLabelText('Amount'), '40');
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByRole('alert').textContent).toMatch(/server cannot be reached/);
  jest.mocked(post).mockImplementation((...call) => known?.(...call) ?? Promise.reject(new Error('no answer')));
  await userEvent.click(again);
  await asked('40');
  waiting.get('40')?.();
  await screen.findByText(/40\.5/);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('offers to ask again for figures that did not come, and can be confirmed then', async () => {
  show();
  const known = jest.mocked(post).getMockImplementation();
  jest.mocked(post).mockImplementation(() => Promise.reject(new CallFailed('unreachable', '')));
  await userEvent.type(screen.getByLabelText('Amount'), '40');
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  const sheet = await screen.findByRole('dialog');
  const again = await within(sheet).findByRole('button', { name: 'Try again' });
  expect(within(sheet).getByRole('alert').textContent).toMatch(/server cannot be reached/);
  expect(confirm(sheet).disabled).toBe(true);
  jest.mocked(post).mockImplementation((...call) => known?.(...call) ?? Promise.reject(new Error('no answer')));
  await userEvent.click(again);
  await asked('40');
  waiting.get('40')?.();
  await within(sheet).findByText(/40\.5/);
  expect(confirm(sheet).disabled).toBe(false);
  expect(within(sheet).queryByRole('alert')).toBeNull();
});
