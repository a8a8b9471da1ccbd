import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { TickerView } from '../../server/contract/markets/markets.dto';
import type { Market } from '../features/markets/market-list';
import { fundings, products, ratePercent, useContractTicker } from '../features/trading/futures-account';
import { useLanguage } from '../platform/preferences';
import styles from './home.module.css';

function useProduct(symbol: string) {
  const { data } = useQuery(products);
  return data?.find(({ market }) => market === symbol) ?? null;
}

/** The highest leverage that a contract is offered with, and the funding that comes next. */
export function ContractNote({ symbol }: { symbol: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const product = useProduct(symbol);
  const { data } = useQuery(fundings);
  const funding = data?.find((one) => one.symbol === symbol) ?? null;
  return (
    <>
      {product && product.leverages.length > 0 && (
        <span className={styles.leverage}>{Math.max(...product.leverages)}x</span>
      )}
      {funding && (
        <span className={`numbers ${styles.funding}`} title={t('why.funding')}>
          <VisuallyHidden>{t('why.funding')} </VisuallyHidden>
          <span aria-hidden>{t('markets.funding')} </span>
          {ratePercent(funding.rate, language)}
        </span>
      )}
    </>
  );
}

interface QuoteProps {
  market: Market;
  /** It is on the screen: only so many are followed at once. */
  isSeen: boolean;
  children: (ticker: TickerView) => ReactNode;
}

/** The row that a market's contracts are traded by, as on their own page. */
export function ContractQuote({ market, isSeen, children }: QuoteProps) {
  return children(useContractTicker(market, useProduct(market.symbol), isSeen));
}
