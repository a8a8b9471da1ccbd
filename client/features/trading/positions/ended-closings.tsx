import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EndedClosingView } from '../../../../server/contract/trading/futures.dto';
import { useAccountType } from '../../../platform/account-type';
import { useLanguage } from '../../../platform/preferences';
import { usePages } from '../../../platform/use-pages';
import { formatPrice } from '../../../ui/cut-price';
import { EndlessRows } from '../../../ui/endless-rows';
import { StatePill } from '../../../ui/state-pill';
import { useMoment } from '../../../ui/use-moment';
import { useMarket } from '../../markets/market-list';
import { endedClosingsKey, readEndedClosings, SideTags } from '../futures-account';
import { lotsWords } from '../liquidation';
import { ClosingDetail } from './closing-detail';
import styles from './history-list.module.css';
import rowStyles from './position-rows.module.css';
import { CLOSING_TONES } from './row-status';

/** What became of orders that waited to close lots, the newest first. */
export function EndedClosings() {
  const { t } = useTranslation();
  const type = useAccountType();
  const pages = usePages(endedClosingsKey(type), (page, signal) => readEndedClosings(type, page, signal));
  const [detail, setDetail] = useState<EndedClosingView | null>(null);
  return (
    <>
      <EndlessRows pages={pages} shown={pages.rows ?? []} empty={{ text: t('futures.noClosings') }}>
        {(row) => <ClosingRow row={row} onOpen={() => setDetail(row)} />}
      </EndlessRows>
      <ClosingDetail row={detail} onClose={() => setDetail(null)} />
    </>
  );
}

function ClosingRow({ row, onOpen }: { row: EndedClosingView; onOpen: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const moment = useMoment();
  const { market } = useMarket(row.market);
  const price = (value: string) => formatPrice(value, language, market?.priceDecimals);
  return (
    <button type="button" className={styles.past} onClick={onOpen}>
      <span>
        <b className={rowStyles.symbol}>{row.market}</b>
        <SideTags row={row} />
        <small>{moment(row.endedAt)}</small>
      </span>
      <span className={rowStyles.profit}>
        <span className="numbers">
          {t('futures.closeAt', {
            lots: lotsWords(row.lots, t, language),
            price: price(row.limitPrice),
          })}
        </span>
        {row.lotsFilled > 0 && (
          <small className="numbers">
            {t('futures.closedOf', { lots: lotsWords(row.lotsFilled, t, language) })}
            {row.averagePrice !== null && ` · ${price(row.averagePrice)}`}
          </small>
        )}
        <StatePill tone={CLOSING_TONES[row.end]} text={t(`futures.closingEnds.${row.end}`)} />
      </span>
    </button>
  );
}
