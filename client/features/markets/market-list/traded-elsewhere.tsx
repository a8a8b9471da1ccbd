import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { EmptyState } from '../../../ui/empty-state';
import type { Market } from './market';
import { tradePath } from './trade-path';
import styles from './traded-elsewhere.module.css';

const PRODUCTS = [
  { product: 'spot', page: 'trade', word: 'tabs.spot' },
  { product: 'perpetual', page: 'contract', word: 'markets.contracts' },
  { product: 'option', page: 'option', word: 'tabs.trading' },
] as const;

/** Says that a market has no trading of one kind, and leads to the kinds that it has. */
export function TradedElsewhere({ market, text }: { market: Market; text: string }) {
  const { t } = useTranslation();
  const offered = PRODUCTS.filter(({ product }) => market[product]);
  return (
    <div className={styles.elsewhere}>
      <EmptyState text={text} />
      {offered.length > 0 && (
        <p className={styles.ways}>
          {offered.map(({ product, page, word }) => (
            <Button
              key={product}
              component={Link}
              to={tradePath(market.symbol, page)}
              variant="light"
              size="sm"
              mih={44}
            >
              {t(word)}
            </Button>
          ))}
        </p>
      )}
    </div>
  );
}
