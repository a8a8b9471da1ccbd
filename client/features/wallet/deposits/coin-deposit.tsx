import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { failureWords } from '../../../platform/failure-words';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorState } from '../../../ui/error-state';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { UnknownCoin } from '../../../ui/unknown-coin';
import { CoinAndNetwork, type Way } from './coin-and-network';
import { CoinDepositForm } from './coin-deposit-form';
import { DepositAddress } from './deposit-address';
import { depositAddresses } from './deposits.api';
import styles from './deposits.module.css';
import { useWay } from './use-way';

/** Where to send a coin, and the word that it was sent. */
export function CoinDeposit({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const { coins, way, unknown, choose, error, refetch } = useWay();
  if (error && !coins) return <ErrorState text={failureWords(error, t)} onRetry={() => void refetch()} />;
  if (!coins) return <CardSkeleton rows={7} />;
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
  if (!way) return <EmptyState text={t('deposit.noCoins')} />;
  return (
    <>
      <div className={styles.part}>
        <CoinAndNetwork coins={coins} way={way} onChoose={choose} />
        <DepositAddress way={way} />
      </div>
      <AfterSending way={way} onDone={onDone} />
    </>
  );
}

/** Nothing can have been sent before there is an address to send it to. */
function AfterSending({ way, onDone }: { way: Way; onDone: () => void }) {
  const { t } = useTranslation();
  const { coin, network } = way;
  const { data } = useQuery(depositAddresses(coin.id));
  if (data?.[network.network] === undefined) return null;
  return (
    <>
      <div className={styles.heading}>
        <h2>{t('deposit.proveTitle')}</h2>
        <p>{t('deposit.proveText')}</p>
      </div>
      <CoinDepositForm key={`${coin.id} ${network.network}`} way={way} onDone={onDone} />
    </>
  );
}
