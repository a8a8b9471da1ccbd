import { useTranslation } from 'react-i18next';
import { MarketChart } from '../features/candles';
import { DayFigures, failureWords, PriceHero } from '../features/markets';
import { MarketPage } from './market-page';
import styles from './market-page.module.css';

export default function OptionPage() {
  const { t } = useTranslation();
  return (
    <MarketPage page="option" title={t('markets.options')}>
      {(market) => (
        <div key={market.symbol}>
          <div className={styles.top}>
            <PriceHero market={market} />
            <DayFigures market={market} />
          </div>
          <MarketChart
            symbol={market.symbol}
            priceDecimals={market.priceDecimals}
            initial="timeshare"
            failureWords={(failure) => failureWords(failure, t)}
          />
          <p className={styles.note}>{t('trade.notYet')}</p>
        </div>
      )}
    </MarketPage>
  );
}
