import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { speak, speakMore } from '../../../languages';
import { trustWords } from '../../../languages/trust';
import { CallFailed, get, post } from '../../../platform/api';
import { Purchase } from './purchase';

jest.mock('../../../platform/api', () => ({
  ...jest.requireActual('../../../platform/api'),
  get: jest.fn(),
  post: jest.fn(),
}));
jest.mock('../../../platform/use-account-events', () => ({ useAccountEvents() {}, useAccountEventsStart() {} }));
jest.mock('../../wallet/balances', () => ({
  useRefresh: () => () => undefined,
  useWallet: () => ({
    holdings: [
      {
        currencyId: 3,
        pockets: { trust: { available: '0', frozen: '0' }, spot: { available: '5000.12345678', frozen: '0' } },
      },
    ],
  }),
}));

const product = {
  id: 1,
  name: 'USDT 15-day trust',
  currency_id: 3,
  currency_name: 'USDT',
  interest_rate: '6',
  daily_ratio: '0.004',
  day: 15,
  save_min: '1000',
  save_max: '4000',
  quota_left: '3500.5',
  scale: 8,
  redemption_rule: 'remaining-days',
  redemption_ratio: '0.004',
  penalty_capped: false,
  yield_source: 'house',
  intro: '',
};
const preview = {
  product,
  amount: '1000',
  daily_interest: '4',
  total_interest: '60',
  start_day: '2026-03-01',
  first_interest_day: '2026-03-02',
  end_day: '2026-03-16',
  balance: '5000.12345678',
  balance_after: '4000.12345678',
  trust_balance: '0',
  trust_balance_after: '0',
};

const answers = jest.mocked(post);
const purchases = () => answers.mock.calls.filter(([path]) => path === 'lh/deposit');
let buy: () => Promise<unknown>;
let previewed: typeof preview;

beforeAll(async () => {
  await speak('en');
  await speakMore(trustWords);
});
beforeEach(() => {
  window.sessionStorage.clear();
  previewed = preview;
  buy = async () => 'Submitted';
  jest.mocked(get).mockImplementation((async () => product) as never);
  answers
    .mockReset()
    .mockImplementation(((path: string) => (path === 'lh/deposit' ? buy() : Promise.resolve(previewed))) as never);
});

async function show() {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <Routes>
            <Route path="/" element={<Purchase id="1" />} />
            <Route path="/pages/trust/hosting" element={<p>My orders</p>} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByLabelText('Amount');
}

const field = () => screen.getByLabelText<HTMLInputElement>('Amount');
const click = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const tick = () => userEvent.click(screen.getByRole('checkbox'));
const fact = (label: string) => screen.getByText(label).nextElementSibling?.textContent;

