import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { speak } from '../../../languages';
import { CallFailed } from '../../../platform/api';
import type { Holding } from '../balances';
import { TransferForm } from './transfer-form';
import * as api from './transfers.api';

const pocket = (available: string) => ({ available, frozen: '0.00000000' });
const usdt: Holding = {
  currencyId: 3,
  code: 'USDT',
  price: '1',
  pricedAt: null,
  accounts: ['spot', 'option', 'contract', 'trust'],
  pockets: {
    spot: pocket('100.50000001'),
    option: pocket('0.00000000'),
    contract: pocket('7.00000000'),
    trust: pocket('0.00000000'),
  },
};

jest.mock('../balances', () => ({
  ...jest.requireActual('../balances'),
  useWallet: () => ({ holdings: [usdt], failure: null, reload: async () => undefined }),
}));
jest.mock('./transfers.api', () => ({ transfer: jest.fn() }));
const transfer = jest.mocked(api.transfer);

beforeAll(() => speak('en'));
beforeEach(() => transfer.mockReset());

function show() {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <TransferForm wish={{}} />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

const field = () => screen.getByLabelText<HTMLInputElement>('Amount');
const send = () => userEvent.click(screen.getByRole('button', { name: 'Transfer' }));
const type = (text: string) => userEvent.type(field(), text);

describe('the transfer form', () => {
  it.each([
    ['nothing', '{Tab}', 'Please fill this in'],
    ['no amount', 'abc', 'This is not an amount'],
    ['zero', '0,00', 'This is not an amount'],
    ['too many decimals', '1.123456789', 'At most 8 decimals'],
    ['more than there is, by the last digit', '100.50000002', 'Transfer balance insufficient'],
  ])('refuses %s at the field, and sends nothing', async (_name, typed, words) => {
    show();
    await type(typed);
    await send();
    expect(screen.getByText(words)).toBeTruthy();
    expect(transfer).not.toHaveBeenCalled();
  });

  it('is short about what is there while nothing is typed', () => {
    show();
    expect(screen.getByText('Available').parentElement?.textContent).toContain('Spot100.50 USDT');
  });

  it('understands a decimal comma and shows what would stay', async () => {
    show();
    await type('0,5');
    expect(screen.getByText('Reads as 0.5 USDT')).toBeTruthy();
    const after = screen.getByText('Balances after the transfer').parentElement;
    expect(after?.textContent).toContain('Spot100.50 →100.00 USDT');
    // All of it for who presses it.
    await userEvent.click(screen.getByRole('button', { name: '100.00 USDT' }));
    expect(after?.textContent).toContain('Spot100.50 →100.00000001 USDT');
    transfer.mockResolvedValue('Operation successful');
    await send();
    expect(transfer).toHaveBeenCalledWith(
      { from: 'spot', to: 'option', currencyId: 3, amount: '0.5' },
      expect.stringMatching(/^[0-9a-f]{32}$/),
    );
    expect(field().value).toBe('');
  });

  it('enters exactly everything', async () => {
    show();
    await userEvent.click(screen.getByRole('button', { name: 'Max' }));
    expect(field().value).toBe('100.50000001');
    transfer.mockResolvedValue('ok');
    await send();
    expect(transfer.mock.calls[0]?.[0]).toMatchObject({ amount: '100.50000001' });
  });

  it('swaps the accounts, and what is available with them', async () => {
    show();
    await userEvent.click(screen.getByRole('button', { name: 'Swap the accounts' }));
    await type('1');
    await send();
    expect(screen.getByText('Transfer balance insufficient')).toBeTruthy();
  });

  it('keeps what was typed when the server refuses, with its words at the field', async () => {
    transfer.mockRejectedValue(new CallFailed('refused', 'No money there', 'wallet.transfer-insufficient'));
    show();
    await type('1');
    await send();
    expect(screen.getByText('No money there')).toBeTruthy();
    expect(field().value).toBe('1');
    expect(document.activeElement).toBe(field());
  });

  it('sends once while it is on its way, and again with the same key when nobody knows what became of it', async () => {
    let fail = (_failure: Error) => {};
    transfer.mockImplementationOnce(
      () =>
        new Promise((_resolve, reject) => {
          fail = reject;
        }),
    );
    show();
    await type('1');
    await send();
    await userEvent.type(field(), '{Enter}');
    expect(transfer).toHaveBeenCalledTimes(1);
    await act(async () => fail(new CallFailed('timeout', '')));
    transfer.mockResolvedValue('ok');
    await send();
    expect(transfer).toHaveBeenCalledTimes(2);
    expect(transfer.mock.calls[1]).toEqual(transfer.mock.calls[0]);
  });
});
