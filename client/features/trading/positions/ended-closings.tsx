import { useTranslation } from 'react-i18next';
import type { ClosingEnd, EndedClosingView } from '../../../../server/contract/trading/futures.dto';
import { useAccountType } from '../../../platform/account-type';
import { useLanguage } from '../../../platform/preferences';
import { usePages } from '../../../platform/use-pages';
import { formatPrice } from '../../../ui/cut-price';
import { EndlessRows } from '../../../ui/endless-rows';
import { StatePill } from '../../../ui/state-pill';
import { useMoment } from '../../../ui/use-moment';
import { endedClosingsKey, readEndedClosings, SideTags } from '../futures-account';
import { lotsWords } from '../liquidation';
import styles from './history-list.module.css';
import rowStyles from './position-rows.module.css';

const TONES = {
  filled: 'good',
  user: 'off',
  'position-reduced': 'off',
  'position-closed': 'off',
} as const satisfies Record<ClosingEnd, string>;

/** What became of orders that waited to close lots, the newest first. */
export function EndedClosings() {
  const { t } = useTranslation();
  const type = useAccountType();
  const pages = usePages(endedClosingsKey(type), (page, signal) => readEndedClosings(type, page, signal));
  return (
    <EndlessRows pages={pages} shown={pages.rows ?? []} empty={{ text: t('futures.noClosings') }}>
      {(row) => <ClosingRow row={row} />}
    </EndlessRows>
  );
}

function ClosingRow({ row }: { row: EndedClosingView }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const moment = useMoment();
  return (
    <div className={styles.past} data-still>
      <span>
        <b className={rowStyles.symbol}>{row.market}</b>
        <SideTags row={row} />
        <small>{moment(row.endedAt)}</small>
      </span>
      <span className={rowStyles.profit}>
        <span className="numbers">
          {t('futures.closeAt', {
            lots: lotsWords(row.lots, t, language),
            price: formatPrice(row.limitPrice, language, undefined),
          })}
        </span>
        {row.lotsFilled > 0 && (
          <small className="numbers">
            {t('futures.closedOf', { lots: lotsWords(row.lotsFilled, t, language) })}
            {row.averagePrice !== null && ` · ${formatPrice(row.averagePrice, language, undefined)}`}
          </small>
        )}
        <StatePill tone={TONES[row.end]} text={t(`futures.closingEnds.${row.end}`)} />
      </span>
    </div>
  );
}
