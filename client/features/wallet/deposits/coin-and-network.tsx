import { useTranslation } from 'react-i18next';
import type { DepositCurrencyView, DepositNetworkView } from '../../../../server/contract/wallet/wallet-deposits.dto';
import { chainName } from '../../../ui/chain-name';
import { CoinIcon } from '../../../ui/coin-icon';
import { PillChoice } from '../../../ui/pill-choice';

export interface Way {
  coin: DepositCurrencyView;
  network: DepositNetworkView;
}

/** The coin over the network of that name, or over its first one where it has no such. Null where it has none. */
export function wayOf(coin: DepositCurrencyView, networkName: string): Way | null {
  const network = coin.networks.find((known) => known.network === networkName) ?? coin.networks[0];
  return network ? { coin, network } : null;
}

interface Props {
  coins: readonly DepositCurrencyView[];
  way: Way;
  onChoose: (coin: string, network: string) => void;
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
        onChoose={(name) => onChoose(name, network.network)}
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
