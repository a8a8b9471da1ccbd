import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { FuturesClosingAmendmentView } from '../../../../server/contract/trading/futures-amendments.dto';
import type { EndedClosingView } from '../../../../server/contract/trading/futures.dto';
import { formatDecimal } from '../../../platform/format';
import { useLanguage } from '../../../platform/preferences';
import { formatPrice } from '../../../ui/cut-price';
import { useMoment } from '../../../ui/use-moment';
import { closingAmendmentsOf } from '../futures-account';
import { lotsWords } from '../liquidation';
import styles from './closing-changes.module.css';

interface Props {
  order: Pick<EndedClosingView, 'positionId' | 'closingId'>;
  /** How often its owner has changed it; a server of the version before does not say. */
  amendments: number | undefined;
  /** Of the market's prices. */
  decimals: number | undefined;
}

/** What its owner has changed of an order to close lots, the newest first. Nothing where that is nothing. */
export function ClosingChanges({ order, amendments = 0, decimals }: Props) {
  const { t } = useTranslation();
  const { data } = useQuery(closingAmendmentsOf(order, amendments));
  if (!data || data.length === 0) return null;
  return (
    <section>
      <h3 className={styles.heading}>{t('futures.amendments')}</h3>
      <ul>
        {data.map((row, place) => (
          // By its number, from the first change on: two may be of one moment.
          <Change key={amendments - place} row={row} decimals={decimals} />
        ))}
      </ul>
    </section>
  );
}

function Change({ row, decimals }: { row: FuturesClosingAmendmentView } & Pick<Props, 'decimals'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const moment = useMoment();
  const price = (value: string) => formatPrice(value, language, decimals);
  const prices = [...new Set([row.limitBefore, row.limitAfter].map(price))];
  const lots = [
    ...(row.lotsBefore === row.lotsAfter ? [] : [formatDecimal(String(row.lotsBefore), language)]),
    lotsWords(row.lotsAfter, t, language),
  ];
  return (
    <li className={styles.change}>
      <span className="numbers">{prices.join(' → ')}</span>
      <span className="numbers">{lots.join(' → ')}</span>
      <small className="numbers">{moment(row.at)}</small>
    </li>
  );
}
