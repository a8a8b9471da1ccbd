import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { configure, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import type { TickerView } from '../../../../server/contract/markets/markets.dto';
import { speak, speakMore } from '../../../languages';
import { spotWords } from '../../../languages/spot';
import { get, post } from '../../../platform/api';
import { SPOT_DESK, SPOT_MARKET, spotPreview } from '../../../test/samples/spot';
import { TradePanel } from './trade-panel';

// A bound against hanging; a busy machine takes its time.
configure({ asyncUtilTimeout: 20_000 });
jest.mock('../../../platform/api', () => ({
  ...jest.requireActual('../../../platform/api'),
  get: jest.fn(),
  post: jest.fn(),
}));
jest.mock('../../../platform/use-channel', () => ({
  ...jest.requireActual('../../../platform/use-channel'),
  useChannel: () => ({ status: 'live', state: BOOK, at: 0, refusal: null }),
  useConnection: () => ({ state: 'live', heardAt: null }),
}));
jest.mock('../../markets/market-list', () => ({
  useTicker: () => TICKER,
  usePriceAge: () => ({ kind: 'live' }),
  useClosedWords: () => null,
}));

const BOOK = { asks: [['100', '5']], bids: [['99', '5']] };
const TICKER = { symbol: 'BTC/USDT', last: '100' } as TickerView;
const sent = jest.mocked(post);

beforeAll(async () => {
  await speak('en');
  await speakMore(spotWords);
  jest.mocked(get).mockResolvedValue([]);
  sent.mockImplementation(async (path) => (path.endsWith('/preview') ? spotPreview({ quantity: '4.995' }) : 'Done'));
});

it('a limit order for an amount says which quantity that is, and is sent for the quantity', async () => {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <TradePanel market={SPOT_MARKET} desk={SPOT_DESK} />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
  await press('Enter it in USDT');
  await press('500');
  expect(screen.getByRole('button', { name: '500' }).getAttribute('aria-pressed')).toBe('true');
  expect(screen.getByRole('button', { name: '100' }).getAttribute('aria-pressed')).toBe('false');
  // 500 / (100 x 1.001): with its fee no more than the amount.
  expect(screen.getByText('Quantity').parentElement?.textContent).toBe('Quantity4.995 BTC');
  await press('Buy BTC');
  const sheet = within(await screen.findByRole('dialog'));
  const confirm = sheet.getByRole<HTMLButtonElement>('button', { name: 'Confirm' });
  await waitFor(() => expect(confirm.disabled).toBe(false));
  await userEvent.click(confirm);
  await waitFor(() => expect(sent.mock.calls.filter(([path]) => path === 'coin/trade')).toHaveLength(1));
  const [, fields] = sent.mock.calls.find(([path]) => path === 'coin/trade') ?? [];
  expect(fields).toMatchObject({ amount: '4.995', target_price: '100' });
  expect(fields).not.toHaveProperty('amount_of');
});
