import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import type { StayView } from '../../../../server/contract/wallet/own-limits.dto';
import type { OtcAdvertView, OtcOfferView, OtcSide } from '../../../../server/contract/trading/otc-market.dto';
import type { OtcPreviewView } from '../../../../server/contract/trading/otc-orders.dto';
import { speak, speakMore } from '../../../languages';
import { otcWords } from '../../../languages/otc';
import * as api from '../../../platform/api';
import { ownStay } from '../../../platform/own-break';
import { beginSession, endSession, rememberUser, type SessionUser } from '../../../platform/session';
import { AdvertForm } from './advert-form';
import type { OrderWish } from './otc.api';
import { OwnAdvert } from './own-advert';
import { ReviewOrder } from './review-order';
import { TakeAdvert } from './take-advert';

jest.mock('../../../platform/api', () => ({
  ...jest.requireActual('../../../platform/api'),
  get: jest.fn(),
  post: jest.fn(),
}));
const [get, post] = [jest.mocked(api.get), jest.mocked(api.post)];

const HOUR_MS = 3_600_000;
const BREAK = /^You are taking a break until 20\d\d/;
const STAY: StayView = {
  due: false,
  due_in: 0,
  check_minutes: 0,
  minutes: 0,
  today_minutes: 0,
  result: '0',
  break_until: Date.now() + HOUR_MS,
  excluded_until: null,
};
const COIN = { currency_id: 3, currency_name: 'USDT', currency_logo: '', min_number: '1', scale: 6 };
const OFFER: OtcOfferView = { coins: [{ ...COIN, sell_count: 1, buy_count: 1 }], fiats: [], ways: [], windows: [] };
const WISH: OrderWish = { id: '7', value: '710', means: 'money', way: 'bank', payment_id: '3', price: '7.1' };

const advertOf = (type: OtcSide): OtcAdvertView => ({
  id: '7',
  seller_id: '9',
  seller_name: 'Lotus',
  type,
  currency_id: 3,
  currency_name: 'USDT',
  currency_logo: '',
  coin_code: 'CNY',
  pricing: 'fixed',
  price: '7.1',
  ratio: '',
  total_number: '1000',
  surplus_number: '1000',
  min_number: '10',
  max_number: '5000',
  way: 'bank',
  window: 30,
  terms: '',
  state: 'offline',
  is_done: 0,
  scale: 6,
  create_time: '2026-01-16 03:04:05',
  version: 1,
  merchant: {
    id: '9',
    seller_name: 'Lotus',
    since: '2026-01-01',
    orders: 1,
    completion_rate: '0.00',
    release_seconds: null,
  },
});

const previewOf = (side: OtcPreviewView['side']): OtcPreviewView => ({
  side,
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
});

beforeAll(async () => {
  await speak('en');
  await speakMore(otcWords);
});
beforeEach(() => {
  beginSession('token');
  rememberUser({ id: 7, review_status: 2, has_fund_password: 1 } as SessionUser);
});
afterEach(() => endSession());

/** @param side what the merchant of the advert does */
function show(page: React.ReactElement, side: OtcSide = 'sell'): void {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  client.setQueryData(ownStay.queryKey, STAY);
  get.mockImplementation(async (path: string) => {
    if (path === 'ctc/product/all') return OFFER;
    if (path === 'ctc/product/info') return advertOf(side);
    return path === 'ctc/payment/list' ? [] : null;
  });
  post.mockImplementation(async () => previewOf(side === 'buy' ? 'sell' : 'buy'));
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <MemoryRouter>{page}</MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });

describe('a break of the user', () => {
  it('is said where coins are bought of a merchant', async () => {
    show(<TakeAdvert id="7" />, 'sell');
    expect(await screen.findByText(BREAK)).toBeTruthy();
    expect((await button('Next')).disabled).toBe(true);
  });

  it('is not said where coins are sold', async () => {
    show(<TakeAdvert id="7" />, 'buy');
    expect((await button('Next')).disabled).toBe(false);
    expect(screen.queryByText(BREAK)).toBeNull();
  });

  it.each([
    ['buy', 'sell', true],
    ['sell', 'buy', false],
  ] as const)('that begins while an order to %s is looked over: %s, %s', async (_what, side, isBarred) => {
    show(<ReviewOrder wish={WISH} onRefused={() => undefined} onWords={() => undefined} />, side);
    expect((await button('Place the order')).disabled).toBe(isBarred);
    expect(screen.queryAllByText(BREAK)).toHaveLength(isBarred ? 1 : 0);
  });

  it('is said on the form of an advert as soon as it is to buy, and is over when it ends', async () => {
    show(<AdvertForm id={null} />);
    expect((await button('Publish')).disabled).toBe(false);
    await userEvent.click(screen.getByRole('radio', { name: 'Buy' }));
    expect(screen.getByText(BREAK)).toBeTruthy();
    expect((await button('Publish')).disabled).toBe(true);
    await userEvent.click(screen.getByRole('radio', { name: 'Sell' }));
    expect(screen.queryByText(BREAK)).toBeNull();
    expect((await button('Publish')).disabled).toBe(false);
  });

  it.each([
    ['buy', true],
    ['sell', false],
  ] as const)('keeps an own advert to %s from being shown again: %s', async (type, isBarred) => {
    show(<OwnAdvert advert={advertOf(type)} />, type);
    await userEvent.click(await button('Show'));
    const sheet = await screen.findByRole('dialog');
    expect(within(sheet).queryAllByText(BREAK)).toHaveLength(isBarred ? 1 : 0);
    // The eye of the password has the same word.
    const [send] = within(sheet)
      .getAllByRole<HTMLButtonElement>('button', { name: 'Show' })
      .filter(({ type: kind }) => kind === 'submit');
    expect(send?.disabled).toBe(isBarred);
  });
});
