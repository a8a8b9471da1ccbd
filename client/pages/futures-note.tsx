import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { TickerView } from '../../server/contract/markets/markets.dto';
import { type FuturesTickers, type Market, useTicker } from '../features/markets/market-list';
import {
  fundings,
  hasOwnQuotation,
  products,
  quoteNow,
  ratePercent,
  useQuote,
  useQuoteView,
  withQuote,
} from '../features/trading/futures-account';
import { useLanguage } from '../platform/preferences';
import styles from './home.module.css';

function useProduct(symbol: string) {
  const { data } = useQuery(products);
  return data?.find(({ market }) => market === symbol) ?? null;
}

/** The highest leverage that futures are offered with, and the funding that comes next. */
export function FuturesNote({ symbol }: { symbol: string }) {
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
  children: (ticker: TickerView) => ReactNode;
}

/** The row that a market's futures are traded by, as on their own page. */
export function FuturesQuote({ market, children }: QuoteProps) {
  const isOwn = hasOwnQuotation(useProduct(market.symbol));
  const ticker = useTicker(market.symbol) ?? market.ticker;
  const quote = useQuote(market.symbol);
  return children(isOwn ? withQuote(ticker, quote) : ticker);
}

interface FollowProps {
  symbols: readonly string[];
  onKnown: (known: FuturesTickers) => void;
}

/** Follows the prices of those futures that are not traded by their pair's. */
export function FuturesFollow({ symbols, onKnown }: FollowProps) {
  const { data } = useQuery(products);
  const own = new Set((data ?? []).filter(hasOwnQuotation).map(({ market }) => market));
  const publishKnown = useCallback(
    (followed: readonly string[]) =>
      onKnown({
        of: (ticker) => (followed.includes(ticker.symbol) ? withQuote(ticker, quoteNow(ticker.symbol)) : ticker),
      }),
    [onKnown],
  );
  useQuoteView(
    symbols.filter((symbol) => own.has(symbol)),
    publishKnown,
  );
  return null;
}
