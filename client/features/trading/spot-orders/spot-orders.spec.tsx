import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { configure, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import type { SpotOrderView } from '../../../../server/contract/trading/spot.dto';
import { speak, speakMore } from '../../../languages';
import { spotWords } from '../../../languages/spot';
import { SpotOrders } from './spot-orders';
import { ORDERS_KEY } from './spot-orders.api';

// A bound against hanging; a busy machine takes its time.
configure({ asyncUtilTimeout: 20_000 });

const order = (id: number) =>
  ({
    id: String(id),
    symbol: 'BTC/USDT',
    type: 1,
    target_price: '60000',
    trade_price: '0',
    trade_amount: '0.001',
    filled_amount: '0',
    status: 1,
    reason: null,
    time_in_force: 'gtc',
    expires_at: null,
    stop: null,
    paired_stop_id: null,
    exit: null,
    account_type: 'real_account',
    created_at: '2026-11-20 20:31:00',
  }) as SpotOrderView;

beforeAll(async () => {
  await speak('en');
  await speakMore(spotWords);
});

function show(count: number): void {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const orders = Array.from({ length: count }, (_, at) => order(at + 1));
  queries.setQueryData([...ORDERS_KEY, 'open', 'real_account'], orders);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <MemoryRouter>
          <SpotOrders pair={{ baseId: 1, quoteId: 3 }} />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

describe('the orders below the ticket', () => {
  it('are all there while they are few', () => {
    show(8);
    expect(screen.getAllByRole('listitem')).toHaveLength(8);
    expect(screen.queryByRole('link', { name: /Open orders/ })).toBeNull();
  });

  it('leave the rest of many to the page of all orders', () => {
    show(26);
    expect(screen.getAllByRole('button', { name: 'Cancel' })).toHaveLength(8);
    const { pathname, search } = new URL(screen.getByRole<HTMLAnchorElement>('link', { name: /26/ }).href);
    expect(pathname + search).toBe('/pages/assets/transactions?status=open');
  });
});
