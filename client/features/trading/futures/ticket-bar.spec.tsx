import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import type { FuturesPositionsView } from '../../../../server/contract/trading/futures.dto';
import { speak, speakMore } from '../../../languages';
import { futuresWords } from '../../../languages/futures';
import type { AccountType } from '../../../platform/account-type';
import { fetchSheetDrawer } from '../../../ui/use-sheet-drawer';
import { FUTURES_POSITION, FUTURES_PRODUCT } from '../../../test/samples/futures';
import type { Market } from '../../markets/market-list';
import { Ticket } from './ticket-bar';
import type { Stopped } from './use-stopped';

let type: AccountType = 'simulation_account';
jest.mock('../../../platform/account-type', () => ({
  ...jest.requireActual('../../../platform/account-type'),
  useAccountType: () => type,
}));
jest.mock('../../../platform/api', () => ({
  ...jest.requireActual('../../../platform/api'),
  post: () => new Promise(() => undefined),
}));
jest.mock('../../markets/market-list', () => ({
  useTicker: () => null,
  useOldPrice: () => null,
  usePriceAge: () => ({ kind: 'live' }),
}));
jest.mock('../../../platform/session', () => ({
  ...jest.requireActual('../../../platform/session'),
  useLoggedIn: () => true,
}));
let stopped: Stopped | null = null;
jest.mock('./use-stopped', () => ({ useStopped: () => stopped }));

const TICKER = { last: '60000', mark: '60000', index: '60000', status: 'live' };
const market = {
  symbol: 'BTC/USDT',
  base: 'BTC',
  quote: 'USDT',
  priceDecimals: 2,
  ticker: TICKER,
} as unknown as Market;
const account = { balances: [], positions: [], marginMode: 'isolated' } as unknown as FuturesPositionsView;
const queries = new QueryClient();

const tree = (inline = false, its = account, ordering: 'long' | 'short' | null = 'long') => (
  <MantineProvider env="test">
    <QueryClientProvider client={queries}>
      <MemoryRouter>
        <Ticket
          market={market}
          product={FUTURES_PRODUCT}
          account={its}
          ordering={ordering}
          inline={inline}
          onOrder={() => undefined}
          onClose={() => undefined}
        />
      </MemoryRouter>
    </QueryClientProvider>
  </MantineProvider>
);
const lots = () => screen.getByLabelText<HTMLInputElement>('Lots');

beforeAll(async () => {
  await speak('en');
  await speakMore(futuresWords);
  await fetchSheetDrawer();
});

it('offers nothing of what was typed for demo money to be sent for real money', async () => {
  const { rerender } = render(tree());
  await userEvent.clear(lots());
  await userEvent.type(lots(), '7');
  rerender(tree());
  expect(lots().value).toBe('7');
  type = 'real_account';
  rerender(tree());
  expect(lots().value).toBe('1');
});

it('keeps what was typed when the screen is turned', async () => {
  const { rerender } = render(tree());
  await userEvent.clear(lots());
  await userEvent.type(lots(), '7');
  rerender(tree(true));
  expect([screen.queryByRole('dialog'), lots().value]).toEqual([null, '7']);
  rerender(tree());
  expect(lots().value).toBe('7');
});

describe('while opening is stopped', () => {
  const PAUSED = 'Trading is paused.';
  const holding = (side: 'long' | 'short') =>
    ({
      ...account,
      positions: [
        { ...FUTURES_POSITION, marketId: FUTURES_PRODUCT.marketId, side, state: 'holding', status: 1, lots: 4 },
      ],
    }) as FuturesPositionsView;
  const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
  const reduceOnly = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Reduce-only' });
  beforeEach(() => {
    type = 'real_account';
    stopped = { words: PAUSED, reduces: true };
  });
  afterEach(() => {
    stopped = null;
  });

  it('is shut to whoever has nothing to reduce', () => {
    render(tree(false, account, null));
    expect([button('Long').disabled, button('Short').disabled]).toEqual([true, true]);
    expect(screen.getByText(PAUSED)).toBeTruthy();
  });

  it('opens on the side that reduces what there is, and on no other', () => {
    render(tree(false, holding('long'), null));
    expect([button('Long').disabled, button('Short').disabled]).toEqual([true, false]);
  });

  it('offers reduce-only alone, with the reason, and does not open by itself when opening is possible again', () => {
    const { rerender } = render(tree(false, holding('short')));
    expect([reduceOnly().checked, reduceOnly().disabled]).toEqual([true, true]);
    expect(screen.getByText(`${PAUSED} Orders that only reduce are taken.`)).toBeTruthy();
    expect(button('Next').disabled).toBe(false);
    stopped = null;
    rerender(tree(false, holding('short')));
    expect([reduceOnly().checked, reduceOnly().disabled]).toEqual([true, false]);
  });

  it('is shut to all while the market itself is stopped', () => {
    stopped = { words: PAUSED, reduces: false };
    render(tree(false, holding('long'), null));
    expect([button('Long').disabled, button('Short').disabled]).toEqual([true, true]);
  });
});
