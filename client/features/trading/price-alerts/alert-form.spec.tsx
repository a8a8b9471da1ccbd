import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import type { TickerView } from '../../../../server/contract/markets/markets.dto';
import { speak, speakMore } from '../../../languages';
import { alertsWords } from '../../../languages/alerts';
import { serverNow } from '../../../platform/server-clock';
import { connection } from '../../../platform/socket';
import type { Market } from '../../markets/market-list';
import type { AlertDraft } from './alert-fields';
import { AlertForm } from './alert-form';

let mockTicker: TickerView | null;
jest.mock('../../markets/market-list', () => ({
  ...jest.requireActual('../../markets/market-list'),
  useTicker: () => mockTicker,
  useTickerView: () => undefined,
}));

beforeAll(async () => {
  await speak('en');
  await speakMore(alertsWords);
  connection.set({ state: 'live', since: serverNow(), heardAt: null });
});

const ticker = (change: Partial<TickerView> = {}) =>
  ({ last: '59000', index: '60000', mark: '61000', status: 'live', pricedAt: serverNow(), ...change }) as TickerView;
const START = {
  symbol: 'BTC/USDT',
  kind: 'rise',
  typed: '',
  isNegative: false,
  window: '300',
  source: 'index',
  pause: '',
  note: '',
} as AlertDraft;

/** The price that the form says is the one of now. */
function shown(known: TickerView | null, source: AlertDraft['source'] = 'index', ofList: TickerView | null = null) {
  mockTicker = known;
  const market = { symbol: 'BTC/USDT', quote: 'USDT', priceDecimals: 0, perpetual: true, ticker: ofList } as Market;
  const { container } = render(
    <MantineProvider env="test">
      <MemoryRouter>
        <AlertForm markets={[market]} id={null} start={{ ...START, source }} submit="Save" onSaved={() => undefined} />
      </MemoryRouter>
    </MantineProvider>,
  );
  expect(screen.getByRole('button', { name: 'Save' })).toBeTruthy();
  return /Now[^0-9]*([0-9,]+)/.exec(container.textContent ?? '')?.[1] ?? null;
}

it.each<[string, () => string | null, string | null]>([
  ['the index', () => shown(ticker()), '60,000'],
  ['the mark, where the alert goes by it', () => shown(ticker(), 'mark'), '61,000'],
  ['no last price in the place of an index that is not there', () => shown(ticker({ index: null })), null],
  ['no last price in the place of a mark that is not there', () => shown(ticker({ mark: null }), 'mark'), null],
  ['nothing of a price that stands still', () => shown(ticker({ pricedAt: serverNow() - 3_600_000 })), null],
  ['nothing of a price that the server calls stale', () => shown(ticker({ status: 'stale' })), null],
  ['nothing of a closed market', () => shown(ticker({ status: 'closed' })), null],
  ['the price of the list, while it is live', () => shown(null, 'index', ticker()), '60,000'],
  ['nothing of the list once it is old', () => shown(null, 'index', ticker({ pricedAt: serverNow() - 60_000 })), null],
])('shows %s', (_name, price, expected) => {
  expect(price()).toBe(expected);
});
