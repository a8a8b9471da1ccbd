import { IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { SpotOrderView } from '../../../../server/contract/trading/spot.dto';
import type { SpotStopView } from '../../../../server/contract/trading/spot-stops.dto';
import { useAccountType } from '../../../platform/account-type';
import { failureWords } from '../../../platform/failure-words';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorState } from '../../../ui/error-state';
import { ListSkeleton } from '../../../ui/list-skeleton';
import { Tabs } from '../../../ui/tabs';
import { ExportLink } from '../../wallet/exports';
import { AmendOrder, AmendSheet } from './amend-order';
import { AmendPair } from './amend-stop';
import { AmendStopSheet } from './amend-stop-sheet';
import { CancelExit } from './cancel-exit';
import { CancelOrder } from './cancel-order';
import { OrderRow } from './order-row';
import { OrderSheet } from './order-sheet';
import { latestOrdersOf, openOrdersOf, type Pair, stopsOf } from './spot-orders.api';
import { StopList } from './stop-list';
import styles from './spot-orders.module.css';
import { useOrderNews } from './use-order-news';

const PANEL = 'spot-orders';
/** So many waiting orders stand below the ticket; the rest is one tap away. */
const MOST = 8;

const LABELS = { open: 'spot.openOrders', stops: 'spot.stops', history: 'spot.history' } as const;

/** Below the ticket: what waits, and what became of the latest orders of this market. */
export function SpotOrders({ pair }: { pair: Pair }) {
  const { t } = useTranslation();
  const type = useAccountType();
  const [tab, setTab] = useState<'open' | 'stops' | 'history'>('open');
  const [looking, setLooking] = useState<SpotOrderView | null>(null);
  // Above the rows: one that leaves them while it is changed takes nothing away from its user.
  const [changed, setChanged] = useState<SpotOrderView | null>(null);
  const [amended, setAmended] = useState<SpotStopView | null>(null);
  useOrderNews();
  const open = useQuery(openOrdersOf(type));
  const latest = useQuery({ ...latestOrdersOf(pair, type), enabled: tab === 'history' });
  const stops = useQuery(stopsOf(type, 'waiting'));
  const count = open.data?.length ?? 0;
  const waiting = stops.data?.length ?? 0;
  const tabs = [
    { key: 'open', label: count > 0 ? t('spot.openCount', { count }) : t('spot.openOrders') },
    { key: 'stops', label: waiting > 0 ? t('spot.stopCount', { count: waiting }) : t('spot.stops') },
    { key: 'history', label: t('spot.history') },
  ] as const;
  return (
    <section aria-label={t('spot.orders')}>
      <div className={styles.head}>
        <Tabs label={t('spot.orders')} tabs={tabs} chosen={tab} onChoose={setTab} controls={PANEL} />
        {/* The page of all orders and executions has no stops. */}
        {tab === 'stops' ? (
          <ExportLink list="spot.stops" />
        ) : (
          <Link to="/pages/assets/transactions" className={styles.all}>
            {t('spot.all')}
          </Link>
        )}
      </div>
      <div id={PANEL} role="tabpanel" aria-label={t(LABELS[tab])}>
        {tab === 'stops' ? (
          <StopList result={stops} type={type} />
        ) : (
          <Rows
            result={tab === 'open' ? open : latest}
            empty={t(tab === 'open' ? 'spot.noOpen' : 'spot.noHistory')}
            onOpen={setLooking}
            onAmend={setChanged}
            onAmendPair={setAmended}
            cancellable={tab === 'open'}
          />
        )}
      </div>
      <OrderSheet order={looking} onClose={() => setLooking(null)} />
      <AmendSheet order={changed} onClose={() => setChanged(null)} />
      <AmendStopSheet stop={amended} onClose={() => setAmended(null)} />
    </section>
  );
}

interface RowsProps {
  result: { data: SpotOrderView[] | undefined; error: Error | null; refetch: () => Promise<unknown> };
  empty: string;
  onOpen: (order: SpotOrderView) => void;
  /** Asks for the sheet that changes an order which is alone. */
  onAmend: (order: SpotOrderView) => void;
  /** Asks for the sheet that changes a pair. */
  onAmendPair: (stop: SpotStopView) => void;
  cancellable: boolean;
}

function Rows({ result: { data, error, refetch }, empty, onOpen, cancellable, ...acts }: RowsProps) {
  const { t } = useTranslation();
  if (!data) {
    return error ? (
      <ErrorState text={failureWords(error, t)} onRetry={() => void refetch()} />
    ) : (
      <ListSkeleton rows={2} />
    );
  }
  if (data.length === 0) return <EmptyState text={empty} />;
  const shown = cancellable ? data.slice(0, MOST) : data;
  return (
    <ul>
      {shown.map((order) => (
        <li key={order.id} className={styles.item}>
          <OrderRow
            order={order}
            onOpen={() => onOpen(order)}
            action={
              cancellable ? (
                <Acts order={order} {...acts} />
              ) : order.exit?.status === 'waiting' ? (
                <CancelExit order={order} />
              ) : undefined
            }
          />
        </li>
      ))}
      {shown.length < data.length && (
        <li className={styles.item}>
          <Link to="/pages/assets/transactions?status=open" className={styles.more}>
            {t('spot.openCount', { count: data.length })}
            <IconChevronRight size={18} aria-hidden />
          </Link>
        </li>
      )}
    </ul>
  );
}

function Acts({ order, onAmend, onAmendPair }: Pick<RowsProps, 'onAmend' | 'onAmendPair'> & { order: SpotOrderView }) {
  return (
    <div className={styles.acts}>
      {order.paired_stop_id === null ? (
        <AmendOrder order={order} onAmend={onAmend} />
      ) : (
        <AmendPair order={order} onAmend={onAmendPair} />
      )}
      <CancelOrder order={order} />
    </div>
  );
}
