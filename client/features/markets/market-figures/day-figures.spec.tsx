import { render, screen } from '@testing-library/react';
import type { TickerView } from '../../../../server/contract/markets/markets.dto';
import { speak } from '../../../languages';
import { connection } from '../../../platform/socket';
import { serverNow } from '../../../platform/server-clock';
import type { Market } from '../market-list';
import { DayFigures } from './day-figures';

const ticker = {
  symbol: 'BTC/USDT',
  high: '61000',
  low: '59000',
  volume: '1000',
  quoteVolume: '60000000',
  status: 'live',
  reason: null,
} as TickerView;

beforeAll(async () => {
  await speak('en');
  connection.set({ state: 'live', since: serverNow(), heardAt: null });
});

it.each([
  ['live', {}, null],
  ['one whose stream stopped', { status: 'stale', reason: 'price-too-old' }, 'true'],
  ['one that nothing has confirmed for long', { pricedAt: serverNow() - 60_000 }, 'true'],
] as const)('shows the day of a market that is %s as old where its price is', (_name, part, dimmed) => {
  const market = {
    symbol: 'BTC/USDT',
    base: 'BTC',
    quote: 'USDT',
    priceDecimals: 2,
    ticker: { ...ticker, pricedAt: serverNow(), ...part },
  } as Market;
  render(<DayFigures market={market} />);
  expect(screen.getByText('61,000.00').closest('dl')?.getAttribute('data-dimmed')).toBe(dimmed);
});
