import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { speak } from '../../../languages';
import { CallFailed } from '../../../platform/api';
import type { Market } from './market';
import { MarketList } from './market-list';
import type { MarketsResult } from './markets.api';

jest.mock('../../../platform/socket', () => ({
  subscribeChannel: () => () => undefined,
  connection: {
    get: () => CONNECTION,
    subscribe: () => () => undefined,
  },
}));
const CONNECTION = { state: 'live', since: 0, heardAt: null };

const market = (base: string, change: Partial<Market> = {}, last = '1.5'): Market => ({
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
    last,
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
  ...change,
});

function show(change: Partial<MarketsResult>) {
  const result: MarketsResult = {
    markets: [],
    loading: false,
    arriving: false,
    failure: null,
    reload: async () => undefined,
    ...change,
  };
  return render(
    <MantineProvider env="test">
      <MemoryRouter>
        <MarketList result={result} />
      </MemoryRouter>
    </MantineProvider>,
  );
}

const symbols = () => screen.getAllByRole('link').map((link) => link.querySelector('b')?.textContent);

describe('the list of markets', () => {
  beforeAll(() => speak('en'));

  it('says of every price where it comes from: to the eye only where the page has not said it of all', () => {
    const labels = () => screen.getAllByText('Sim').map(({ className }) => className);
    const { unmount } = show({ markets: [market('AAA'), market('BBB')] });
    expect(labels()).toEqual(['unseen', 'unseen']);
    unmount();
    const live = market('BBB');
    show({ markets: [market('AAA'), { ...live, ticker: { ...live.ticker, origin: 'live' } }] });
    expect(labels()).toEqual(['origin']);
  });

  it('sorts by price, both ways, and back', async () => {
    show({ markets: [market('MID', {}, '5'), market('LOW', {}, '1'), market('TOP', {}, '9')] });
    const byPrice = screen.getByRole('button', { name: 'Sort by Price' });
    const seen: unknown[] = [symbols()];
    for (let click = 0; click < 3; click += 1) {
      await userEvent.click(byPrice);
      seen.push(symbols());
    }
    expect(seen).toEqual([
      ['MID', 'LOW', 'TOP'],
      ['TOP', 'MID', 'LOW'],
      ['LOW', 'MID', 'TOP'],
      ['MID', 'LOW', 'TOP'],
    ]);
  });

  it('says what went wrong in the words of the server and tries again', async () => {
    const reload = jest.fn(async () => undefined);
    show({ failure: new CallFailed('refused', 'The service is busy.'), reload });
    expect(screen.getByRole('alert').textContent).toContain('The service is busy.');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('says in one line what an empty category is', async () => {
    show({ markets: [market('AAA')] });
    await userEvent.click(screen.getByRole('tab', { name: 'Stocks' }));
    expect(screen.getByText('There are no markets in this category.')).toBeTruthy();
  });

  it('moves along the tabs with the arrow keys', async () => {
    show({ markets: [market('AAA')] });
    screen.getByRole('tab', { name: 'Spot' }).focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getByRole('tab', { name: 'Contracts' }).getAttribute('aria-selected')).toBe('true');
  });
});
