import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MarketChart, NO_MARKS } from '../../features/markets/candles';
import { DayFigures, MarketDepth, MarketTrades, PriceHero } from '../../features/markets/market-figures';
import { failureWords, type Market, useIsLate } from '../../features/markets/market-list';
import { useLoggedIn } from '../../platform/session';
import { late } from '../../ui/late';
import { Tabs } from '../../ui/tabs';
import { useShape } from '../../ui/use-shape';
import { afterChart } from '../late-part';
import { MarketPage } from './market-page';
import styles from './market-page.module.css';
import { OwnSpotOrders, SpotTrading } from '../trading/spot-trading';

/** The user's own orders and fills on the chart: after the chart, with the words of the sheet that changes an order. */
const SpotMarks = late(() =>
  afterChart(
    () => import('../../features/trading/chart-marks/spot-marks').then(({ default: Marks }) => Marks),
    () => import('../../languages/spot').then(({ spotWords }) => spotWords),
  ),
);
const PANEL = 'market-book';

export default function TradePage() {
  return <MarketPage page="trade">{(market) => <Trade key={market.symbol} market={market} />}</MarketPage>;
}

/** The chart in sight; the ticket behind two buttons that always are, or beside it where there is room. */
function Trade({ market }: { market: Market }) {
  const { t } = useTranslation();
  const isLate = useIsLate(market);
  const isOwn = useLoggedIn();
  const [marks, setMarks] = useState(NO_MARKS);
  const isWide = useShape() === 'wide';
  return (
    <div className={styles.trade} data-own={isOwn || undefined}>
      <div className={styles.top}>
        <PriceHero market={market} withoutMark />
        <DayFigures market={market} />
      </div>
      <div className={styles.main}>
        <MarketChart
          symbol={market.symbol}
          priceDecimals={market.priceDecimals}
          failureWords={(failure) => failureWords(failure, t)}
          dimmed={isLate}
          marks={isOwn ? marks : NO_MARKS}
        />
        {isOwn && market.spot && (
          <div className={styles.orders}>
            <SpotMarks market={market} onMarks={setMarks} />
            <OwnSpotOrders market={market} />
          </div>
        )}
      </div>
      <div className={styles.rest}>
        <SpotTrading market={market} inline={isWide} />
        {isWide ? <Beside market={market} hasBook={isOwn && market.spot} /> : <Book market={market} />}
      </div>
    </div>
  );
}

/** On a wide screen: whoever can trade has the book beside the ticket already. */
function Beside({ market, hasBook }: { market: Market; hasBook: boolean }) {
  const { t } = useTranslation();
  return (
    <div className={styles.side}>
      {!hasBook && (
        <>
          <h2>{t('trade.depth')}</h2>
          <MarketDepth market={market} />
        </>
      )}
      <h2>{t('trade.trades')}</h2>
      <MarketTrades market={market} />
    </div>
  );
}

function Book({ market }: { market: Market }) {
  const { t } = useTranslation();
  const [tab, setTab] = useState<'depth' | 'trades'>('depth');
  const tabs = (['depth', 'trades'] as const).map((key) => ({ key, label: t(`trade.${key}`) }));
  return (
    <div className={styles.book}>
      <Tabs label={t('trade.depth')} tabs={tabs} chosen={tab} onChoose={setTab} controls={PANEL} />
      <div id={PANEL} role="tabpanel" aria-label={t(`trade.${tab}`)}>
        {tab === 'depth' ? <MarketDepth market={market} /> : <MarketTrades market={market} />}
      </div>
    </div>
  );
}
