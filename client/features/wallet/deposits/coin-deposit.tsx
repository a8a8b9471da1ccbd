import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { AskedWay } from './asked-way';
import { CoinAndNetwork, type Way } from './coin-and-network';
import { CoinDepositForm } from './coin-deposit-form';
import { DepositAddress } from './deposit-address';
import { depositAddresses } from './deposits.api';
import styles from './deposits.module.css';

/** Where to send a coin, and the word that it was sent. */
export function CoinDeposit({ onDone }: { onDone: () => void }) {
  return (
    <AskedWay rows={7}>
      {({ coins, way, choose }) => (
        <>
          <div className={styles.part}>
            <CoinAndNetwork coins={coins} way={way} onChoose={choose} />
            <DepositAddress way={way} />
          </div>
          <AfterSending way={way} onDone={onDone} />
        </>
      )}
    </AskedWay>
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
