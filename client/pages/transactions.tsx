import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { ORDERS_KEY } from '../features/spot/spot.api';
import { HISTORY_STATUSES, type HistoryStatus, TransactionHistory } from '../features/spot/transaction-history';
import { Column } from '../ui/column';
import { PageHeader } from '../ui/page-header';
import { PullToRefresh } from '../ui/pull-to-refresh';

export default function TransactionsPage() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const status = (Object.keys(HISTORY_STATUSES) as HistoryStatus[]).find((key) => key === search.get('status')) ?? null;
  const filter = (next: HistoryStatus | null, symbol: string | null) =>
    setSearch(
      { ...(next === null ? {} : { status: next }), ...(symbol === null ? {} : { symbol }) },
      { replace: true },
    );
  return (
    <>
      <PageHeader title={t('wallet.transactions')} back />
      <Column>
        <PullToRefresh onRefresh={() => queries.invalidateQueries({ queryKey: ORDERS_KEY })}>
          <TransactionHistory status={status} symbol={search.get('symbol')} onFilter={filter} />
        </PullToRefresh>
      </Column>
    </>
  );
}
