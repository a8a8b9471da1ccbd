import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DepositCurrencyView } from '../../../../server/contract/wallet/wallet-deposits.dto';
import { failureWords } from '../../../platform/failure-words';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorState } from '../../../ui/error-state';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { UnknownCoin } from '../../../ui/unknown-coin';
import { UnknownNetwork } from '../../../ui/unknown-network';
import type { Way } from './coin-and-network';
import { useWay } from './use-way';

export interface Asked {
  coins: DepositCurrencyView[];
  way: Way;
  choose: (name: string, network: string | null) => void;
}

/** The coin and network that the page's address asks for, or why there is none of them. */
export function AskedWay({ rows, children }: { rows: number; children: (asked: Asked) => ReactNode }) {
  const { t } = useTranslation();
  const { coins, coin, way, unknown, unknownNetwork, choose, error, refetch } = useWay();
  if (error && !coins) return <ErrorState text={failureWords(error, t)} onRetry={() => void refetch()} />;
  if (!coins) return <CardSkeleton rows={rows} />;
  if (unknown !== null) {
    return (
      <UnknownCoin
        text={t('deposit.coinUnknown', { coin: unknown })}
        legend={t('deposit.coin')}
        coins={coins}
        onChoose={(name) => choose(name, null)}
      />
    );
  }
  if (coin && unknownNetwork !== null && coin.networks.length > 0) {
    return (
      <UnknownNetwork
        text={t('deposit.networkUnknown', { coin: coin.name, network: unknownNetwork })}
        legend={t('deposit.network')}
        networks={coin.networks}
        onChoose={(network) => choose(coin.name, network)}
      />
    );
  }
  if (!way) return <EmptyState text={t('deposit.noCoins')} />;
  return children({ coins, way, choose });
}
