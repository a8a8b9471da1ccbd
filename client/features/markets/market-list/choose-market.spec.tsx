import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { speak } from '../../../languages';
import { listedMarket } from '../../../test/samples/markets';
import { ChooseMarket } from './choose-market';
import type { MarketsResult } from './markets.api';

jest.mock('../../../platform/socket', () => ({
  subscribeChannel: () => () => undefined,
  connection: {
    get: () => CONNECTION,
    subscribe: () => () => undefined,
  },
}));
const CONNECTION = { state: 'live', since: 0, heardAt: null };

const MARKETS = ['BTC', 'ETH', 'DOGE'].map((base) => listedMarket(base));

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
