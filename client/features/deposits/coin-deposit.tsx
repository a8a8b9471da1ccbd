import { useTranslation } from 'react-i18next';
import { failureWords } from '../../platform/failure-words';
import { EmptyState } from '../../ui/empty-state';
import { ErrorState } from '../../ui/error-state';
import { CardSkeleton } from '../../ui/text-skeleton';
import { CoinAndNetwork } from './coin-and-network';
import { CoinDepositForm } from './coin-deposit-form';
import { DepositAddress } from './deposit-address';
import styles from './deposits.module.css';
import { useWay } from './use-way';

/** Where to send a coin, and the word that it was sent. */
export function CoinDeposit({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const { coins, way, choose, error, refetch } = useWay();
  if (error && !coins) return <ErrorState text={failureWords(error, t)} onRetry={() => void refetch()} />;
  if (!coins) return <CardSkeleton rows={7} />;
  if (!way) return <EmptyState text={t('deposit.noCoins')} />;
  return (
    <>
      <div className={styles.part}>
        <CoinAndNetwork coins={coins} way={way} onChoose={choose} />
        <DepositAddress way={way} />
      </div>
      <div className={styles.heading}>
        <h2>{t('deposit.proveTitle')}</h2>
        <p>{t('deposit.proveText')}</p>
      </div>
      <CoinDepositForm key={`${way.coin.id} ${way.network.network}`} way={way} onDone={onDone} />
    </>
  );
}
