import { useTranslation } from 'react-i18next';
import { ContractDesk } from '../../features/trading/futures';
import { MarketPage } from '../markets/market-page';

/** Perpetual contracts: one market, and everything of the contract account. */
export default function ContractPage() {
  const { t } = useTranslation();
  return (
    <MarketPage page="contract" title={t('contract.perpetual')}>
      {(market) => <ContractDesk key={market.symbol} market={market} />}
    </MarketPage>
  );
}
