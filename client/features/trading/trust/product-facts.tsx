import { useTranslation } from 'react-i18next';
import type { TrustProductView } from '../../../../server/contract/trading/trust.dto';
import { useLanguage } from '../../../platform/preferences';
import { MoneyText } from '../../../ui/money-text';
import type { Fact } from './facts';
import styles from './product-facts.module.css';
import { percentOf, percentText } from './rates';
import pageStyles from './trust-page.module.css';

/** What must be known of a product before it is chosen. */
export function useProductFacts(product: TrustProductView): Fact[] {
  const { t } = useTranslation();
  const unit = product.currency_name;
  const left =
    product.quota_left === '' ? (
      t('trust.unlimited')
    ) : isSoldOut(product) ? (
      t('trust.soldOut')
    ) : (
      <MoneyText value={product.quota_left} unit={unit} />
    );
  return [
    { label: t('trust.minimum'), value: <MoneyText value={product.save_min} unit={unit} /> },
    { label: t('trust.quotaLeft'), value: left },
    { label: t('trust.source'), value: t(`trust.sources.${product.yield_source}`) },
    { label: t('trust.early'), value: t(`trust.ruleShort.${product.redemption_rule}`) },
  ];
}

/** Whether nothing of the product is left to be bought. */
export function isSoldOut({ quota_left }: TrustProductView): boolean {
  return quota_left !== '' && !/[1-9]/.test(quota_left);
}

/** What a product pays for a day and for its whole term, and for nothing longer than that. */
export function ProductRates({ product }: { product: TrustProductView }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <div className={styles.rates}>
      <p className={styles.rate}>
        <span className={`numbers ${styles.rateFigure}`}>{percentText(percentOf(product.daily_ratio), language)}</span>
        <span className={pageStyles.small}>{t('trust.daily')}</span>
      </p>
      <p className={styles.rate}>
        <span className={`numbers ${styles.rateFigure}`} data-quiet>
          {percentText(product.interest_rate, language)}
        </span>
        <span className={pageStyles.small}>{t('trust.cycle', { days: product.day })}</span>
      </p>
    </div>
  );
}
