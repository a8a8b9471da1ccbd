import { render, screen } from '@testing-library/react';
import type { TradeView } from '../../../../server/contract/markets/markets.dto';
import { speak } from '../../../languages';
import { changePreferences } from '../../../platform/preferences';
import type { Market } from '../market-list';
import { MarketTrades } from './market-trades';

jest.mock('../../../platform/use-channel', () => ({
  ...jest.requireActual('../../../platform/use-channel'),
  useChannel: () => view,
}));

const TRADE: TradeView = { id: '1', at: 1_700_000_000_000, price: '60000', quantity: '0.5', side: 'buy' };
const market = { symbol: 'BTC/USDT', base: 'BTC', quote: 'USDT', priceDecimals: 2 } as Market;
let view: { state: TradeView[] | null; status: string; at: number; refusal: null };

beforeAll(async () => {
  changePreferences({ language: 'en' });
  await speak('en');
});

it.each([
  ['live', null],
  ['updating', 'true'],
  ['unanswered', 'true'],
  ['refused', 'true'],
])('trades whose stream is %s are shown as what they are', (status, dimmed) => {
  view = { state: [TRADE], status, at: 0, refusal: null };
  render(<MarketTrades market={market} />);
  expect(screen.getByText('60,000.00', { exact: false })).toBeTruthy();
  expect(screen.getByRole('region').getAttribute('data-dimmed')).toBe(dimmed);
});
