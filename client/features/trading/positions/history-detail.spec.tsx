import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import type { StopReceiptView } from '../../../../server/contract/trading/liquidation.dto';
import type { FuturesPositionView } from '../../../../server/contract/trading/futures.dto';
import { speak, speakMore } from '../../../languages';
import { futuresWords } from '../../../languages/futures';
import { changePreferences } from '../../../platform/preferences';
import { FUTURES_POSITION } from '../../../test/samples/futures';
import { fetchSheetDrawer } from '../../../ui/use-sheet-drawer';
import { stopReceiptsOf } from '../liquidation';
import { HistoryDetail } from './history-detail';

/** One lot was closed by hand at 69,460, the other one by its stop at 65,624.59: 67,542.29 is their mean. */
const ROW = {
  ...FUTURES_POSITION,
  state: 'closed',
  status: 3,
  priceType: 'market',
  limitPrice: null,
  lotsOrdered: 2,
  entryPrice: '69452.51',
  closePrice: '67542.295',
  initialMargin: '1',
  addedMargin: '0',
  realisedProfit: '-38.2',
  fee: '0.1',
  funding: '0',
  closedAs: 'stop-loss',
  liquidatedAt: null,
  liquidationPrice: null,
  createdAt: 1,
  openedAt: 1,
  closedAt: 2,
} as FuturesPositionView;
const RECEIPTS = [
  { kind: 'stop-loss', state: 'failed', price: null },
  { kind: 'stop-loss', state: 'done', price: '65624.59' },
] as unknown as StopReceiptView[];

jest.mock('../liquidation', () => ({ ...jest.requireActual('../liquidation'), Reports: () => null }));

beforeAll(async () => {
  changePreferences({ language: 'en' });
  await speak('en');
  await speakMore(futuresWords);
  await fetchSheetDrawer();
});

function show(part: Partial<FuturesPositionView> = {}) {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  queries.setQueryData(stopReceiptsOf(ROW.positionId).queryKey, RECEIPTS);
  queries.setQueryData(['markets', 'quotation'], []);
  queries.setQueryData(['markets', 'stocks'], []);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <HistoryDetail row={{ ...ROW, ...part }} onClose={() => undefined} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}
const rowOf = (label: string) => screen.queryByText(label)?.parentElement?.textContent;

it('a row that its stop has ended tells what the stop was executed at, apart from the mean of all', () => {
  show();
  expect([rowOf('The stop closed at'), rowOf('Average close price')]).toEqual([
    'The stop closed at65,624.59',
    'Average close price67,542.295',
  ]);
});

it('a row that was closed by hand tells of no stop', () => {
  show({ closedAs: 'closed' });
  expect([rowOf('The stop closed at'), rowOf('Average close price')]).toEqual([
    undefined,
    'Average close price67,542.295',
  ]);
});
