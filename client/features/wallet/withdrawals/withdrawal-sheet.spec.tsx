import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, configure, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import type {
  WithdrawalCurrencyView,
  WithdrawalFactsView,
} from '../../../../server/contract/wallet/wallet-withdrawals.dto';
import { speak, speakMore } from '../../../languages';
import { depositsWords } from '../../../languages/deposits';
import { CallFailed, post } from '../../../platform/api';
import type { SessionUser } from '../../../platform/session';
import { WithdrawalForm } from './withdrawal-form';

jest.mock('../../../platform/api', () => ({ ...jest.requireActual('../../../platform/api'), post: jest.fn() }));
// A bound against hanging; a busy machine takes its time.
configure({ asyncUtilTimeout: 20_000 });
const sent = jest.mocked(post);

const coin = { id: 3, name: 'USDT', logo: '', min_number: '1' } as WithdrawalCurrencyView;
const facts = {
  min_number: '1',
  name: 'USDT',
  change_balance: '1000',
  networks: [{ network: 'TRC20', chain: 'TRC', min_number: '1' }],
  left_today: 3,
  arrival_hours: 24,
  held_until: '',
  holds: [],
  scale: 8,
} as unknown as WithdrawalFactsView;
const address = { id: '7', address: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH', nettype: 'TRC20', notes: '', usable: 1 };
const replies: Record<string, unknown> = {
  'wallet/get_address': [address],
  'wallet/out_preview': { network: 'TRC20', number: '100', fee: '1', real_number: '99' },
  'user/cash_info': {},
  'user/proofs': { groups: [['authenticator']], possible: 1, hold_hours: 0, sent_to: '', wallets: [] },
};
const usual = replies['wallet/out_preview'];
const figures = (fee: string, arrives: string) => ({ network: 'TRC20', number: '100', fee, real_number: arrives });
let answer: () => Promise<unknown>;
const onDone = jest.fn();

beforeAll(async () => {
  await speak('en');
  await speakMore(depositsWords);
});
afterEach(() => jest.useRealTimers());
beforeEach(() => {
  replies['wallet/out_preview'] = usual;
  window.sessionStorage.clear();
  onDone.mockReset();
  sent.mockReset().mockImplementation(async (path) => (path === 'wallet/out' ? answer() : replies[path]));
});

const withdrawals = () => sent.mock.calls.filter(([path]) => path === 'wallet/out');
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

async function review() {
  await press('Continue');
  await screen.findByRole('dialog');
  await screen.findByLabelText(/code/i);
  // Until its figures are there it cannot be sent.
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Withdraw' }).disabled).toBe(false));
}

async function show() {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <WithdrawalForm
            user={{} as SessionUser}
            coins={[coin]}
            coin={coin}
            facts={facts}
            onCoin={() => undefined}
            onDone={onDone}
          />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  await waitFor(() => expect(sent).toHaveBeenCalledWith('wallet/get_address', expect.anything(), expect.anything()));
  await userEvent.clear(screen.getByLabelText('Amount'));
  await userEvent.type(screen.getByLabelText('Amount'), '100');
  await review();
  await userEvent.type(screen.getByLabelText('Fund password'), '582913');
}

async function prove(code: string) {
  const [first] = screen.getAllByLabelText(/^Digit/);
  await userEvent.type(first as HTMLElement, code);
  await press('Withdraw');
}

describe('the sheet of a withdrawal', () => {
  it('keeps the sheet until it is known what became of the withdrawal', async () => {
    let fail = (_failure: Error) => {};
    answer = () =>
      new Promise((_resolve, reject) => {
        fail = reject;
      });
    await show();
    await prove('111111');
    await userEvent.keyboard('{Escape}');
    await press('Close');
    expect(screen.getByRole('dialog')).toBeTruthy();
    await act(async () => fail(new CallFailed('timeout', '')));
    await press('Close');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('repeats one that nobody knows the outcome of under its key with a fresh proof, after its sheet was closed', async () => {
    answer = () => Promise.reject(new CallFailed('timeout', ''));
    await show();
    await prove('111111');
    await press('Close');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    answer = async () => 'Submitted';
    await review();
    await prove('222222');
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
    const [[, first, firstOptions], [, second, secondOptions]] = withdrawals() as [
      (typeof sent.mock.calls)[0],
      (typeof sent.mock.calls)[0],
    ];
    expect([first?.code, second?.code]).toEqual(['111111', '222222']);
    expect(secondOptions?.idempotencyKey).toBe(firstOptions?.idempotencyKey);
  });

  it('sends the fee that it shows, and is done with what the answer says was taken', async () => {
    answer = async () => ({ id: '5', number: '100', rate: '0.9', real_number: '99.1' });
    await show();
    await prove('111111');
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
    expect(withdrawals()[0]?.[1]).toMatchObject({ worst_fee: '1' });
    expect(onDone).toHaveBeenCalledWith(expect.objectContaining({ number: '100', rate: '0.9', real_number: '99.1' }));
  });

  it('claims no figures where the answer has none', async () => {
    answer = async () => null;
    await show();
    await prove('111111');
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
    expect(onDone).toHaveBeenCalledWith(expect.objectContaining({ number: '100', rate: null, real_number: null }));
  });

  it('reads the figures again when the fee was raised, says it, and sends the new one at the next press', async () => {
    answer = () => {
      replies['wallet/out_preview'] = figures('2', '98');
      return Promise.reject(new CallFailed('refused', 'The fee is 2 USDT now', 'withdrawals.fee-raised'));
    };
    await show();
    await prove('111111');
    const sheet = screen.getByRole('dialog');
    await within(sheet).findByText('The fee is 2 USDT now');
    await waitFor(() => expect(sheet.textContent).toMatch(/98/));
    answer = async () => ({ id: '5', number: '100', rate: '2', real_number: '98' });
    await prove('222222');
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
    expect(withdrawals().map(([, fields]) => fields?.worst_fee)).toEqual(['1', '2']);
  });

  it('looks at its figures again while it stands', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    await show();
    replies['wallet/out_preview'] = figures('3', '97');
    act(() => jest.advanceTimersByTime(10_000));
    await waitFor(() => expect(screen.getByRole('dialog').textContent).toMatch(/97/));
  });

  it('repeats what had no answer at the figures that it was sent with, whatever the preview says now', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    answer = () => Promise.reject(new CallFailed('timeout', ''));
    await show();
    await prove('111111');
    await screen.findByRole('alert');
    // It was carried out: there is no money left for another one.
    delete replies['wallet/out_preview'];
    act(() => jest.advanceTimersByTime(10_000));
    answer = async () => ({ id: '5', number: '100', rate: '1', real_number: '99' });
    await prove('222222');
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
    expect(withdrawals().map(([, fields]) => fields?.worst_fee)).toEqual(['1', '1']);
  });
});
