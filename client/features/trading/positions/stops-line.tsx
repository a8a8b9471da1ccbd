import { useTranslation } from 'react-i18next';
import type { FuturesPositionView } from '../../../../server/contract/trading/futures.dto';
import { formatDecimal } from '../../../platform/format';
import { useLanguage } from '../../../platform/preferences';
import { withoutClosingZeros } from '../../../ui/money-text';
import rowStyles from './position-rows.module.css';

type Stops = Pick<FuturesPositionView, 'takeProfit' | 'takeProfitSource' | 'stopLoss' | 'stopLossSource'>;

/** The stops of a row, each with the price that triggers it. Nothing when there are none. */
export function StopsLine({ row }: { row: Stops }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const price = (value: string) => formatDecimal(withoutClosingZeros(value), language);
  if (row.takeProfit === null && row.stopLoss === null) return null;
  return (
    <p className={rowStyles.stops}>
      {row.takeProfit !== null && (
        <span>
          {t('futures.tp')} <b className="numbers">{price(row.takeProfit)}</b> (
          {t(`futures.by.${row.takeProfitSource}`)})
        </span>
      )}
      {row.stopLoss !== null && (
        <span>
          {t('futures.sl')} <b className="numbers">{price(row.stopLoss)}</b> ({t(`futures.by.${row.stopLossSource}`)})
        </span>
      )}
    </p>
  );
}
