import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { configure, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import type { QuotationPairView } from '../../../../server/contract/markets/quotations.dto';
import type { SpotOrderView, SpotOwnFillView } from '../../../../server/contract/trading/spot.dto';
import type { SpotStopView } from '../../../../server/contract/trading/spot-stops.dto';
import { speak, speakMore } from '../../../languages';
import { spotWords } from '../../../languages/spot';
import { get } from '../../../platform/api';
import { changePreferences } from '../../../platform/preferences';
import { FillHistory } from './fill-history';
import { OrderRow } from './order-row';
import { OrderSheet } from './order-sheet';
import { ORDER_KEY, ORDERS_KEY } from './spot-orders.api';
import { StopList } from './stop-list';

// A bound against hanging; a busy machine takes its time.
configure({ asyncUtilTimeout: 20_000 });
jest.mock('../../../platform/api', () => ({ ...jest.requireActual('../../../platform/api'), get: jest.fn() }));

const PAIR = {
  id: 1,
  symbol: 'BTC/USDT',
  currency_name: 'BTC',
  legal_name: 'USDT',
  price_decimals: 2,
  is_display: 1,
  price_age_ms: null,
} as QuotationPairView;
const FILL = {
  id: '1',
  symbol: 'BTC/USDT',
  type: 1,
  price: '69500',
  quantity: '0.01',
  amount: '695',
  fee: '0.7',
  at: 1_790_000_000_000,
  account_type: 'real_account',
} as unknown as SpotOwnFillView;
const ORDER = {
  id: '1',
  symbol: 'BTC/USDT',
  type: 1,
  target_price: '60000.5',
  trade_price: '0',
  trade_amount: '0.001',
  filled_amount: '0',
  total: '0',
  charge_fee: '0',
  status: 1,
  reason: null,
  time_in_force: 'gtc',
  expires_at: null,
  stop: null,
  paired_stop_id: null,
  exit: null,
  account_type: 'real_account',
  created_at: '2026-11-20 20:31:00',
} as unknown as SpotOrderView;

beforeAll(async () => {
  changePreferences({ language: 'en' });
  await speak('en');
  await speakMore(spotWords);
});
beforeEach(() => {
  jest.mocked(get).mockImplementation(async (path) => {
    if (path === 'currency/quotation_new') return [{ quotation: [PAIR] }];
    return path === 'spot/fills' ? [FILL] : [];
  });
});

const queries = () => new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
const show = (children: ReactNode, client = queries()) =>
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <MemoryRouter>{children}</MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );

describe('a price has the decimals of its market', () => {
  it('in the row of an order', async () => {
    show(<OrderRow order={ORDER} onOpen={() => undefined} />);
    expect(await screen.findByText('60,000.50')).toBeTruthy();
  });

  it('in the row of an order that was executed at the market', async () => {
    show(<OrderRow order={{ ...ORDER, target_price: '0', trade_price: '69431.7455' }} onOpen={() => undefined} />);
    expect(await screen.findByText('69,431.74')).toBeTruthy();
  });

  it('in what is told of an order', async () => {
    const client = queries();
    client.setQueryData([...ORDER_KEY, '1', 'real_account'], {
      order: { ...ORDER, exit: null },
      fills: [FILL],
      amendments: [{ at: 1, limit_before: '60000', limit_after: '60000.5', quantity_before: '1', quantity_after: '2' }],
    });
    show(<OrderSheet order={ORDER} onClose={() => undefined} />, client);
    await screen.findByText('69,500.00');
    expect(screen.getAllByText('60,000.50')).toHaveLength(2);
    expect(screen.getByText('60,000.00')).toBeTruthy();
  });

  it('in the row of an execution', async () => {
    show(<FillHistory pair={null} empty={{ text: 'None' }} />);
    expect(await screen.findByText('69,500.00')).toBeTruthy();
  });

  it('in the row of a stop', async () => {
    const stop = {
      id: '1',
      symbol: 'BTC/USDT',
      type: 2,
      direction: 'fall',
      trigger_price: '55000',
      trail_percent: '1',
      trail_distance: null,
      watermark: '55555.5',
      target_price: '54000',
      quantity: '0.5',
      cost: null,
      status: 'waiting',
      triggered_price: null,
      triggered_at: null,
      paired_order_id: null,
      reason: null,
      expires_at: null,
      account_type: 'real_account',
      created_at: 1_790_000_000_000,
    } as unknown as SpotStopView;
    const client = queries();
    client.setQueryData([...ORDERS_KEY, 'stops', 'ended', 'real_account'], []);
    show(
      <StopList result={{ data: [stop], error: null, refetch: async () => undefined }} type="real_account" />,
      client,
    );
    await screen.findByText('55,000.00');
    expect([screen.queryByText('55,555.50'), screen.queryByText('54,000.00')].includes(null)).toBe(false);
  });
});
