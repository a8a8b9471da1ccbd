import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { OptionOrderView } from '../../../../server/contract/trading/options.dto';
import { failureWords } from '../../../platform/failure-words';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorState } from '../../../ui/error-state';
import { ListSkeleton } from '../../../ui/list-skeleton';
import { OpenOrderCard } from './open-order-card';
import styles from './open-orders.module.css';
import { useIndexSeconds } from './use-index-seconds';
import type { OpenOrders as Result } from './use-open-orders';

/** The orders that wait for their delivery, those of the page's market first. */
export function OpenOrders({ result, symbol }: { result: Result; symbol: string }) {
  const { t } = useTranslation();
  return (
    <section className={styles.orders} aria-label={t('option.open')}>
      <div className={styles.ordersTop}>
        <h2>
          {t('option.open')}
          {result.orders !== null && result.orders.length > 0 && ` (${result.orders.length})`}
        </h2>
        <Link to="/pages/option/history" className={styles.toHistory}>
          {t('option.history')}
        </Link>
      </div>
      <Rows result={result} symbol={symbol} />
    </section>
  );
}

function Rows({ result, symbol }: { result: Result; symbol: string }) {
  const { t } = useTranslation();
  const { orders, failure, reload } = result;
  if (failure) return <ErrorState text={failureWords(failure, t)} onRetry={reload} />;
  if (!orders) return <ListSkeleton rows={1} />;
  if (orders.length === 0) return <EmptyState text={t('option.openEmpty')} />;
  const symbols = [...new Set([symbol, ...orders.map(({ symbol_name: name }) => name)])];
  return symbols.map((each) => (
    <SymbolOrders key={each} symbol={each} orders={orders.filter(({ symbol_name: name }) => name === each)} />
  ));
}

/** The orders of one market share one stream of its index. */
function SymbolOrders({ symbol, orders }: { symbol: string; orders: OptionOrderView[] }) {
  const live = useIndexSeconds(symbol, orders);
  return [...orders]
    .sort((one, other) => one.closes_at_ms - other.closes_at_ms)
    .map((order) => <OpenOrderCard key={order.id} order={order} live={live} />);
}
