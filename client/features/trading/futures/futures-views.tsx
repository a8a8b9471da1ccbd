import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TickerView } from '../../../../server/contract/markets/markets.dto';
import type { FuturesProductView } from '../../../../server/contract/trading/futures.dto';
import { late } from '../../../ui/late';
import { Tabs } from '../../../ui/tabs';
import type { OwnMarks } from '../../markets/candles';
import { DepthChart, MarketDepth } from '../../markets/market-figures';
import { failureWords, type Market, useIsLate } from '../../markets/market-list';
import { FuturesMarks } from '../chart-marks';
import { hasOwnQuotation } from '../futures-account';
import styles from './futures-desk.module.css';

const MarketChart = late(
  async () => (await import('../../markets/candles')).MarketChart,
  <div className={styles.stage} />,
);
const VIEWS = 'futures-views';
const TABS = ['chart', 'book', 'depth'] as const;
const WORDS = { chart: 'futures.chart', book: 'trade.depth', depth: 'trade.depthChart' } as const;

interface ViewsProps {
  market: Market;
  /** The book stands behind a tab; elsewhere it has a place beside the chart. */
  hasBook: boolean;
  product: FuturesProductView | null;
  /** The row that its futures are traded by. */
  ticker: TickerView;
  /** Takes the price that was tapped in a book; undefined: nobody can trade here. */
  onPrice: ((price: string) => void) | undefined;
  /** What the user has, for the chart; null while it is not known. */
  own: Omit<ComponentProps<typeof FuturesMarks>, 'symbol' | 'onMarks'> | null;
}

/** Chart, book and depth chart: one of them at a time on a phone that is held upright. */
export function FuturesViews({ market, hasBook, product, ticker, onPrice, own }: ViewsProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<(typeof TABS)[number]>('chart');
  const [marks, setMarks] = useState<OwnMarks | undefined>(undefined);
  const isOwnBook = hasOwnQuotation(product);
  const isLate = useIsLate(market);
  const tabs = TABS.map((key) => ({ key, label: t(WORDS[key]) }));
  return (
    <>
      {hasBook && <Tabs label={t('futures.views')} tabs={tabs} chosen={shown} onChoose={setShown} controls={VIEWS} />}
      <div id={VIEWS} {...(hasBook && { role: 'tabpanel', 'aria-label': t('futures.views') })} className={styles.view}>
        {(!hasBook || shown === 'chart') && (
          <>
            <MarketChart
              symbol={market.symbol}
              priceDecimals={market.priceDecimals}
              failureWords={(failure) => failureWords(failure, t)}
              dimmed={isLate}
              marks={marks}
            />
            {own && <FuturesMarks {...own} symbol={market.symbol} onMarks={setMarks} />}
            {isOwnBook && <p className={styles.chartNote}>{t('futures.chartOfPair', { symbol: market.symbol })}</p>}
          </>
        )}
        {hasBook && shown === 'book' && (
          <FuturesDepth market={market} ticker={ticker} hasOwnBook={isOwnBook} onPrice={onPrice} />
        )}
        {hasBook && shown === 'depth' && (
          <DepthChart market={market} channel={bookChannel(isOwnBook)} onPrice={onPrice} />
        )}
      </div>
    </>
  );
}

interface DepthProps extends Pick<ViewsProps, 'market' | 'ticker' | 'onPrice'> {
  hasOwnBook: boolean;
}

/** The book of a futures market, mirrored. */
export function FuturesDepth({ hasOwnBook, ...props }: DepthProps) {
  return <MarketDepth {...props} channel={bookChannel(hasOwnBook)} />;
}

/** The book that futures are traded by. */
export function bookChannel(hasOwnBook: boolean): 'markets.perpetual-depth' | 'markets.depth' {
  return hasOwnBook ? 'markets.perpetual-depth' : 'markets.depth';
}
