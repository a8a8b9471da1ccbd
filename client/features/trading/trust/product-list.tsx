import { IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { TrustProductView } from '../../../../server/contract/trading/trust.dto';
import { useAccountType } from '../../../platform/account-type';
import { failureWords } from '../../../platform/failure-words';
import { useLanguage } from '../../../platform/preferences';
import { CoinIcon } from '../../../ui/coin-icon';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorState } from '../../../ui/error-state';
import { FilterChips } from '../../../ui/filter-chips';
import { StatePill } from '../../../ui/state-pill';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { Pairs } from './facts';
import { isSoldOut, ProductRates, useProductFacts } from './product-facts';
import styles from './product-list.module.css';
import cardStyles from './trust-card.module.css';
import { products } from './trust.api';

const ALL = 'all';

/** The products on offer, by coin. */
export function ProductList() {
  const { t } = useTranslation();
  const [coin, setCoin] = useState(ALL);
  const { data, error, refetch } = useQuery(products(useLanguage(), useAccountType()));
  if (error && !data) return <ErrorState text={failureWords(error, t)} onRetry={() => void refetch()} />;
  if (!data) return <Skeletons />;
  if (data.length === 0) return <EmptyState text={t('trust.none')} />;
  const coins = [...new Set(data.map(({ currency_name }) => currency_name))];
  const chosen = coins.includes(coin) ? coin : ALL;
  const shown = chosen === ALL ? data : data.filter(({ currency_name }) => currency_name === chosen);
  return (
    <>
      {coins.length > 1 && (
        <FilterChips
          label={t('trust.currency')}
          name="trust-coin"
          choices={[ALL, ...coins].map((key) => ({ key, label: key === ALL ? t('wallet.all') : key }))}
          chosen={chosen}
          onChoose={setCoin}
        />
      )}
      <ul className={styles.cards}>
        {shown.map((product) => (
          <li key={product.id}>
            <ProductCard product={product} />
          </li>
        ))}
      </ul>
    </>
  );
}

function ProductCard({ product }: { product: TrustProductView }) {
  const { t } = useTranslation();
  return (
    <Link to={`/pages/trust/detail?id=${product.id}`} className={styles.card}>
      <span className={cardStyles.cardHead}>
        <CoinIcon code={product.currency_name} />
        <span className={cardStyles.cardTitle}>{product.name}</span>
        {isSoldOut(product) && <StatePill tone="off" text={t('trust.soldOut')} />}
        <IconChevronRight size={18} className={cardStyles.arrow ?? ''} aria-hidden />
      </span>
      <ProductRates product={product} />
      <Pairs facts={useProductFacts(product)} />
    </Link>
  );
}

function Skeletons() {
  return (
    <>
      <CardSkeleton rows={4} />
      <CardSkeleton rows={4} />
    </>
  );
}
