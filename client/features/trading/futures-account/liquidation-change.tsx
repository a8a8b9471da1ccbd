import { useTranslation } from 'react-i18next';
import type { FuturesPreviewView } from '../../../../server/contract/trading/futures.dto';
import { UNKNOWN } from '../../../platform/format';
import { useLanguage } from '../../../platform/preferences';
import { formatPrice } from '../../../ui/cut-price';
import styles from './liquidation-change.module.css';

/** No price above zero, or none that is known. Never a zero. */
export const NO_LIQUIDATION = UNKNOWN;

/** @param decimals of the market's prices */
export function useLiquidationText(decimals: number | undefined): (price: string | null) => string {
  const language = useLanguage();
  return (price) => (price === null ? NO_LIQUIDATION : formatPrice(price, language, decimals));
}

type Liquidation = Pick<FuturesPreviewView, 'side' | 'liquidationPriceAfter' | 'liquidationIsEstimate'> &
  Partial<Pick<FuturesPreviewView, 'liquidationPriceBefore' | 'liquidationIsShared'>>;

interface Props {
  preview: Liquidation | null;
  /** Of the market's prices. */
  decimals: number | undefined;
  /** There is nothing before an order. */
  isNew?: boolean;
  /** What it is now, until a preview says more. */
  now?: string | null;
}

/** The price of liquidation before and after, what else it goes by, and that of a cross position it is an estimate. */
export function LiquidationChange({ preview, decimals, isNew = false, now = null }: Props) {
  const { t } = useTranslation();
  const text = useLiquidationText(decimals);
  return (
    <span className={styles.change}>
      <span className="numbers">
        {!isNew && `${text(preview ? (preview.liquidationPriceBefore ?? null) : now)} → `}
        <b>{text(preview?.liquidationPriceAfter ?? null)}</b>
      </span>
      {preview?.liquidationIsEstimate && <small>{t('futures.estimate')}</small>}
      {preview?.liquidationIsShared && <small>{t(`futures.together.${preview.side}`)}</small>}
    </span>
  );
}
