import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, configure, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import type { SpotStopView } from '../../../../server/contract/trading/spot-stops.dto';
import { speak, speakMore } from '../../../languages';
import { spotWords } from '../../../languages/spot';
import { changePreferences } from '../../../platform/preferences';
import { stopsOf } from './spot-orders.api';
import { StopList } from './stop-list';

// A bound against hanging; a busy machine takes its time.
configure({ asyncUtilTimeout: 20_000 });

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
  paired_price: null,
  amendments: 0,
  version: 1,
  created_at: 1_790_000_000_000,
  updated_at: 1_790_000_000_000,
} as SpotStopView;

beforeAll(async () => {
  changePreferences({ language: 'en' });
  await speak('en');
  await speakMore(spotWords);
});

function List() {
  const { data, error } = useQuery(stopsOf('real_account', 'waiting'));
  return <StopList result={{ data, error, refetch: async () => undefined }} type="real_account" />;
}

/** Shows it in the list, and says how the lists become others. */
function show(stop: SpotStopView) {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const read = (which: 'waiting' | 'ended', rows: SpotStopView[]) =>
    queries.setQueryData(stopsOf('real_account', which).queryKey, rows);
  read('waiting', [stop]);
  read('ended', []);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <MemoryRouter>
          <List />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return (which: 'waiting' | 'ended', rows: SpotStopView[]) => act(() => void read(which, rows));
}

const change = () => screen.queryByRole('button', { name: 'Change' });

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

  it('keeps the sheet that changes it, with what became of it, until its user closes it', async () => {
    const read = show(STOP);
    await userEvent.click(screen.getByRole('button', { name: 'Change' }));
    await screen.findByLabelText('Trigger price');
    const alertOf = (words: string) => screen.findByText(words, { selector: '[role=alert]' });
    const reached = { ...STOP, triggered_price: '55000' };
    read('waiting', [reached]);
    expect(await alertOf('It can no longer be changed · Triggered, waiting for the market')).toBeTruthy();
    read('waiting', []);
    expect(await alertOf('It can no longer be changed')).toBeTruthy();
    read('ended', [{ ...reached, status: 'triggered' }]);
    expect(await alertOf('It can no longer be changed · Triggered')).toBeTruthy();
    expect(screen.getByLabelText('Trigger price')).toBeTruthy();
  });

  it.each([
    ['waits', STOP, true],
    ['was reached', { ...STOP, triggered_price: '55000' }, false],
    ['has ended', { ...STOP, status: 'cancelled', reason: 'user' } as SpotStopView, false],
    // A server of the version before cannot change it.
    ['is of a server that changes none', { ...STOP, amendments: undefined } as unknown as SpotStopView, false],
  ])('can be changed where it %s: %#', (_, stop, isOffered) => {
    show(stop);
    expect(change() !== null).toBe(isOffered);
  });
});
