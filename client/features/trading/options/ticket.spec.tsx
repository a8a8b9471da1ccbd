import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import type { OptionTermView, PayableCurrencyView } from '../../../../server/contract/trading/options.dto';
import { speak, speakMore } from '../../../languages';
import { optionWords } from '../../../languages/options';
import { chooseAccountType } from '../../../platform/account-type';
import { beginSession, endSession, rememberUser, type SessionUser } from '../../../platform/session';
import type { Market } from '../../markets/market-list';
import { Ticket } from './ticket';

let isLoggedIn = true;
jest.mock('../../../platform/session', () => ({
  ...jest.requireActual('../../../platform/session'),
  useLoggedIn: () => isLoggedIn,
}));

const term = (seconds: number, more: Partial<OptionTermView> = {}) =>
  ({
    seconds,
    profit_ratio: '80.00',
    even_profit_ratio: '300.00',
    fee_ratio: '1.00',
    types: [1, 2, 3],
    min_num: '10',
    max_num: '5000',
    window_seconds: 5,
    ...more,
  }) as OptionTermView;
const currency = {
  id: 3,
  name: 'USDT',
  micro_numbers: [{ id: 1, currency_id: 3, number: '50', currency_name: 'USDT' }],
  user_wallet: { micro_balance: '1000.00000000' },
} as PayableCurrencyView;
const onWant = jest.fn();

beforeAll(async () => {
  await speak('en');
  await speakMore(optionWords);
});
beforeEach(() => {
  isLoggedIn = true;
  onWant.mockReset();
});

function show(blocked: string | null = null, terms = [term(60), term(300)]): void {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <Ticket
            market={{ id: 1, symbol: 'BTC/USDT' } as Market}
            terms={terms}
            currencies={isLoggedIn ? [currency] : []}
            blocked={blocked}
            onWant={onWant}
          />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
}
const field = () => screen.getByLabelText<HTMLInputElement>('Amount');
const press = (name: RegExp) => userEvent.click(screen.getByRole('button', { name }));

describe('the ticket of options', () => {
  it('understands a decimal comma and wants exactly what was chosen', async () => {
    show();
    await userEvent.click(screen.getByLabelText(/5 min/));
    await userEvent.type(field(), '12,5');
    await press(/Fall/);
    const wish = {
      marketId: 1,
      currencyId: 3,
      direction: 'fall',
      seconds: 300,
      stake: '12.5',
      account: 'real_account',
    };
    expect(onWant).toHaveBeenCalledWith(wish, 'USDT');
  });

  it('enters quick amounts, and with Max the most that pays for its fee too', async () => {
    show();
    await press(/^50$/);
    expect(field().value).toBe('50');
    const chip = () => screen.getByRole('button', { name: /^50$/ });
    expect(chip().ariaPressed ?? chip().getAttribute('aria-pressed')).toBe('true');
    await press(/Max/);
    expect(chip().getAttribute('aria-pressed')).toBe('false');
    expect(field().value).toBe('990.0990099');
    await press(/Rise/);
    expect(onWant).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['nothing', '', 'Please enter an amount'],
    ['too little', '9.99', 'At least 10 USDT'],
    ['too much', '5000.01', 'At most 5,000 USDT'],
    ['more than there is with the fee', '990.09900991', 'Not enough in the option account'],
  ])('wants nothing with %s, and says why', async (_name, typed, words) => {
    show();
    if (typed !== '') await userEvent.type(field(), typed);
    await press(/Rise/);
    expect(screen.getByText(words)).toBeTruthy();
    expect(onWant).not.toHaveBeenCalled();
  });

  it('says before any button is pressed how often one must be right, and who the other side is', () => {
    show();
    const words = document.body.textContent ?? '';
    for (const part of ['56.12%', 'Counterparty: The platform itself', 'last 5 seconds', '1%', '10 – 5,000']) {
      expect(words).toContain(part);
    }
  });

  it('cannot be used where the market is not to be traded, and says why', async () => {
    show('The market is closed.');
    expect(screen.getByText('The market is closed.')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /Rise/ }).disabled).toBe(true);
  });

  it('offers only the directions that the time has', () => {
    show(null, [term(60, { types: [1, 2] })]);
    expect(screen.queryByRole('button', { name: /Even/ })).toBeNull();
  });

  it('leads a guest to the login', () => {
    isLoggedIn = false;
    show();
    expect(screen.getByRole('link', { name: 'Log in to trade' }).getAttribute('href')).toContain('backpage=');
    expect(screen.queryByRole('button', { name: /Rise/ })).toBeNull();
  });

  it('takes no amount that was typed for another account', async () => {
    beginSession('token');
    rememberUser({ id: 7 } as SessionUser);
    try {
      show();
      await userEvent.type(field(), '250');
      act(() => chooseAccountType('simulation_account'));
      expect(field().value).toBe('');
    } finally {
      act(() => endSession());
    }
  });
});
