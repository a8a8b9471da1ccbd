import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  HISTORY_STATUSES,
  HISTORY_VIEWS,
  type HistoryAsked,
  type HistoryStatus,
  ORDERS_KEY,
  TransactionHistory,
} from '../../features/trading/spot-orders';
import { ExportLink } from '../../features/wallet/exports';
import { useAddressChoice } from '../../platform/use-address-choice';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';
import { PullToRefresh } from '../../ui/pull-to-refresh';

/** What each view is saved as. */
const FILES = { orders: 'spot.orders', fills: 'spot.fills' } as const;

export default function TransactionsPage() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [search, change] = useAddressChoice();
  const asked: HistoryAsked = {
    view: HISTORY_VIEWS.find((key) => key === search.get('view')) ?? 'orders',
    status: (Object.keys(HISTORY_STATUSES) as HistoryStatus[]).find((key) => key === search.get('status')) ?? null,
    symbol: search.get('symbol'),
  };
  const ask = ({ view, status, symbol }: HistoryAsked) =>
    change({ view: view === 'orders' ? null : view, status, symbol });
  return (
    <>
      <PageHeader title={t('wallet.transactions')} back actions={<ExportLink list={FILES[asked.view]} />} />
      <Column>
        <PullToRefresh onRefresh={() => queries.invalidateQueries({ queryKey: ORDERS_KEY })}>
          <TransactionHistory asked={asked} onAsk={ask} />
        </PullToRefresh>
      </Column>
    </>
  );
}
