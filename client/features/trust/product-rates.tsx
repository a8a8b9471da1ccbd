import { useTranslation } from 'react-i18next';
import type { TrustProductView } from '../../../server/contract/trading/trust.dto';
import { useLanguage } from '../../platform/preferences';
import { percentOf, percentText } from './rates';
import styles from './trust.module.css';

/** What a product pays for a day and for its whole term, and for nothing longer than that. */
export function ProductRates({ product }: { product: TrustProductView }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <div className={styles.rates}>
      <p className={styles.rate}>
        <span className={`numbers ${styles.rateFigure}`}>{percentText(percentOf(product.daily_ratio), language)}</span>
        <span className={styles.small}>{t('trust.daily')}</span>
      </p>
      <p className={styles.rate}>
        <span className={`numbers ${styles.rateFigure}`} data-quiet>
          {percentText(product.interest_rate, language)}
        </span>
        <span className={styles.small}>{t('trust.cycle', { days: product.day })}</span>
      </p>
    </div>
  );
}
