import { useTranslation } from 'react-i18next';
import { formatPercent, UNKNOWN } from '../../../platform/format';
import { useLanguage } from '../../../platform/preferences';
import { useLiquidationText, useMarkTooOld } from '../futures-account';
import type { Nearest } from './nearest-liquidation';
import styles from './pinned-liquidation.module.css';

interface Props {
  nearest: Nearest;
  /** Of the market's prices. */
  decimals: number;
  /** The server is not heard. */
  isOld: boolean;
  onShow: () => void;
}

/** The price of liquidation of the market's position, in sight wherever the page is scrolled to; it leads to the position. */
export function PinnedLiquidation({ nearest: { position, figures }, decimals, isOld, onShow }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const liquidation = useLiquidationText(decimals);
  const isMarkOld = useMarkTooOld(figures.judgedAt) !== null;
  const { distance, isReached, level, liquidationPrice } = figures;
  const far = distance === null ? UNKNOWN : formatPercent(distance, language).replace('+', '');
  return (
    <button
      type="button"
      className={styles.pinned}
      data-part="pinned-liquidation"
      data-level={level}
      data-old={isOld || isMarkOld || undefined}
      onClick={onShow}
    >
      <span className={styles.words}>
        {t('futures.liquidationPrice')}
        <span data-direction={position.side === 'long' ? 'up' : 'down'}>{t(`futures.${position.side}`)}</span>
      </span>
      <b className="numbers">{liquidation(liquidationPrice)}</b>
      <span className={`numbers ${styles.far}`}>
        {isReached ? t('futures.liquidating') : `${t('futures.distance')} ${far}`}
      </span>
    </button>
  );
}
