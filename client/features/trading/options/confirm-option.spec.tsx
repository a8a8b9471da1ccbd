import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import type { OptionOrderView, OptionQuoteView } from '../../../../server/contract/trading/options.dto';
import { speak, speakMore } from '../../../languages';
import { optionWords } from '../../../languages/options';
import { CallFailed } from '../../../platform/api';
import { ConfirmOption } from './confirm-option';
import * as api from '../option-orders';

jest.mock('../option-orders', () => ({
  ...jest.requireActual('../option-orders'),
  askQuote: jest.fn(),
  buyOption: jest.fn(),
}));
const askQuote = jest.mocked(api.askQuote);
const buyOption = jest.mocked(api.buyOption);
const wish: api.OptionWish = {
  marketId: 1,
  currencyId: 3,
  direction: 'rise',
  seconds: 60,
  stake: '12.5',
  account: 'simulation_account',
};
let quotes = 0;
const aQuote = (): OptionQuoteView => {
  quotes += 1;
  const at = Date.now();
  return {
    quoteId: `quote-${quotes}`,
    expiresAt: at + 3000,
    market: 'BTC/USDT',
    marketId: 1,
    direction: 'rise',
    seconds: 60,
    demo: true,
    currencyId: 3,
    stake: '12.5',
    fee: '0.125',
    cost: '12.625',
    payoutRatio: '0.8',
    winnings: '10',
    breakEvenRate: '0.5612',
    entryAt: at,
    entryPrice: `6500${quotes}.123`,
    evenFrom: null,
    evenTo: null,
    windowFrom: at + 55_000,
    closesAt: at + 60_000,
    windowSeconds: 5,
    priceDecimals: 3,
    balance: '100',
    balanceAfter: '87.375',
    at,
  };
};

beforeAll(async () => {
  await speak('en');
  await speakMore(optionWords);
});
beforeEach(() => {
  quotes = 0;
  askQuote.mockReset().mockImplementation(async () => aQuote());
  buyOption.mockReset();
  onBought.mockReset();
  onClose.mockReset();
});

const onBought = jest.fn();
const onClose = jest.fn();
const queries = new QueryClient();
/** @param opening null: nothing is to be confirmed. */
const tree = (blocked: string | null, opening: number | null, wanted = wish) => (
  <MantineProvider env="test">
    <QueryClientProvider client={queries}>
      <MemoryRouter>
        <ConfirmOption
          wanted={opening === null ? null : { opening, wish: wanted, symbol: 'BTC/USDT', unit: 'USDT', blocked }}
          onClose={onClose}
          onBought={onBought}
        />
      </MemoryRouter>
    </QueryClientProvider>
  </MantineProvider>
);
async function show(blocked: string | null = null): Promise<void> {
  render(tree(blocked, 1));
  await act(async () => undefined);
}
const buy = () => userEvent.click(screen.getByRole('button', { name: /Buy rise|Ask again/ }));

