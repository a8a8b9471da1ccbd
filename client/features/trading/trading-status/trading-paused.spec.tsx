import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import type { TradingStatusView } from '../../../../server/contract/trading/trading-status.dto';
import { speak } from '../../../languages';
import { chooseAccountType } from '../../../platform/account-type';
import { beginSession, endSession, rememberUser, type SessionUser } from '../../../platform/session';
import { tradingStatus } from '../../../platform/trading-status';
import { TradingPaused } from './trading-paused';

jest.mock('../../../platform/socket', () => ({
  ...jest.requireActual('../../../platform/socket'),
  subscribeChannel: () => () => undefined,
}));

beforeAll(() => speak('en'));
afterEach(() => endSession());

const REAL = /^Trading with real money is paused/;
const DEMO = /^Demo trading is paused/;

it.each<[TradingStatusView, 'real_account' | 'simulation_account', RegExp | null]>([
  [{ real: 'open', demo: 'open' }, 'real_account', null],
  [{ real: 'open', demo: 'cancel-only' }, 'real_account', null],
  [{ real: 'open', demo: 'cancel-only' }, 'simulation_account', DEMO],
  [{ real: 'cancel-only', demo: 'open' }, 'real_account', REAL],
  [{ real: 'cancel-only', demo: 'open' }, 'simulation_account', null],
])('with %j a page about the %s says %s', (status, account, words) => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  client.setQueryData(tradingStatus.queryKey, status);
  beginSession('token');
  rememberUser({ id: 7 } as SessionUser);
  chooseAccountType(account);
  render(
    <QueryClientProvider client={client}>
      <TradingPaused />
    </QueryClientProvider>,
  );
  const line = screen.queryByRole('status');
  if (words === null) expect(line).toBeNull();
  else expect(line?.textContent).toMatch(words);
});
