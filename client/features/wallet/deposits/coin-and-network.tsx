import { useTranslation } from 'react-i18next';
import type { DepositCurrencyView, DepositNetworkView } from '../../../../server/contract/wallet/wallet-deposits.dto';
import { chainName } from '../../../ui/chain-name';
import { CoinIcon } from '../../../ui/coin-icon';
import { PillChoice } from '../../../ui/pill-choice';

export interface Way {
  coin: DepositCurrencyView;
  network: DepositNetworkView;
}

interface Props {
  coins: readonly DepositCurrencyView[];
  way: Way;
  onChoose: (coin: string, network: string | null) => void;
}

/** Which coin, and over which network it comes. */
export function CoinAndNetwork({ coins, way: { coin, network }, onChoose }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <PillChoice
        legend={t('deposit.coin')}
        choices={coins.map(({ name }) => ({ key: name, label: name, icon: <CoinIcon code={name} size={24} /> }))}
        chosen={coin.name}
        onChoose={(name) => onChoose(name, sharedNetwork(coins, name, network.network))}
      />
      <PillChoice
        legend={t('deposit.network')}
        choices={coin.networks.map((way) => ({ key: way.network, label: way.network, note: chainName(way.chain) }))}
        chosen={network.network}
        onChoose={(name) => onChoose(coin.name, name)}
      />
    </>
  );
}

/** The network stays with another coin where that has it, too; without one its first is taken. */
function sharedNetwork(coins: readonly DepositCurrencyView[], name: string, network: string): string | null {
  const coin = coins.find((known) => known.name === name);
  return coin?.networks.some((known) => known.network === network) ? network : null;
}
