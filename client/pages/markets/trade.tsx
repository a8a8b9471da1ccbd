import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MarketChart, NO_MARKS } from '../../features/markets/candles';
import { DayFigures, DepthChart, MarketDepth, MarketTrades, PriceHero } from '../../features/markets/market-figures';
import { failureWords, type Market, useIsLate } from '../../features/markets/market-list';
import type { Taken } from '../../features/trading/spot';
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
    () => import('../../features/trading/chart-marks/spot-marks.late').then(({ default: Marks }) => Marks),
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
  const [taken, setTaken] = useState<Taken | null>(null);
  const isWide = useShape() === 'wide';
  const canTrade = isOwn && market.spot;
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
        {canTrade && (
          <div className={styles.orders}>
            <SpotMarks market={market} onMarks={setMarks} />
            <OwnSpotOrders market={market} />
          </div>
        )}
      </div>
      <div className={styles.rest}>
        <SpotTrading market={market} inline={isWide} taken={taken} />
        {isWide ? (
          <Beside market={market} onPrice={canTrade ? (price) => setTaken({ price }) : undefined} />
        ) : (
          <Book market={market} />
        )}
      </div>
    </div>
  );
}

interface BesideProps {
  market: Market;
  /** Takes a price for the ticket; undefined: nobody can trade here. */
  onPrice: ((price: string) => void) | undefined;
}

/** On a wide screen: whoever can trade has the book beside the ticket already. */
function Beside({ market, onPrice }: BesideProps) {
  const { t } = useTranslation();
  const [tab, setTab] = useState<'trades' | 'depthChart'>('trades');
  const tabs = (['trades', 'depthChart'] as const).map((key) => ({ key, label: t(`trade.${key}`) }));
  return (
    <div className={styles.side}>
      {!onPrice && (
        <>
          <h2>{t('trade.depth')}</h2>
          <MarketDepth market={market} />
        </>
      )}
      <Tabs label={t('trade.trades')} tabs={tabs} chosen={tab} onChoose={setTab} controls={PANEL} />
      <div id={PANEL} role="tabpanel" aria-label={t(`trade.${tab}`)}>
        {tab === 'trades' ? <MarketTrades market={market} /> : <DepthChart market={market} onPrice={onPrice} />}
      </div>
    </div>
  );
}

const BOOK_TABS = ['depth', 'depthChart', 'trades'] as const;

function Book({ market }: { market: Market }) {
  const { t } = useTranslation();
  const [tab, setTab] = useState<(typeof BOOK_TABS)[number]>('depth');
  const tabs = BOOK_TABS.map((key) => ({ key, label: t(`trade.${key}`) }));
  return (
    <div className={styles.book}>
      <Tabs label={t('trade.depth')} tabs={tabs} chosen={tab} onChoose={setTab} controls={PANEL} />
      <div id={PANEL} role="tabpanel" aria-label={t(`trade.${tab}`)}>
        {tab === 'depth' && <MarketDepth market={market} />}
        {tab === 'depthChart' && <DepthChart market={market} />}
        {tab === 'trades' && <MarketTrades market={market} />}
      </div>
    </div>
  );
}
