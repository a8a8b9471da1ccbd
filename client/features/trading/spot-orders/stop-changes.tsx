import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SpotStopAmendmentView } from '../../../../server/contract/trading/spot-stop-amendments.dto';
import type { SpotStopView } from '../../../../server/contract/trading/spot-stops.dto';
import { fromUnits, toUnits } from '../../../../server/contract/money';
import { MoneyText } from '../../../ui/money-text';
import { useMoment } from '../../../ui/use-moment';
import { MarketPrice } from '../../markets/market-list';
import { codesOf } from './order-state';
import styles from './order-sheet.module.css';
import { stopAmendmentsOf } from './spot-orders.api';

/** What its user has changed of it before, the newest first. */
export function StopChanges({ stop }: { stop: SpotStopView }) {
  const { t } = useTranslation();
  const { data } = useQuery(stopAmendmentsOf(stop));
  if (!data || data.length === 0) return null;
  return (
    <>
      <h3 className={styles.heading}>{t('spot.amendments')}</h3>
      <ul>
        {data.map((row, place) => (
          // By its number, from the first change on: two may be of one moment.
          <Change key={stop.amendments - place} stop={stop} row={row} />
        ))}
      </ul>
    </>
  );
}

function Change({ stop, row }: { stop: SpotStopView; row: SpotStopAmendmentView }) {
  const { t } = useTranslation();
  const moment = useMoment();
  const { base, quote } = codesOf(stop);
  const price = (value: string, unit?: string) => <MarketPrice symbol={stop.symbol} value={value} unit={unit} />;
  const inPercent = stop.trail_percent !== null;
  const trail = (value: string, unit?: string) =>
    inPercent ? <MoneyText value={percentOf(value)} unit={unit && '%'} /> : <MoneyText value={value} unit={unit} />;
  const behind = t(stop.paired_order_id === null ? 'spot.limitPrice' : 'spot.behind');
  return (
    <li className={styles.fill}>
      <span className={styles.line}>
        <span>
          {price(row.trigger_before)} → {price(row.trigger_after, quote)}
        </span>
        <span>
          <MoneyText value={row.amount_before} /> →{' '}
          <MoneyText value={row.amount_after} unit={stop.cost === null ? base : quote} />
        </span>
      </span>
      <Term label={t('spot.limitPrice')} both={[row.paired_before, row.paired_after]} quote={quote} show={price} />
      <Term label={behind} both={[row.limit_before, row.limit_after]} quote={quote} show={price} />
      <Term label={t('spot.behindBest')} both={[row.trail_before, row.trail_after]} quote={quote} show={trail} />
      <span className={`numbers ${styles.small}`}>{moment(row.at)}</span>
    </li>
  );
}

interface TermProps {
  label: string;
  /** Before and after; null: it has none of it. */
  both: readonly [string | null, string | null];
  quote: string;
  show: (value: string, unit?: string) => ReactNode;
}

/** One term that became another one. */
function Term({ label, both: [before, after], quote, show }: TermProps) {
  if (before === null || after === null || before === after) return null;
  return (
    <span className={styles.small}>
      <span>{label}</span>
      <span>
        {show(before)} → {show(after, quote)}
      </span>
    </span>
  );
}

/** A part as percent: 0.05 is 5. */
function percentOf(ratio: string): string {
  return fromUnits(toUnits(ratio) * 100n);
}
