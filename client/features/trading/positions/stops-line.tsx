import { useTranslation } from 'react-i18next';
import type { FuturesPositionView } from '../../../../server/contract/trading/futures.dto';
import { useLanguage } from '../../../platform/preferences';
import { formatPrice } from '../../../ui/cut-price';
import rowStyles from './position-rows.module.css';

type Stops = Pick<FuturesPositionView, 'takeProfit' | 'takeProfitSource' | 'stopLoss' | 'stopLossSource'>;

interface Props {
  row: Stops;
  /** Of the market's prices. */
  decimals: number | undefined;
}

/** The stops of a row, each with the price that triggers it. Nothing when there are none. */
export function StopsLine({ row, decimals }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const price = (value: string) => formatPrice(value, language, decimals);
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
