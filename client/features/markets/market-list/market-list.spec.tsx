import { MantineProvider } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { speak } from '../../../languages';
import { CallFailed } from '../../../platform/api';
import { listedMarket } from '../../../test/samples/markets';
import { MarketList } from './market-list';
import type { FuturesParts, FuturesTickers } from './market-row';
import type { MarketsResult } from './markets.api';
import { RecommendedMarkets } from './recommended-markets';

jest.mock('../../../platform/socket', () => ({
  subscribeChannel: () => () => undefined,
  connection: {
    get: () => CONNECTION,
    subscribe: () => () => undefined,
  },
}));
const CONNECTION = { state: 'live', since: 0, heardAt: null };

function show(change: Partial<MarketsResult>, futures: FuturesParts | null = null) {
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
        <MarketList result={result} futures={futures} />
      </MemoryRouter>
    </MantineProvider>,
  );
}

const symbols = () => screen.getAllByRole('link').map((link) => link.querySelector('b')?.textContent);

describe('the list of markets', () => {
  beforeAll(() => speak('en'));

  it('says of every price where it comes from: to the eye only where the page has not said it of all', () => {
    const labels = () => screen.getAllByText('Sim').map(({ className }) => className);
    const { unmount } = show({ markets: [listedMarket('AAA'), listedMarket('BBB')] });
    expect(labels()).toEqual(['unseen', 'unseen']);
    unmount();
    const live = listedMarket('BBB');
    show({ markets: [listedMarket('AAA'), { ...live, ticker: { ...live.ticker, origin: 'live' } }] });
    expect(labels()).toEqual(['origin']);
  });

  it('sorts by price, both ways, and back', async () => {
    show({ markets: [listedMarket('MID', {}, '5'), listedMarket('LOW', {}, '1'), listedMarket('TOP', {}, '9')] });
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
    show({ markets: [listedMarket('AAA')] });
    await userEvent.click(screen.getByRole('tab', { name: 'Stocks' }));
    expect(screen.getByText('There are no markets in this category.')).toBeTruthy();
  });

  it('shows futures by the price that they are traded by, and what is said of them', async () => {
    const parts: FuturesParts = {
      Note: ({ symbol }) => <i>{`Funding of ${symbol}`}</i>,
      Quote: ({ market, children }) => children({ ...market.ticker, last: '7.5' }),
      Follow: () => null,
    };
    show({ markets: [listedMarket('AAA', { perpetual: true }, '5')] }, parts);
    expect(screen.queryByText(/^7\.5/)).toBeNull();
    await userEvent.click(screen.getByRole('tab', { name: 'Contracts' }));
    expect([screen.queryByText(/^7\.5/) !== null, screen.queryByText(/^5/)]).toEqual([true, null]);
    expect(screen.getByText('Funding of AAA/USDT')).toBeTruthy();
  });

  it('sorts futures by the price that they are traded by, once all of them are known', async () => {
    const own: Record<string, string> = { 'AAA/USDT': '2', 'BBB/USDT': '3' };
    const asked: (readonly string[])[] = [];
    let know: (known: FuturesTickers) => void = () => undefined;
    const parts: FuturesParts = {
      Note: () => null,
      Quote: ({ market, children }) => children({ ...market.ticker, last: own[market.symbol] ?? null }),
      Follow: ({ symbols: followed, onKnown }) => {
        asked.push(followed);
        know = onKnown;
        return null;
      },
    };
    // Their pairs stand the other way round.
    show(
      { markets: [listedMarket('AAA', { perpetual: true }, '6'), listedMarket('BBB', { perpetual: true }, '5')] },
      parts,
    );
    await userEvent.click(screen.getByRole('tab', { name: 'Contracts' }));
    expect(asked.at(-1)).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Sort by Price' }));
    expect(asked.at(-1)).toEqual(['AAA/USDT', 'BBB/USDT']);
    act(() => know({ of: (ticker) => ({ ...ticker, last: own[ticker.symbol] ?? null }) }));
    expect(symbols()).toEqual(['BBB', 'AAA']);
    await userEvent.click(screen.getByRole('button', { name: 'Sort by Price' }));
    expect(symbols()).toEqual(['AAA', 'BBB']);
    await userEvent.click(screen.getByRole('tab', { name: 'Spot' }));
    expect(symbols()).toEqual(['BBB', 'AAA']);
  });

  it('repeats on the cards of a guest nothing that the page says of all prices', () => {
    const cards = (markets: ReturnType<typeof listedMarket>[]) =>
      render(
        <MantineProvider env="test">
          <MemoryRouter>
            <RecommendedMarkets markets={markets} loading={false} />
          </MemoryRouter>
        </MantineProvider>,
      );
    const labels = () => screen.getAllByText('Sim').map(({ className }) => className);
    const card = listedMarket('CCC', { recommended: true });
    const { unmount } = cards([card, listedMarket('DDD')]);
    expect(labels()).toEqual(['unseen']);
    unmount();
    cards([card, { ...listedMarket('DDD'), ticker: { ...card.ticker, origin: 'live' } }]);
    expect(labels()).toEqual(['origin']);
  });

  it('moves along the tabs with the arrow keys', async () => {
    show({ markets: [listedMarket('AAA')] });
    screen.getByRole('tab', { name: 'Spot' }).focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getByRole('tab', { name: 'Contracts' }).getAttribute('aria-selected')).toBe('true');
  });
});
