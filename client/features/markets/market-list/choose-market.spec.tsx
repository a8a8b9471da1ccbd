import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { speak } from '../../../languages';
import { ChooseMarket } from './choose-market';
import type { Market } from './market';
import type { MarketsResult } from './markets.api';

jest.mock('../../../platform/socket', () => ({
  subscribeChannel: () => () => undefined,
  connection: {
    get: () => CONNECTION,
    subscribe: () => () => undefined,
  },
}));
const CONNECTION = { state: 'live', since: 0, heardAt: null };

const market = (base: string): Market => ({
  symbol: `${base}/USDT`,
  id: 1,
  baseId: 1,
  quoteId: 3,
  name: base,
  base,
  quote: 'USDT',
  category: 'crypto',
  spot: true,
  perpetual: false,
  option: false,
  recommended: false,
  priceDecimals: 2,
  quantityDecimals: 2,
  spark: [1, 2],
  ticker: {
    symbol: `${base}/USDT`,
    last: '1.5',
    mark: null,
    index: null,
    indexState: 'ok',
    open: null,
    high: null,
    low: null,
    volume: '1000',
    quoteVolume: '1500',
    change: '+1.00',
    windowMs: 86_400_000,
    status: 'live',
    reason: null,
    opensAt: null,
    origin: 'simulated',
    pricedAt: Date.now(),
  },
});

const MARKETS = ['BTC', 'ETH', 'DOGE'].map(market);

async function show(): Promise<HTMLElement> {
  const result: MarketsResult = {
    markets: MARKETS,
    loading: false,
    arriving: false,
    failure: null,
    reload: async () => undefined,
  };
  render(
    <MantineProvider env="test">
      <MemoryRouter>
        <ChooseMarket opened onClose={() => undefined} result={result} />
      </MemoryRouter>
    </MantineProvider>,
  );
  return screen.findByRole('searchbox', { name: 'Search' });
}

const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const shown = () => screen.queryAllByRole('link').map((link) => link.querySelector('b')?.textContent);

describe('the sheet that a market is chosen in', () => {
  beforeAll(() => speak('en'));

  it('finds by the symbol at once, and by names in other languages as soon as they have come', async () => {
    const field = await show();
    expect(shown()).toEqual(['BTC', 'ETH', 'DOGE']);
    type(field, 'eth');
    expect(shown()).toEqual(['ETH']);
    type(field, '狗狗币');
    await waitFor(() => expect(shown()).toEqual(['DOGE']));
    for (const [text, found] of [
      ['bitebi', 'BTC'],
      ['ytf', 'ETH'],
      ['이더리움', 'ETH'],
    ] as const) {
      type(field, text);
      expect(shown()).toEqual([found]);
    }
  });

  it('says of what it does not find', async () => {
    const field = await show();
    type(field, 'no such market');
    expect(await screen.findByText(/no such market/)).toBeTruthy();
    expect(shown()).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
    expect(shown()).toHaveLength(MARKETS.length);
  });
});
