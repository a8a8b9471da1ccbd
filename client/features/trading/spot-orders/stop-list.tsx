import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountType } from '../../../../server/contract/account-type.dto';
import type { SpotStopView } from '../../../../server/contract/trading/spot-stops.dto';
import { CallFailed } from '../../../platform/api';
import { failureWords } from '../../../platform/failure-words';
import { useAtMostOnce } from '../../../platform/use-at-most-once';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorState } from '../../../ui/error-state';
import { ListSkeleton } from '../../../ui/list-skeleton';
import { MoneyText } from '../../../ui/money-text';
import { StatePill } from '../../../ui/state-pill';
import { toast } from '../../../ui/toast';
import { useMoment } from '../../../ui/use-moment';
import { MarketPrice } from '../../markets/market-list';
import { AmendStop } from './amend-stop';
import { AmendStopSheet } from './amend-stop-sheet';
import styles from './order-row.module.css';
import { codesOf } from './order-state';
import { cancelStop, ORDERS_KEY, stopsOf } from './spot-orders.api';
import lists from './spot-orders.module.css';
import { stateOf, type StopState } from './stop-terms';

const TONES = {
  waiting: 'wait',
  reached: 'wait',
  triggered: 'good',
  cancelled: 'off',
  'other-executed': 'off',
  expired: 'off',
} as const satisfies Record<StopState, string>;

interface Props {
  /** Those that wait. */
  result: { data: SpotStopView[] | undefined; error: Error | null; refetch: () => Promise<unknown> };
  type: AccountType;
}

/** Orders that wait for a price, and what became of the latest. */
export function StopList(props: Props) {
  // Above the rows: one that leaves them while it is changed takes nothing away from its user.
  const [amended, setAmended] = useState<SpotStopView | null>(null);
  return (
    <>
      <Rows {...props} onAmend={setAmended} />
      <AmendStopSheet stop={amended} onClose={() => setAmended(null)} />
    </>
  );
}

interface Act {
  onAmend: (stop: SpotStopView) => void;
}

function Rows({ result: { data, error, refetch }, type, onAmend }: Props & Act) {
  const { t } = useTranslation();
  const ended = useQuery(stopsOf(type, 'ended'));
  if (!data) {
    return error ? (
      <ErrorState text={failureWords(error, t)} onRetry={() => void refetch()} />
    ) : (
      <ListSkeleton rows={2} />
    );
  }
  const stops = [...data, ...(ended.data ?? [])];
  if (stops.length === 0) return <EmptyState text={t('spot.noStops')} />;
  return (
    <ul>
      {stops.map((stop) => (
        <li key={stop.id} className={lists.item}>
          <StopRow stop={stop} onAmend={onAmend} />
        </li>
      ))}
    </ul>
  );
}

function StopRow({ stop, onAmend }: Act & { stop: SpotStopView }) {
  const { t } = useTranslation();
  const moment = useMoment();
  const { base, quote } = codesOf(stop);
  const demo = stop.account_type === 'simulation_account';
  const state = stateOf(stop);
  return (
    <div className={styles.row}>
      <div className={styles.open} data-still>
        <span className={styles.head}>
          <b className={styles.symbol}>{stop.symbol}</b>
          <span className={styles.side} data-direction={stop.type === 1 ? 'up' : 'down'}>
            {t(stop.type === 1 ? 'trade.buy' : 'trade.sell')}
          </span>
          <span className={styles.small}>
            {t(stop.target_price === null ? 'spot.market' : 'spot.limit')}
            {stop.paired_order_id !== null && ` · ${t('spot.oco')}`}
            {stop.watermark !== null && ` · ${t('spot.trail')}`}
          </span>
          <span className={styles.state}>
            <StatePill tone={TONES[state]} text={t(`spot.stopStates.${state}`)} />
          </span>
        </span>
        <span className={styles.figure}>
          <span className={styles.small}>{t('spot.trigger')}</span>
          <span>
            {stop.direction === 'rise' ? '≥ ' : '≤ '}
            <MarketPrice symbol={stop.symbol} value={stop.trigger_price} unit={quote} />
          </span>
        </span>
        {stop.watermark !== null && (
          <span className={styles.figure}>
            <span className={styles.small}>{t('spot.behindBest')}</span>
            <span>
              <MoneyText value={stop.trail_percent ?? stop.trail_distance} unit={stop.trail_percent ? '%' : quote} /> /{' '}
              <MarketPrice symbol={stop.symbol} value={stop.watermark} unit={quote} />
            </span>
          </span>
        )}
        {stop.triggered_price !== null && (
          <span className={styles.figure}>
            <span className={styles.small}>{t('spot.reachedBy')}</span>
            <MarketPrice symbol={stop.symbol} value={stop.triggered_price} unit={quote} />
          </span>
        )}
        {stop.target_price !== null && (
          <span className={styles.figure}>
            <span className={styles.small}>{t('spot.limitPrice')}</span>
            <MarketPrice symbol={stop.symbol} value={stop.target_price} unit={quote} />
          </span>
        )}
        <span className={styles.figure}>
          <span className={styles.small}>{t(stop.cost === null ? 'spot.quantity' : 'spot.amount')}</span>
          <MoneyText value={stop.cost ?? stop.quantity} unit={stop.cost === null ? base : quote} demo={demo} />
        </span>
        {stop.expires_at && stop.status === 'waiting' ? (
          <span className={styles.small}>{t('spot.untilMoment', { moment: moment(stop.expires_at) })}</span>
        ) : null}
        <span className={styles.small}>{moment(stop.triggered_at ?? stop.created_at)}</span>
      </div>
      {stop.status === 'waiting' && (
        <div className={lists.acts}>
          <AmendStop stop={stop} onAmend={onAmend} />
          <CancelStop stop={stop} />
        </div>
      )}
    </div>
  );
}

function CancelStop({ stop }: { stop: SpotStopView }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { busy, run } = useAtMostOnce<SpotStopView>();
  const cancel = async () => {
    try {
      const words = await run({ intent: 'cancel', content: stop, send: cancelStop });
      if (words !== undefined) toast(words);
    } catch (failure) {
      if (!(failure instanceof CallFailed)) throw failure;
      if (failure.kind !== 'session') toast(failureWords(failure, t));
    } finally {
      await queries.invalidateQueries({ queryKey: ORDERS_KEY });
    }
  };
  return (
    <Button variant="default" size="sm" mih={44} loading={busy} onClick={() => void cancel()}>
      {t('spot.cancel')}
    </Button>
  );
}
