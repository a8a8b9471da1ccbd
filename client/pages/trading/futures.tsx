import { useTranslation } from 'react-i18next';
import { FuturesDesk } from '../../features/trading/futures';
import { MarketPage } from '../markets/market-page';

/** Futures: one market, and everything of the futures account. */
export default function FuturesPage() {
  const { t } = useTranslation();
  return (
    <MarketPage page="contract" title={t('futures.perpetual')}>
      {(market) => <FuturesDesk key={market.symbol} market={market} />}
    </MarketPage>
  );
}
