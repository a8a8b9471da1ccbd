import { useTranslation } from 'react-i18next';
import type { TrustOrderView } from '../../../../server/contract/trading/trust.dto';
import { useFromNow } from '../../../platform/use-now';
import { clockUntil, nextMidnight, waitingOf } from './term';
import styles from './term-progress.module.css';
import { useToday } from './use-day';

/** How much of the term is over, and how long it is until the next interest. */
export function TermProgress({ order }: { order: TrustOrderView }) {
  const { t } = useTranslation();
  const words = t('trust.progress', { done: order.return_days, days: order.day });
  return (
    <div className={styles.progress}>
      <div
        className={styles.track}
        role="progressbar"
        aria-label={words}
        aria-valuemin={0}
        aria-valuemax={order.day}
        aria-valuenow={order.return_days}
      >
        <span className={styles.done} style={{ width: `${(order.return_days / order.day) * 100}%` }} />
      </div>
      <p className={styles.waiting}>
        <span className="numbers">{words}</span>
        {order.state === 'custody' && <Waiting order={order} />}
      </p>
    </div>
  );
}

function Waiting({ order }: { order: TrustOrderView }) {
  const { t } = useTranslation();
  const waiting = waitingOf(order, useToday());
  const clock = useFromNow((now) => clockUntil(nextMidnight(now), now));
  if (waiting !== 'next') return <span>{t(`trust.${waiting}`)}</span>;
  return (
    <span>
      {t('trust.nextInterest')}{' '}
      <span className="numbers" role="timer">
        {clock}
      </span>
    </span>
  );
}
