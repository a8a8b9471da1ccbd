import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { speak } from '../../../languages';
import { CallFailed } from '../../../platform/api';
import { listedMarket } from '../../../test/samples/markets';
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

  it('moves along the tabs with the arrow keys', async () => {
    show({ markets: [listedMarket('AAA')] });
    screen.getByRole('tab', { name: 'Spot' }).focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getByRole('tab', { name: 'Contracts' }).getAttribute('aria-selected')).toBe('true');
  });
});
