import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { Market } from '../../features/markets/market-list';
import { speak } from '../../languages';
import TradePage from './trade';

let isLoggedIn = true;
let shape = 'wide';
const market = { symbol: 'BTC/USDT', spot: true } as Market;

jest.mock('./market-page', () => ({
  MarketPage: ({ children }: { children: (market: Market) => ReactNode }) => children(market),
}));
jest.mock('../late-part', () => ({ afterChart: () => new Promise(() => undefined) }));
jest.mock('../trading/spot-trading', () => ({
  OwnSpotOrders: () => null,
  SpotTrading: ({ taken }: { taken: { price: string } | null }) => <p>{`Ticket: ${taken?.price ?? 'nothing'}`}</p>,
}));
jest.mock('../../features/markets/candles', () => ({ MarketChart: () => null, NO_MARKS: [] }));
jest.mock('../../features/markets/market-list', () => ({ useIsLate: () => false }));
jest.mock('../../features/markets/market-figures', () => ({
  DayFigures: () => null,
  PriceHero: () => null,
  MarketDepth: () => <p>The book</p>,
  MarketTrades: () => <p>The trades</p>,
  DepthChart: ({ onPrice }: { onPrice?: (price: string) => void }) => (
    <button type="button" disabled={!onPrice} onClick={() => onPrice?.('98.5')}>
      The depth chart
    </button>
  ),
}));
jest.mock('../../platform/session', () => ({
  ...jest.requireActual('../../platform/session'),
  useLoggedIn: () => isLoggedIn,
}));
jest.mock('../../ui/use-shape', () => ({ useShape: () => shape }));

beforeAll(() => speak('en'));
beforeEach(() => {
  isLoggedIn = true;
  shape = 'wide';
});

const choose = (name: string) => fireEvent.click(screen.getByRole('tab', { name }));
const chart = () => screen.getByRole<HTMLButtonElement>('button', { name: 'The depth chart' });

const show = () =>
  render(
    <MantineProvider env="test">
      <TradePage />
    </MantineProvider>,
  );

it('on a wide screen a price that is tapped in the depth chart is taken by the ticket beside it', () => {
  show();
  expect([screen.queryByText('The trades') !== null, screen.queryByText('Ticket: nothing') !== null]).toEqual([
    true,
    true,
  ]);
  choose('Depth chart');
  expect(screen.queryByText('The trades')).toBeNull();
  fireEvent.click(chart());
  expect(screen.getByText('Ticket: 98.5')).toBeTruthy();
});

it('whoever cannot trade sees book and depth chart, and no price is taken', () => {
  isLoggedIn = false;
  show();
  choose('Depth chart');
  expect([screen.queryByText('The book') !== null, chart().disabled]).toEqual([true, true]);
});

it.each(['upright', 'side'])('on a phone that is %s the depth chart is between book and trades', (held) => {
  shape = held;
  show();
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'Order book',
    'Depth chart',
    'Recent trades',
  ]);
  choose('Depth chart');
  expect([screen.queryByText('The book'), chart().disabled]).toEqual([null, true]);
  choose('Recent trades');
  expect([screen.queryByText('The trades') !== null, screen.queryByRole('button')]).toEqual([true, null]);
});
