import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { MarketProfitView } from '../../../server/contract/operations';
import { showDesk, sitDown, speakDesk } from '../../test/desk';
import { setServerNow } from '../../platform/server-clock';
import { MarketProfit } from './market-profit';

const row = (changes: Partial<MarketProfitView>): MarketProfitView => ({
  day: null,
  marketId: 1,
  symbol: 'BTC/USDT',
  product: 'perpetual',
  coin: 'USDT',
  trading: '-120.5',
  fees: '20.25',
  funding: '1.5',
  total: '-98.75',
  insurance: '3',
  ...changes,
});

let asked: Record<string, string>[];

beforeAll(speakDesk);
beforeEach(() => {
  setServerNow(Date.UTC(2026, 0, 31, 23, 59));
  sitDown('treasurer');
  asked = [];
  globalThis.fetch = (async (address: string) => {
    const query = Object.fromEntries(new URLSearchParams(address.split('?')[1]));
    asked.push(query);
    const list = [row({ day: query.by === 'day' ? '2026-01-31' : null }), row({ marketId: null, symbol: null })];
    return { headers: new Headers(), json: async () => ({ type: 'ok', message: { list } }) };
  }) as unknown as typeof fetch;
});

it('shows what the house won and lost by market, today at first', async () => {
  showDesk(<MarketProfit />);
  const table = within(await screen.findByRole('table', { name: 'Profit by market' }));
  for (const text of ['BTC/USDT', 'not known']) expect(table.getByText(text)).toBeTruthy();
  expect(table.getAllByText('Contracts')).toHaveLength(2);
  for (const figure of ['20.25', '+1.5', '+3']) expect(table.getAllByText(figure)).toHaveLength(2);
  expect(asked).toEqual([{ from: '2026-01-31', to: '2026-01-31' }]);
});

it('asks for as many days as may be, each by itself, and for demo money', async () => {
  showDesk(<MarketProfit />);
  await screen.findByRole('table');
  await userEvent.selectOptions(screen.getByLabelText('Days'), 'Last 31 days');
  await userEvent.selectOptions(screen.getByLabelText('Days shown'), 'Each by itself');
  await userEvent.selectOptions(screen.getByLabelText('Money'), 'Demo money');
  await waitFor(() => expect(asked.at(-1)).toEqual({ from: '2026-01-01', to: '2026-01-31', by: 'day', demo: '1' }));
  expect(await screen.findByText('2026-01-31')).toBeTruthy();
});

it('adds up a year, whose days are not shown each by itself', async () => {
  showDesk(<MarketProfit />);
  await screen.findByRole('table');
  await userEvent.selectOptions(screen.getByLabelText('Days shown'), 'Each by itself');
  await userEvent.selectOptions(screen.getByLabelText('Days'), 'Last 366 days');
  await waitFor(() => expect(asked.at(-1)).toEqual({ from: '2025-01-31', to: '2026-01-31' }));
  expect(screen.queryByRole('option', { name: 'Each by itself' })).toBeNull();
  await userEvent.selectOptions(screen.getByLabelText('Days'), 'Last 7 days');
  await waitFor(() => expect(asked.at(-1)).toEqual({ from: '2026-01-25', to: '2026-01-31', by: 'day' }));
});
