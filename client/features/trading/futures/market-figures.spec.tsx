import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import type { TickerView } from '../../../../server/contract/markets/markets.dto';
import { speak, speakMore } from '../../../languages';
import { futuresWords } from '../../../languages/futures';
import { changePreferences } from '../../../platform/preferences';
import { serverNow } from '../../../platform/server-clock';
import type { Market } from '../../markets/market-list';
import { MarketFigures } from './market-figures';

jest.mock('../../../platform/api', () => ({
  ...jest.requireActual('../../../platform/api'),
  get: async () => [],
}));
jest.mock('../../../platform/use-channel', () => ({
  ...jest.requireActual('../../../platform/use-channel'),
  useChannel: () => ({ status: 'waiting', state: null, at: null, refusal: null }),
}));

const ticker = { symbol: 'BTC/USDT', status: 'live', index: '60000', mark: '60010', indexState: 'ok' } as TickerView;
const market = { symbol: 'BTC/USDT', base: 'BTC', quote: 'USDT', priceDecimals: 2, ticker } as Market;

beforeAll(async () => {
  changePreferences({ language: 'en' });
  await speak('en');
  await speakMore(futuresWords);
});

function show(ago: number): void {
  const mark = { mark: '60010', at: serverNow() - ago, index: '60000', indexState: 'ok' as const };
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <MarketFigures market={market} mark={mark} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

it('says of a mark of now how sound its index is, and its seconds', () => {
  show(500);
  expect(screen.getByText('Sound')).toBeTruthy();
  expect(screen.getByText('0 s ago')).toBeTruthy();
});

it.each([
  [30_000, '30 s ago'],
  [132_000, '2 min ago'],
  [11_536_000, '3 hr ago'],
])('says of one that is %s ms old only how old both are', (ago, words) => {
  show(ago);
  // What was judged then is no judgement of now.
  expect(screen.queryByText('Sound')).toBeNull();
  expect(screen.getAllByText(words)).toHaveLength(2);
});