describe('the confirmation of an option', () => {
  it('shows the entry, what may come back, the hit rate and who the other side is', async () => {
    await show();
    const words = document.body.textContent ?? '';
    for (const part of ['65,001.123', '12.625', '22.5', '56.12%', 'The platform itself', 'DEMO', 'Valid for']) {
      expect(words).toContain(part);
    }
  });

  it('buys once at the quote that is shown, however often the button is pressed', async () => {
    let answer: (order: OptionOrderView) => void = () => undefined;
    buyOption.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
    await show();
    await buy();
    await buy();
    expect(buyOption).toHaveBeenCalledTimes(1);
    expect(buyOption.mock.calls[0]?.slice(0, 2)).toEqual([wish, 'quote-1']);
    await act(async () => answer({ id: '5' } as OptionOrderView));
    expect(onBought).toHaveBeenCalledTimes(1);
    // The sheet is on its way down, and the finger is not off yet.
    await buy();
    expect(buyOption).toHaveBeenCalledTimes(1);
  });

  it('repeats a try whose outcome is not known with its own quote and key', async () => {
    buyOption
      .mockRejectedValueOnce(new CallFailed('unreachable', ''))
      .mockResolvedValue({ id: '5' } as OptionOrderView);
    await show();
    await buy();
    await screen.findByText(/cannot be placed twice/);
    await buy();
    expect(buyOption).toHaveBeenCalledTimes(2);
    expect(buyOption.mock.calls[1]).toEqual(buyOption.mock.calls[0]);
  });

  it('stays open until it is known what became of the order', async () => {
    let answer: (order: OptionOrderView) => void = () => undefined;
    buyOption.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
    await show();
    await buy();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(onClose).not.toHaveBeenCalled();
    await act(async () => answer({ id: '5' } as OptionOrderView));
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('repeats such a try although its sheet was closed meanwhile, and buys anew after it', async () => {
    buyOption
      .mockRejectedValueOnce(new CallFailed('unreachable', ''))
      .mockResolvedValue({ id: '5' } as OptionOrderView);
    const { rerender } = render(tree(null, 1));
    await act(async () => undefined);
    await buy();
    await screen.findByText(/cannot be placed twice/);
    rerender(tree(null, null));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    rerender(tree(null, 2));
    expect(await screen.findByText(/cannot be placed twice/)).toBeTruthy();
    expect(screen.getByText('65,001.123')).toBeTruthy();
    await buy();
    expect(buyOption.mock.calls[1]).toEqual(buyOption.mock.calls[0]);
    expect(onBought).toHaveBeenCalledTimes(1);
    rerender(tree(null, 3));
    await screen.findByText('65,002.123');
    await buy();
    const [first, , third] = buyOption.mock.calls;
    expect(third?.[1]).toBe('quote-2');
    expect(third?.[2]).not.toBe(first?.[2]);
  });

  it('repeats such a try although another option was bought, or refused, meanwhile', async () => {
    const dearer = { ...wish, stake: '20' };
    buyOption.mockRejectedValueOnce(new CallFailed('unreachable', ''));
    const { rerender } = render(tree(null, 1));
    await act(async () => undefined);
    await buy();
    await screen.findByText(/cannot be placed twice/);
    for (const [opening, outcome] of [
      [2, async () => ({ id: '6' }) as OptionOrderView],
      [3, () => Promise.reject(new CallFailed('refused', 'The market is closed', 'market.closed'))],
    ] as const) {
      buyOption.mockImplementationOnce(outcome);
      rerender(tree(null, opening, dearer));
      await act(async () => undefined);
      expect(screen.queryByText(/cannot be placed twice/)).toBeNull();
      await buy();
      await act(async () => undefined);
    }
    buyOption.mockResolvedValue({ id: '5' } as OptionOrderView);
    rerender(tree(null, 4));
    expect(await screen.findByText(/cannot be placed twice/)).toBeTruthy();
    expect(screen.getByText('65,001.123')).toBeTruthy();
    await buy();
    expect(buyOption).toHaveBeenCalledTimes(4);
    expect(buyOption.mock.calls[3]).toEqual(buyOption.mock.calls[0]);
  });

  it.each([
    ['options.price-moved', /The price had moved/],
    ['options.quote-expired', /The quote had expired/],
  ] as const)('answers %s with a new quote and a new key', async (code, words) => {
    buyOption
      .mockRejectedValueOnce(new CallFailed('refused', 'no', code))
      .mockResolvedValue({ id: '5' } as OptionOrderView);
    await show();
    await buy();
    await screen.findByText(words);
    expect(onBought).not.toHaveBeenCalledWith(expect.objectContaining({ id: '6' }));
    await buy();
    const [first, second] = buyOption.mock.calls;
    expect([first?.[1], second?.[1]]).toEqual(['quote-1', 'quote-2']);
    expect(second?.[2]).not.toBe(first?.[2]);
  });

  it('asks people who are not verified whether they want to be', async () => {
    buyOption.mockRejectedValue(new CallFailed('unverified', 'no', 'verification.required'));
    await show();
    await buy();
    expect(await screen.findByRole('button', { name: 'Go to verification' })).toBeTruthy();
  });

  it('says in words why there is no quote, and asks for another one when told to', async () => {
    askQuote.mockRejectedValueOnce(new CallFailed('refused', 'The market is closed', 'market.closed'));
    await show();
    await screen.findByText('The market is closed');
    await userEvent.click(screen.getByRole('button', { name: 'Get a new quote' }));
    expect(await screen.findByText('65,001.123')).toBeTruthy();
  });

  it('buys nothing where the market is not to be traded', async () => {
    await show('Trading in this pair is halted.');
    expect(screen.getByText('Trading in this pair is halted.')).toBeTruthy();
    expect(askQuote).not.toHaveBeenCalled();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Buy rise' }).disabled).toBe(true);
  });
});
