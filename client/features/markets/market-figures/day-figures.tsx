import { useTranslation } from 'react-i18next';
import { formatCompact, formatDecimal } from '../../../platform/format';
import styles from './day-figures.module.css';
import { useLanguage } from '../../../platform/preferences';
import { type Market, usePriceAge, useTicker } from '../market-list';

/** The figures of the last 24 hours, in one row; dimmed like the price above them while that is not live. */
export function DayFigures({ market }: { market: Market }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const ticker = useTicker(market.symbol) ?? market.ticker;
  const dimmed = usePriceAge(ticker).kind !== 'live';
  const figures = [
    { label: t('trade.high'), value: formatDecimal(ticker.high, language, market.priceDecimals) },
    { label: t('trade.low'), value: formatDecimal(ticker.low, language, market.priceDecimals) },
    { label: t('trade.volume'), value: formatCompact(ticker.volume, language), unit: market.base },
    { label: t('trade.turnover'), value: formatCompact(ticker.quoteVolume, language), unit: market.quote },
  ];
  return (
    <dl className={styles.figures} data-dimmed={dimmed || undefined}>
      {figures.map(({ label, value, unit }) => (
        <div key={label} className={styles.figure}>
          <dt>{label}</dt>
          <dd className="numbers">
            {value}
            {unit && <span className={styles.unit}> {unit}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
