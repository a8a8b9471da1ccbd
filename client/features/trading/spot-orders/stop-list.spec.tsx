import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import type { SpotStopView } from '../../../../server/contract/trading/spot-stops.dto';
import { speak, speakMore } from '../../../languages';
import { spotWords } from '../../../languages/spot';
import { changePreferences } from '../../../platform/preferences';
import { ORDERS_KEY } from './spot-orders.api';
import { StopList } from './stop-list';

const STOP = {
  id: '1',
  symbol: 'BTC/USDT',
  type: 2,
  direction: 'fall',
  trigger_price: '55000',
  trail_percent: null,
  trail_distance: null,
  watermark: null,
  target_price: null,
  quantity: '0.5',
  cost: null,
  frozen: '0.5',
  status: 'waiting',
  triggered_price: null,
  triggered_at: null,
  order_id: null,
  paired_order_id: null,
  reason: null,
  expires_at: null,
  account_type: 'real_account',
  version: 1,
  created_at: 1_790_000_000_000,
  updated_at: 1_790_000_000_000,
} as SpotStopView;

beforeAll(async () => {
  changePreferences({ language: 'en' });
  await speak('en');
  await speakMore(spotWords);
});

function show(stop: SpotStopView): void {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  queries.setQueryData([...ORDERS_KEY, 'stops', 'ended', 'real_account'], []);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <StopList result={{ data: [stop], error: null, refetch: async () => undefined }} type="real_account" />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

describe('a stop in the list', () => {
  it('says until when it waits', () => {
    show({ ...STOP, expires_at: Date.parse('2099-01-02T03:04') });
    expect(screen.getByText(/^Until Jan 2, 2099/)).toBeTruthy();
  });

  it.each([
    ['that waits for ever', STOP],
    // A server of the version before knows no date, and no date is not the one of now.
    ['of a server that knows no dates', { ...STOP, expires_at: undefined } as unknown as SpotStopView],
    [
      'that has ended',
      { ...STOP, status: 'cancelled', reason: 'expired', expires_at: 1_790_000_500_000 } as SpotStopView,
    ],
  ])('says no date of one %s', (_, stop) => {
    show(stop);
    expect(screen.queryByText(/^Until/)).toBeNull();
  });

  it('says that it ended at its date', () => {
    show({ ...STOP, status: 'cancelled', reason: 'expired', expires_at: 1_790_000_500_000 });
    expect(screen.getByText('Expired')).toBeTruthy();
  });
});
