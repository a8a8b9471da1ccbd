import { useTranslation } from 'react-i18next';
import { FuturesDesk } from '../../features/trading/futures';
import { MarketPage } from '../markets/market-page';

/** Perpetual contracts: one market, and everything of the contract account. */
export default function FuturesPage() {
  const { t } = useTranslation();
  return (
    <MarketPage page="contract" title={t('futures.perpetual')}>
      {(market) => <FuturesDesk key={market.symbol} market={market} />}
    </MarketPage>
  );
}
