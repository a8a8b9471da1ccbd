import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MarketChart } from '../../features/markets/candles';
import { DayFigures, PriceHero } from '../../features/markets/market-figures';
import { failureWords, type Market, useIsLate } from '../../features/markets/market-list';
import type { ChartLayer } from '../../ui/chart-drawing';
import { CardSkeleton } from '../../ui/text-skeleton';
import { afterChart, LatePart } from '../late-part';
import { MarketPage } from '../markets/market-page';
import styles from '../markets/market-page.module.css';

const loadDesk = () =>
  afterChart(
    () => import('../../features/trading/options').then(({ OptionDesk }) => OptionDesk),
    () => import('../../languages/options').then(({ optionWords }) => optionWords),
  );

export default function OptionPage() {
  const { t } = useTranslation();
  return (
    <MarketPage page="option" title={t('markets.options')}>
      {(market) => <Option key={market.symbol} market={market} />}
    </MarketPage>
  );
}

function Option({ market }: { market: Market }) {
  const { t } = useTranslation();
  const isLate = useIsLate(market);
  const [layer, setLayer] = useState<ChartLayer | null>(null);
  return (
    <div className={styles.columns}>
      <div>
        <div className={styles.top}>
          <PriceHero market={market} withoutMark />
          <DayFigures market={market} />
        </div>
        <MarketChart
          symbol={market.symbol}
          priceDecimals={market.priceDecimals}
          initial="timeshare"
          failureWords={(failure) => failureWords(failure, t)}
          dimmed={isLate}
          layer={layer}
        />
      </div>
      <div className={styles.desk}>
        <LatePart load={loadDesk} own={{ market, onLayer: setLayer }} waiting={<CardSkeleton rows={5} />} />
      </div>
    </div>
  );
}
