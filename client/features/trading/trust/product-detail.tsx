import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { TrustProductView } from '../../../../server/contract/trading/trust.dto';
import { useAccountType } from '../../../platform/account-type';
import { useLanguage } from '../../../platform/preferences';
import { CoinIcon } from '../../../ui/coin-icon';
import { MoneyText } from '../../../ui/money-text';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { Facts } from './facts';
import styles from './product-detail.module.css';
import { isSoldOut, ProductRates, useProductFacts } from './product-facts';
import { ProductFailure } from './product-failure';
import { RedemptionRule } from './redemption-rule';
import cardStyles from './trust-card.module.css';
import pageStyles from './trust-page.module.css';
import { product as productQuery } from './trust.api';

/** Everything that is said of a product before anybody buys it. */
export function ProductDetail({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(productQuery(id, useLanguage(), useAccountType()));
  if (error && !data) return <ProductFailure error={error} onRetry={() => void refetch()} />;
  if (!data) return <CardSkeleton rows={9} />;
  return <Loaded product={data} />;
}

function Loaded({ product }: { product: TrustProductView }) {
  const { t } = useTranslation();
  const unit = product.currency_name;
  const isOut = isSoldOut(product);
  const maximum = product.save_max === '' ? t('trust.unlimited') : <MoneyText value={product.save_max} unit={unit} />;
  return (
    <>
      <div className={pageStyles.hero}>
        <span className={cardStyles.cardHead}>
          <CoinIcon code={unit} size={40} />
          <h2 className={pageStyles.heroTitle}>{product.name}</h2>
        </span>
        <ProductRates product={product} />
      </div>
      <Facts
        facts={[
          { label: t('trust.term'), value: t('trust.days', { count: product.day }) },
          ...useProductFacts(product),
          { label: t('trust.maximum'), value: maximum },
        ]}
      />
      <section className={pageStyles.section}>
        <h2>{t('trust.about')}</h2>
        <p>{product.intro}</p>
        <h3>{t('trust.owes')}</h3>
        <p>{t('trust.owesText')}</p>
        <h3>{t('trust.loss')}</h3>
        <p>{t('trust.lossText')}</p>
      </section>
      <RedemptionRule product={product} amount={product.save_min} />
      <div className={styles.bar}>
        {isOut ? (
          <Button fullWidth size="lg" disabled>
            {t('trust.soldOut')}
          </Button>
        ) : (
          <Button component={Link} to={`/pages/trust/order?id=${product.id}`} fullWidth size="lg">
            {t('trust.buy')}
          </Button>
        )}
      </div>
    </>
  );
}