describe('buying a trust product', () => {
  it.each([
    ['{Tab}', 'Please fill this in'],
    ['999,99999999', 'The minimum is 1,000 USDT'],
    ['1000.123456789', 'At most 8 decimals'],
    ['3500.50000001', 'Only 3,500.5 USDT can still be bought'],
    ['4000.5', 'The maximum of one order is 4,000 USDT'],
  ])('refuses %s at the field and asks nobody', async (typed, words) => {
    await show();
    await tick();
    await userEvent.type(field(), typed);
    await click('Next');
    expect(screen.getByText(words)).toBeTruthy();
    expect(answers).not.toHaveBeenCalled();
  });

  it('enters exactly the most that can be brought', async () => {
    await show();
    await click('Max');
    expect(field().value).toBe('3500.5');
  });

  it('works figures out as the amount is typed, and what leaving early would cost', async () => {
    await show();
    await userEvent.type(field(), '1000');
    expect(fact('Interest a day')).toBe('4 USDT');
    expect(fact('Interest of the whole term')).toBe('60 USDT');
    const early = within(screen.getByText('Before the first interest').parentElement as HTMLElement);
    // 0.4 % x 15 days x 1000, and no interest yet.
    expect(early.getByText('Penalty').nextElementSibling?.textContent).toBe('60 USDT');
    expect(early.getByText('You get back').nextElementSibling?.textContent).toBe('940 USDT');
    expect(early.getByText('60 USDT less than you put in')).toBeTruthy();
  });

  it('wants the agreement ticked, which nobody ticks but the user', async () => {
    await show();
    await userEvent.type(field(), '1000');
    await click('Next');
    expect(screen.getByText('Please read and tick the service agreement')).toBeTruthy();
    expect(answers).not.toHaveBeenCalled();
  });

  it('asks once more with the server’s figures, sends once, and repeats with the same key', async () => {
    let fail = (_failure: Error) => {};
    buy = () =>
      new Promise((_resolve, reject) => {
        fail = reject;
      });
    await show();
    await tick();
    await userEvent.type(field(), '1000');
    await click('Next');
    await screen.findByText('4,000.12345678', { exact: false });
    await click('Confirm purchase');
    await userEvent.click(screen.getByRole('button', { name: /Confirm purchase/ }));
    expect(purchases()).toHaveLength(1);
    await act(async () => fail(new CallFailed('timeout', '')));
    buy = async () => 'Submitted';
    await waitFor(() => expect(screen.getByRole('alert')).toBeTruthy());
    await click('Confirm purchase');
    await screen.findByText('My orders');
    expect(purchases()).toHaveLength(2);
    expect(purchases()[1]).toEqual(purchases()[0]);
    expect(purchases()[0]?.[1]).toEqual({
      config_id: 1,
      amount: '1000',
      account_type: 'real_account',
      agreement: 1,
      worst_daily_ratio: '0.004',
    });
  });

  it('shows the new interest where it is lower than the one that was shown, keeps everything, and asks again', async () => {
    buy = () => Promise.reject(new CallFailed('refused', 'The rate of a day is 0.3 % now', 'trust.rate-lowered'));
    await show();
    await tick();
    await userEvent.type(field(), '1000');
    await click('Next');
    const sheet = within(await screen.findByRole('dialog'));
    const shown = () => sheet.getByText('Interest a day').nextElementSibling?.textContent;
    await waitFor(() => expect(shown()).toBe('4 USDT'));
    const lowered = { ...product, daily_ratio: '0.003', interest_rate: '4.5' };
    jest.mocked(get).mockImplementation((async () => lowered) as never);
    previewed = { ...preview, product: lowered, daily_interest: '3', total_interest: '45' };
    await userEvent.click(sheet.getByRole('button', { name: 'Confirm purchase' }));
    expect(await sheet.findByText('The rate of a day is 0.3 % now')).toBeTruthy();
    expect(shown()).toBe('3 USDT');
    expect(field().value.replace(',', '')).toBe('1000');
    expect(screen.getByRole<HTMLInputElement>('checkbox', { hidden: true }).checked).toBe(true);
    buy = async () => 'Submitted';
    await userEvent.click(sheet.getByRole('button', { name: 'Confirm purchase' }));
    await screen.findByText('My orders');
    expect(purchases().map(([, body]) => body?.worst_daily_ratio)).toEqual(['0.004', '0.003']);
    // At another interest it is another command.
    expect(new Set(purchases().map(([, , options]) => options?.idempotencyKey)).size).toBe(2);
  });

  it('that nobody knows the outcome of is sent again as it was, whatever the interest is by then', async () => {
    buy = () => Promise.reject(new CallFailed('timeout', ''));
    await show();
    await tick();
    await userEvent.type(field(), '1000');
    await click('Next');
    const sheet = within(await screen.findByRole('dialog'));
    previewed = { ...preview, product: { ...product, daily_ratio: '0.003' }, daily_interest: '3' };
    await userEvent.click(await sheet.findByRole('button', { name: 'Confirm purchase' }));
    await waitFor(() => expect(sheet.getByText('Interest a day').nextElementSibling?.textContent).toBe('3 USDT'));
    buy = async () => 'Submitted';
    await userEvent.click(sheet.getByRole('button', { name: 'Confirm purchase' }));
    await screen.findByText('My orders');
    expect(purchases()).toHaveLength(2);
    expect(purchases()[1]).toEqual(purchases()[0]);
  });

  it('keeps everything when the server refuses, with its words at the field', async () => {
    buy = () => Promise.reject(new CallFailed('refused', 'This product is sold out', 'trust.sold-out'));
    await show();
    await tick();
    await userEvent.type(field(), '1000');
    await click('Next');
    await userEvent.click(await screen.findByRole('button', { name: 'Confirm purchase' }));
    expect(await screen.findByText('This product is sold out')).toBeTruthy();
    // Written in the language's form unless the field has the focus again.
    expect(field().value.replace(',', '')).toBe('1000');
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true);
  });
});
