import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CallFailed } from '../../../platform/api';
import { failureWords } from '../../../platform/failure-words';
import { AddressText } from '../../../ui/address-text';
import { chainName } from '../../../ui/chain-name';
import { CopyButton } from '../../../ui/copy-button';
import { Delayed } from '../../../ui/delayed';
import { ErrorState } from '../../../ui/error-state';
import { MoneyText } from '../../../ui/money-text';
import { QrCode } from '../../../ui/qr-code';
import { Bone } from '../../../ui/skeletons';
import type { Way } from './coin-and-network';
import { depositAddresses } from './deposits.api';
import styles from './deposits.module.css';
import { NotConfigured } from './not-configured';

/** The user's own address for the coin on the network, with what must be known before anything is sent to it. */
export function DepositAddress({ way: { coin, network } }: { way: Way }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(depositAddresses(coin.id));
  if (error && !data) {
    const isMissing = error instanceof CallFailed && error.code === 'deposits.address-not-configured';
    if (isMissing) return <NotConfigured text={error.message} />;
    return <ErrorState text={failureWords(error, t)} onRetry={() => void refetch()} />;
  }
  if (!data) return <AddressSkeleton />;
  const address = data[network.network];
  if (address === undefined) return <NotConfigured text={t('deposit.notConfigured')} />;
  const place = { coin: coin.name, network: network.network, chain: chainName(network.chain) };
  return (
    <>
      <section className={styles.address} aria-label={t('deposit.address')}>
        <QrCode text={address} label={t('deposit.addressOf', place)} />
        <div className={styles.line}>
          <span className={styles.lineValue}>
            <span className={styles.lineLabel}>{t('deposit.addressOf', place)}</span>
            <br />
            <AddressText address={address} />
          </span>
          <CopyButton text={address} label={t('deposit.address')} />
        </div>
        <dl className={styles.facts}>
          <div className={styles.fact}>
            <dt>{t('deposit.minimum')}</dt>
            <dd>
              <MoneyText value={network.min_number} unit={coin.name} />
            </dd>
          </div>
          <div className={styles.fact}>
            <dt>{t('deposit.confirmationsNeeded')}</dt>
            <dd className="numbers">{network.confirmations}</dd>
          </div>
        </dl>
      </section>
      <p className={styles.warning} role="note">
        <IconAlertTriangle size={18} stroke={1.8} aria-hidden />
        {t('deposit.wrongNetwork', place)}
      </p>
    </>
  );
}

function AddressSkeleton() {
  return (
    <div className={styles.qrBone} aria-hidden>
      <Delayed>
        <Bone width={188} height={188} />
        <Bone width="100%" height={56} />
        <Bone width="100%" />
        <Bone width="100%" />
      </Delayed>
    </div>
  );
}
