import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { TrustOrderView } from '../../../../server/contract/trading/trust.dto';
import { speak, speakMore } from '../../../languages';
import { trustWords } from '../../../languages/trust';
import { CallFailed, post } from '../../../platform/api';
import { serverNow } from '../../../platform/server-clock';
import { RedemptionQuote } from './redemption-quote';

jest.mock('../../../platform/api', () => ({ ...jest.requireActual('../../../platform/api'), post: jest.fn() }));
jest.mock('../../wallet/balances', () => ({ useRefresh: () => () => undefined }));

const order = {
  id: '7',
  amount: '1000',
  currency_name: 'USDT',
  account_type: 'real_account',
} as TrustOrderView;

const answers = jest.mocked(post);
const redemptions = () => answers.mock.calls.filter(([path]) => path === 'lh/deposit/order/cancel');
const asked = () => answers.mock.calls.filter(([path]) => path === 'trust/redemption-quote').length;
let standsMs: number;
let redeem: () => Promise<string>;

beforeAll(async () => {
  await speak('en');
  await speakMore(trustWords);
});
beforeEach(() => {
  standsMs = 60_000;
  redeem = async () => 'Done';
  answers.mockReset().mockImplementation(((path: string) =>
    path === 'trust/redemption-quote'
      ? Promise.resolve({
          quote_id: `quote-${asked()}`,
          penalty: '12',
          returned: '988',
          income: '8',
          net: '996',
          to_trust: '0',
          to_spot: '996',
          remain_day: 3,
          expires_at: serverNow() + standsMs,
          arrival: 'immediate',
        })
      : redeem()) as never);
});

const onClose = jest.fn();
async function show() {
  onClose.mockReset();
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <RedemptionQuote order={order} onClose={onClose} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByText('You receive');
}

const click = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const fact = (label: string) => screen.getByText(label).nextElementSibling?.textContent;

describe('redeeming early', () => {
  it('says exactly what it costs before anything is done', async () => {
    await show();
    expect(fact('You receive')).toBe('996 USDT');
    expect(fact('Principal')).toBe('1,000 USDT');
    expect(fact('Penalty')).toBe('12 USDT');
    expect(fact('Days remaining')).toBe('3');
    expect(screen.getByText('4 USDT less than you put in')).toBeTruthy();
    expect(redemptions()).toEqual([]);
  });

  it('redeems by the figures that were seen, once', async () => {
    let done = (_words: string) => {};
    redeem = () =>
      new Promise((resolve) => {
        done = resolve;
      });
    await show();
    await click('Redeem now');
    await userEvent.click(screen.getByRole('button', { name: /Redeem now/ }));
    expect(redemptions().map(([, fields]) => fields)).toEqual([{ id: '7', quote_id: 'quote-1' }]);
    await act(async () => done('Done'));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('asks for new figures when those that were seen have expired, and decides nothing by them', async () => {
    standsMs = -1;
    await show();
    expect(screen.queryByRole('button', { name: 'Redeem now' })).toBeNull();
    standsMs = 60_000;
    await click('Get new figures');
    expect(await screen.findByRole('button', { name: 'Redeem now' })).toBeTruthy();
    expect(asked()).toBe(2);
  });

  it('shows new figures when the server says that the old ones do not hold any more', async () => {
    redeem = () => Promise.reject(new CallFailed('refused', 'The quote has expired', 'trust.quote-expired'));
    await show();
    await click('Redeem now');
    expect(await screen.findByText('The quote has expired')).toBeTruthy();
    redeem = async () => 'Done';
    await userEvent.click(await screen.findByRole('button', { name: 'Redeem now' }));
    expect(redemptions()[1]?.[1]).toEqual({ id: '7', quote_id: 'quote-2' });
  });

  it('keeps the command when nobody knows what became of it', async () => {
    redeem = () => Promise.reject(new CallFailed('timeout', ''));
    await show();
    await click('Redeem now');
    await screen.findByText('The server did not answer within 60 seconds.');
    redeem = async () => 'Done';
    await click('Redeem now');
    expect(redemptions()[1]).toEqual(redemptions()[0]);
  });
});
