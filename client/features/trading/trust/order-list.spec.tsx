import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import type { TrustOrderView, TrustProductView } from '../../../../server/contract/trading/trust.dto';
import { speak, speakMore } from '../../../languages';
import { trustWords } from '../../../languages/trust';
import { changePreferences } from '../../../platform/preferences';
import { OrderRow } from './order-list';
import { products } from './trust.api';

const ORDER = {
  id: '7',
  config_id: 4,
  currency_name: 'USDT',
  amount: '1000',
  day: 15,
  state: 'completed',
  total_interest: '60',
  ended_at: '2026-11-20 20:31:00',
  account_type: 'real_account',
} as TrustOrderView;

beforeAll(async () => {
  changePreferences({ language: 'en' });
  await speak('en');
  await speakMore(trustWords);
});

it.each([
  [4, 'Steady fifteen · 15 days'],
  // It is offered no more.
  [5, '15 days'],
])('an order names its product where that is known (%i)', (id, words) => {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const offered = [{ id, name: 'Steady fifteen' } as TrustProductView];
  queries.setQueryData(products('en', 'real_account').queryKey, offered);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <MemoryRouter>
          <OrderRow order={ORDER} />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  expect(screen.getByText(/15 days$/).textContent).toBe(words);
});
