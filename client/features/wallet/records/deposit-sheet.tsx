import { useTranslation } from 'react-i18next';
import type { DepositView } from '../../../../server/contract/wallet/wallet-deposits.dto';
import { DetailsList } from '../../../ui/details-list';
import { MoneyText } from '../../../ui/money-text';
import { Sheet } from '../../../ui/sheet';
import { StatePill } from '../../../ui/state-pill';
import { useWireTime } from '../../account/profile';
import { Copyable } from './copyable';
import styles from './copyable.module.css';
import { statusOf, TONES } from './states';

/** Everything about one deposit. */
export function DepositSheet({ deposit, onClose }: { deposit: DepositView | null; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Sheet title={t('wallet.depositTitle', { number: deposit?.id ?? '' })} opened={deposit !== null} onClose={onClose}>
      {deposit && <Facts deposit={deposit} />}
    </Sheet>
  );
}

function Facts({ deposit }: { deposit: DepositView }) {
  const { t } = useTranslation();
  const wireTime = useWireTime();
  const { name, amount, daozhang_num, network, is_bank, hash, user_account, remark, created_at, updated_at } = deposit;
  const word = statusOf(deposit.status);
  const { confirmations: seen, confirmations_needed: needed } = deposit;
  const isCounting = word === 'review' && hash !== '' && needed > 0;
  const details = [
    { label: t('wallet.status'), value: <StatePill tone={TONES[word]} text={t(`wallet.${word}`)} /> },
    ...(word === 'rejected' && remark !== ''
      ? [{ label: t('wallet.reason'), value: <span className={styles.long}>{remark}</span> }]
      : []),
    { label: t('wallet.amount'), value: <MoneyText value={amount} unit={name} /> },
    ...(daozhang_num === ''
      ? []
      : [{ label: t('wallet.credited'), value: <MoneyText value={daozhang_num} unit={name} /> }]),
    { label: t('wallet.network'), value: is_bank === 1 ? t('wallet.bankTransfer') : network },
    ...(isCounting ? [{ label: t('wallet.confirmations'), value: t('wallet.ofNeeded', { seen, needed }) }] : []),
    ...(hash === '' ? [] : [{ label: t('wallet.hash'), value: <Copyable text={hash} label={t('wallet.hash')} /> }]),
    ...(user_account === '' ? [] : [{ label: t('wallet.sender'), value: user_account }]),
    { label: t('wallet.submitted'), value: wireTime(created_at) },
    { label: t('wallet.updated'), value: wireTime(updated_at) },
  ];
  return <DetailsList details={details} />;
}
