import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import type { OtcOwnMerchantView } from '../../../../server/contract/trading/otc-market.dto';
import type { OtcPreviewView } from '../../../../server/contract/trading/otc-orders.dto';
import { speak, speakMore } from '../../../languages';
import { otcWords } from '../../../languages/otc';
import * as api from '../../../platform/api';
import { MerchantDesk } from './merchant-desk';
import type { OrderWish } from './otc.api';
import { ReviewOrder } from './review-order';

jest.mock('../../../platform/api', () => ({
  ...jest.requireActual('../../../platform/api'),
  get: jest.fn(),
  post: jest.fn(),
}));
const [get, post] = [jest.mocked(api.get), jest.mocked(api.post)];

const WISH: OrderWish = { id: '7', value: '710', means: 'money', way: 'bank', payment_id: '3', price: '7.1' };
const PREVIEW: OtcPreviewView = {
  side: 'sell',
  price: '7.1',
  number: '100',
  deal_money: '710',
  coin_code: 'CNY',
  currency_name: 'USDT',
  way: 'bank',
  window: 30,
  name: 'Ann Example',
  balance: '500',
  balance_after: '400',
};
const ORDER = 'Place the order';

beforeAll(async () => {
  await speak('en');
  await speakMore(otcWords);
});
beforeEach(() => {
  get.mockReset();
  post.mockReset();
});

function show(page: React.ReactElement): void {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <MemoryRouter>{page}</MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

function review(side: OtcPreviewView['side']): void {
  post.mockImplementation(async (path: string) => (path === 'ctc/order/preview' ? { ...PREVIEW, side } : { id: '9' }));
  show(<ReviewOrder wish={WISH} onRefused={() => undefined} onWords={() => undefined} />);
}

const placed = () => post.mock.calls.filter(([path]) => path === 'ctc/order/add').map(([, body]) => body);

it('asks who sells for the fund password before coins are held', async () => {
  review('sell');
  await userEvent.click(await screen.findByRole('button', { name: ORDER }));
  expect(await screen.findByText('Please enter the six digits of your fund password')).toBeTruthy();
  expect(placed()).toEqual([]);
  await userEvent.type(screen.getByLabelText('Fund password'), '582913');
  await userEvent.click(screen.getByRole('button', { name: ORDER }));
  await waitFor(() => expect(placed()).toEqual([{ ...WISH, pay_password: '582913' }]));
});

it('is placed by the key that ends a field, and says beside its button what stands in the way', async () => {
  review('sell');
  await userEvent.type(await screen.findByLabelText('Fund password'), '58{Enter}');
  const missing = await screen.findByText('Please enter the six digits of your fund password');
  expect(missing.parentElement).toBe(screen.getByRole('button', { name: ORDER }).parentElement);
  await userEvent.type(screen.getByLabelText('Fund password'), '2913{Enter}');
  await waitFor(() => expect(placed()).toEqual([{ ...WISH, pay_password: '582913' }]));
});

it('asks who buys for none', async () => {
  review('buy');
  await userEvent.click(await screen.findByRole('button', { name: ORDER }));
  await waitFor(() => expect(placed()).toEqual([WISH]));
  expect(screen.queryByLabelText('Fund password')).toBeNull();
});

it.each([
  ['2026-01-16 03:04:05', 1],
  [null, 0],
])('a merchant is told of a pause until %s', async (paused_until, count) => {
  const me: OtcOwnMerchantView = {
    state: 'admitted',
    nickname: 'Lotus',
    reason: '',
    name: 'Ann Example',
    paused_until,
    orders: 1,
    completion_rate: '0.00',
    release_seconds: null,
  };
  const none = { data: [], page: 1, pages: 1, total: 0 };
  get.mockImplementation(async (path: string) => (path === 'ctc/merchant/info' ? me : none));
  show(<MerchantDesk />);
  expect(await screen.findByText('Lotus')).toBeTruthy();
  expect(screen.queryAllByText(/nobody sells to you/)).toHaveLength(count);
});
