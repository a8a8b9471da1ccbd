import { MantineProvider } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { speak } from '../../../languages';
import { changePreferences } from '../../../platform/preferences';
import { serverNow } from '../../../platform/server-clock';
import { connection } from '../../../platform/socket';
import type { Holding } from './holdings';
import { PortfolioLine } from './portfolio-line';

let mockHoldings: Holding[] = [];
jest.mock('./use-wallet', () => ({ useWallet: () => ({ holdings: mockHoldings, failure: null }) }));
jest.mock('../../../platform/use-channel', () => ({
  ...jest.requireActual('../../../platform/use-channel'),
  useChannel: () => ({ state: [], status: 'live' }),
}));

const NONE = { available: '0', frozen: '0' };
const held = (currencyId: number, code: string, price: string | null, pricedAt: number | null): Holding => ({
  currencyId,
  code,
  pockets: { spot: { available: '2', frozen: '0' }, option: NONE, contract: NONE, trust: NONE },
  accounts: ['spot'],
  price,
  pricedAt,
});

beforeAll(async () => {
  changePreferences({ language: 'en' });
  await speak('en');
});
beforeEach(() => act(() => connection.set({ state: 'live', since: serverNow(), heardAt: null })));

function shown(holdings: Holding[]) {
  mockHoldings = holdings;
  render(
    <MantineProvider env="test">
      <MemoryRouter>
        <PortfolioLine />
      </MemoryRouter>
    </MantineProvider>,
  );
  const total = screen.getByText(/200\.00/).closest('[data-dimmed]');
  return [screen.getByText(/^Total assets/).textContent, total !== null];
}

it.each([
  ['is of now', () => [held(1, 'BTC', '100', serverNow())], 'Total assets (USDT)', false],
  [
    'leaves out a coin that has no price, and says so',
    () => [held(1, 'BTC', '100', serverNow()), held(5, 'DOGE', null, null)],
    'Total assets (USDT) · Without DOGE: no price right now',
    true,
  ],
  [
    'is by a price that a reply brought, and that was old by then',
    () => [held(1, 'BTC', '100', serverNow() - 600_000)],
    'Total assets (USDT) · Frozen',
    true,
  ],
])('a total %s', (_name, holdings, title, isDimmed) => {
  expect(shown(holdings())).toEqual([title, isDimmed]);
});
