import { MantineProvider } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import type { CandleView } from '../../../../server/contract/markets/markets.dto';
import type { ChannelView } from '../../../platform/channel-subscription';
import { speak } from '../../../languages';
import { changePreferences } from '../../../platform/preferences';
import { MarketChart } from './market-chart';

const MINUTE = 60_000;
const mockBar = (minute: number): CandleView => ({
  symbol: 'BTC/USDT',
  period: '15min',
  openAt: minute * MINUTE,
  open: '1',
  high: '1',
  low: '1',
  close: '1',
  volume: '0',
  quoteVolume: '0',
  trades: 0,
  closed: true,
  filled: false,
  outage: false,
  origin: 'live',
  revision: 1,
});
let mockStream: Pick<ChannelView<'markets.candle'>, 'status' | 'state'>;
jest.mock('../../../platform/use-channel', () => ({
  ...jest.requireActual('../../../platform/use-channel'),
  useChannel: () => mockStream,
}));
jest.mock('./candles.api', () => ({ BARS_A_PAGE: 500, fetchBars: async () => [1, 2].map((at) => mockBar(at * 15)) }));
jest.mock('../../../ui/chart', () => ({ __esModule: true, default: () => null }));

beforeAll(async () => {
  changePreferences({ language: 'en' });
  await speak('en');
});
beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const tree = () => (
  <MantineProvider env="test">
    <MarketChart symbol="BTC/USDT" priceDecimals={2} failureWords={() => 'failed'} />
  </MantineProvider>
);
const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));
const isDimmed = () => screen.getByRole('tabpanel').hasAttribute('data-dimmed');
const isSaid = () => screen.queryByText(/The latest bars are missing/) !== null;

it('is dimmed, and says so, while its stream tells nothing, but for the moment of its beginning', async () => {
  mockStream = { status: 'waiting', state: null };
  const { rerender } = render(tree());
  await pass(1000);
  expect([isDimmed(), isSaid()]).toEqual([false, false]);
  await pass(2000);
  expect([isDimmed(), isSaid()]).toEqual([true, true]);
  mockStream = { status: 'live', state: [mockBar(30), mockBar(45)] };
  rerender(tree());
  await pass(0);
  expect([isDimmed(), isSaid()]).toEqual([false, false]);
});

it('is dimmed while the stream tells of bars that nobody can read', async () => {
  mockStream = { status: 'live', state: [mockBar(30), mockBar(45)] };
  const { rerender } = render(tree());
  await pass(5000);
  expect([isDimmed(), isSaid()]).toEqual([false, false]);
  mockStream = { status: 'live', state: [mockBar(150), mockBar(165)] };
  rerender(tree());
  await pass(3000);
  expect([isDimmed(), isSaid()]).toEqual([true, true]);
});
