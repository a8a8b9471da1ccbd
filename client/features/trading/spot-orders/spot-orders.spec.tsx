import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, configure, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import type { SpotOrderDetailView, SpotOrderView } from '../../../../server/contract/trading/spot.dto';
import type { SpotStopView } from '../../../../server/contract/trading/spot-stops.dto';
import { speak, speakMore } from '../../../languages';
import { spotWords } from '../../../languages/spot';
import { SpotOrders } from './spot-orders';
import { openOrdersOf, orderDetailOf, stopsOf } from './spot-orders.api';

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

function show(orders: SpotOrderView[]): QueryClient {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  queries.setQueryData(openOrdersOf('real_account').queryKey, orders);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <MemoryRouter>
          <SpotOrders pair={{ baseId: 1, quoteId: 3 }} />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return queries;
}

const orders = (count: number) => Array.from({ length: count }, (_, at) => order(at + 1));

describe('the orders below the ticket', () => {
  it('are all there while they are few', () => {
    show(orders(8));
    expect(screen.getAllByRole('listitem')).toHaveLength(8);
    expect(screen.queryByRole('link', { name: /Open orders/ })).toBeNull();
  });

  it('leave the rest of many to the page of all orders', () => {
    show(orders(26));
    expect(screen.getAllByRole('button', { name: 'Cancel' })).toHaveLength(8);
    const { pathname, search } = new URL(screen.getByRole<HTMLAnchorElement>('link', { name: /26/ }).href);
    expect(pathname + search).toBe('/pages/assets/transactions?status=open');
  });

  it.each(['list', 'sheet of the order'])(
    'keep what changes a pair, asked for in the %s, when the pair is over',
    async (place) => {
      const stop = {
        id: '7',
        symbol: 'BTC/USDT',
        status: 'waiting',
        reason: null,
        trigger_price: '65000',
        target_price: '65500',
        paired_price: '60000',
        quantity: '0.001',
        cost: null,
        triggered_price: null,
        account_type: 'real_account',
        amendments: 0,
      } as SpotStopView;
      const pair = { ...order(1), paired_stop_id: '7', charge_fee: '0', total: '0' };
      const queries = show([pair]);
      const read = (now: SpotOrderView, waiting: SpotStopView[], ended: SpotStopView[]) => {
        const detail = { order: now, fills: [], amendments: [] } as unknown as SpotOrderDetailView;
        queries.setQueryData(orderDetailOf('1', 'real_account').queryKey, detail);
        queries.setQueryData(openOrdersOf('real_account').queryKey, now.status === 1 ? [now] : []);
        queries.setQueryData(stopsOf('real_account', 'waiting').queryKey, waiting);
        queries.setQueryData(stopsOf('real_account', 'ended').queryKey, ended);
      };
      act(() => read(pair, [stop], []));
      if (place === 'list') await userEvent.click(await screen.findByRole('button', { name: 'Change' }));
      else {
        await userEvent.click(screen.getByText('BTC/USDT'));
        const sheet = within(await screen.findByRole('dialog'));
        await userEvent.click(await sheet.findByRole('button', { name: 'Change' }));
      }
      const field = await screen.findByLabelText('Trigger price');
      act(() => read({ ...pair, status: 2 }, [], [{ ...stop, status: 'cancelled', reason: 'other-executed' }]));
      const words = 'It can no longer be changed · Its order was executed';
      expect(await screen.findByText(words, { selector: '[role=alert]' })).toBeTruthy();
      expect(screen.getByLabelText('Trigger price')).toBe(field);
    },
  );

  it.each([
    ['list', 'executed', { status: 2, filled_amount: '0.001' }, 'Executed', '0.001'],
    ['list', 'taken back', { status: 3, reason: 'user' }, 'Cancelled', '0'],
    [
      'sheet of the order',
      'ended by its date',
      { status: 3, reason: 'expired', filled_amount: '0.0004' },
      'Expired',
      '0.0004',
    ],
  ] as [string, string, Partial<SpotOrderView>, string, string][])(
    'keep what changes an order, asked for in the %s, when that was %s, and leave nothing but closing it',
    async (place, _, end, word, executed) => {
      const alone = { ...order(1), charge_fee: '0', total: '0' };
      const queries = show([alone]);
      const read = (now: SpotOrderView) => {
        const detail = { order: now, fills: [], amendments: [] } as unknown as SpotOrderDetailView;
        queries.setQueryData(orderDetailOf('1', 'real_account').queryKey, detail);
        queries.setQueryData(openOrdersOf('real_account').queryKey, now.status === 1 ? [now] : []);
      };
      act(() => read(alone));
      if (place === 'list') await userEvent.click(await screen.findByRole('button', { name: 'Change' }));
      else {
        await userEvent.click(screen.getByText('BTC/USDT'));
        const sheet = within(await screen.findByRole('dialog'));
        await userEvent.click(await sheet.findByRole('button', { name: 'Change' }));
      }
      await screen.findByLabelText('Limit price');
      act(() => read({ ...alone, ...end }));
      const alertNode = await screen.findByText(`It can no longer be changed · ${word}`, { selector: '[role=alert]' });
      const form = within(alertNode.closest('[role=dialog]') as HTMLElement);
      expect(form.getByText('Executed').parentElement?.textContent).toMatch(new RegExp(`Executed${executed}\\s*BTC$`));
      expect(form.queryAllByRole('textbox')).toEqual([]);
      // The other closes every sheet.
      const acts = form.getAllByRole('button').filter(({ textContent }) => textContent !== '');
      expect(acts.map(({ textContent }) => textContent)).toEqual(['Close']);
      await userEvent.click(acts[0] as HTMLElement);
      await waitFor(() => expect(screen.queryByText(/It can no longer be changed/)).toBeNull());
    },
  );
});
