import { type ComponentType, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { speakMore } from '../app/languages';
import { MarketChart } from '../features/candles';
import { DayFigures, failureWords, type Market, PriceHero } from '../features/markets';
import type { ChartLayer } from '../ui/chart-drawing';
import { ErrorState } from '../ui/error-state';
import { MarketPage } from './market-page';
import styles from './market-page.module.css';

type Desk = ComponentType<{ market: Market; onLayer: (layer: ChartLayer) => void }>;

/** The desk's files come after the chart's: the price and the chart are what the page is opened for. */
async function loadDesk(): Promise<Desk> {
  await import('../ui/chart');
  const words = import('../app/languages/options').then(({ optionWords }) => speakMore(optionWords));
  const [{ OptionDesk }] = await Promise.all([import('../features/options'), words]);
  return OptionDesk;
}

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
  const [layer, setLayer] = useState<ChartLayer | null>(null);
  return (
    <div className={styles.columns}>
      <div>
        <div className={styles.top}>
          <PriceHero market={market} />
          <DayFigures market={market} />
        </div>
        <MarketChart
          symbol={market.symbol}
          priceDecimals={market.priceDecimals}
          initial="timeshare"
          failureWords={(failure) => failureWords(failure, t)}
          layer={layer}
        />
      </div>
      <div className={styles.desk}>
        <LoadedDesk market={market} onLayer={setLayer} />
      </div>
    </div>
  );
}

function LoadedDesk(props: { market: Market; onLayer: (layer: ChartLayer) => void }) {
  const { t } = useTranslation();
  const [desk, setDesk] = useState<{ Desk: Desk } | null>(null);
  const [tries, setTries] = useState(1);
  const [failed, setFailed] = useState(0);
  useEffect(() => {
    let wanted = true;
    loadDesk().then(
      (loaded) => wanted && setDesk({ Desk: loaded }),
      () => wanted && setFailed(tries),
    );
    return () => {
      wanted = false;
    };
  }, [tries]);
  if (desk) return <desk.Desk {...props} />;
  return failed < tries ? null : <ErrorState text={t('failure.page')} onRetry={() => setTries(tries + 1)} />;
}
