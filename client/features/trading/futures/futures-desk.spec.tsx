import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import type { FuturesPositionsView } from '../../../../server/contract/trading/futures.dto';
import { speak, speakMore } from '../../../languages';
import { futuresWords } from '../../../languages/futures';
import { serverNow } from '../../../platform/server-clock';
import { connection } from '../../../platform/socket';
import { changePreferences } from '../../../platform/preferences';
import { FUTURES_MARKET, FUTURES_PRODUCT, FUTURES_TICKER } from '../../../test/samples/futures';
import { fetchSheetDrawer } from '../../../ui/use-sheet-drawer';
import type { Market } from '../../markets/market-list';
import { products } from '../futures-account';
import { FuturesDesk } from './futures-desk';

function mockNothing() {
  return null;
}
jest.mock('../../../platform/api', () => ({
  ...jest.requireActual('../../../platform/api'),
  get: () => new Promise(() => undefined),
  post: () => new Promise(() => undefined),
}));
jest.mock('../../../platform/session', () => ({
  ...jest.requireActual('../../../platform/session'),
  useLoggedIn: () => true,
}));
jest.mock('../../../platform/socket', () => ({
  ...jest.requireActual('../../../platform/socket'),
  subscribeChannel: () => () => undefined,
}));
jest.mock('../futures-account/use-futures-account', () => ({
  useFuturesAccount: () => ({ account: mockAccount, failure: null, reload: async () => undefined }),
}));
jest.mock('./use-stopped', () => ({ useStopped: () => null }));
jest.mock('../../markets/market-figures', () => ({
  DayFigures: mockNothing,
  DepthChart: mockNothing,
  PriceHero: mockNothing,
  MarketDepth: mockNothing,
}));
jest.mock('./futures-book', () => ({ FuturesBook: mockNothing }));
jest.mock('./market-figures', () => ({ MarketFigures: mockNothing }));
jest.mock('./futures-rows', () => ({ FuturesRows: mockNothing, scrollToRows: mockNothing }));
jest.mock('../liquidation', () => ({
  ...jest.requireActual('../liquidation'),
  EndNotices: mockNothing,
  InsuranceFund: mockNothing,
  MarginWarnings: ({ isOld }: { isOld: boolean }) => <output>{isOld ? 'old warnings' : 'warnings of now'}</output>,
}));
jest.mock('../losing-accounts', () => ({ LosingShare: mockNothing }));
jest.mock('./futures-views', () => ({
  bookChannel: () => 'markets.depth',
  FuturesDepth: mockNothing,
  FuturesViews: ({ onPrice }: { onPrice?: (price: string) => void }) => (
    <button type="button" onClick={() => onPrice?.('59999.5')}>
      Level
    </button>
  ),
}));

const mockAccount = {
  balances: [],
  positions: [],
  figures: [],
  products: [],
  marginMode: 'isolated',
  newUntil: null,
} as unknown as FuturesPositionsView;
const MARKET = { ...FUTURES_MARKET, perpetual: true, ticker: FUTURES_TICKER } as unknown as Market;

beforeAll(async () => {
  changePreferences({ language: 'en' });
  await speak('en');
  await speakMore(futuresWords);
  await fetchSheetDrawer();
});

function show() {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  queries.setQueryData(products.queryKey, [FUTURES_PRODUCT]);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <MemoryRouter>
          <FuturesDesk market={MARKET} />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

const side = () => screen.getByRole('button', { pressed: true }).textContent;
const limit = () => screen.getByLabelText<HTMLInputElement>('Limit price').value.replaceAll(',', '');

it('takes a price that is tapped into the ticket on the side that it has, on a phone', async () => {
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Level' }));
  expect([side(), limit()]).toEqual(['Long', '59999.5']);
  await userEvent.click(screen.getByRole('button', { name: 'Short', pressed: false }));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Level' }));
  expect([side(), limit()]).toEqual(['Short', '59999.5']);
});

it('says of warnings when they are of marks that stand still, as of all figures', () => {
  act(() => connection.set({ state: 'live', since: serverNow(), heardAt: null }));
  show();
  expect(screen.getByText('warnings of now')).toBeTruthy();
  act(() => connection.set({ state: 'offline', since: serverNow(), heardAt: serverNow() }));
  expect(screen.getByText('old warnings')).toBeTruthy();
});
