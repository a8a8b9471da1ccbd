import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { DepositView } from '../../../../server/contract/wallet/wallet-deposits.dto';
import { failureWords } from '../../../platform/failure-words';
import { BriefMoney } from '../../../ui/brief-money';
import { CoinIcon } from '../../../ui/coin-icon';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorState } from '../../../ui/error-state';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { useWireTime } from '../../account/profile';
import { depositState } from './deposit-state';
import { latestDeposits, useDepositEvents } from './deposits.api';
import styles from './deposits.module.css';

/** The latest deposits and how far each is, kept up to date by the user's events. */
export function LatestDeposits() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(latestDeposits);
  useDepositEvents();
  return (
    <section aria-label={t('deposit.latest')}>
      <div className={`${styles.heading} ${styles.headingRow}`}>
        <h2>{t('deposit.latest')}</h2>
        <Link to="/pages/assets/record" className={styles.more}>
          {t('deposit.allRecords')}
        </Link>
      </div>
      {error && !data && <ErrorState text={failureWords(error, t)} onRetry={() => void refetch()} />}
      {!error && !data && <CardSkeleton rows={2} />}
      {data?.length === 0 && <EmptyState text={t('deposit.noneYet')} />}
      {data && data.length > 0 && (
        <ul className={styles.list}>
          {data.map((deposit) => (
            <DepositRow key={deposit.id} deposit={deposit} />
          ))}
        </ul>
      )}
    </section>
  );
}

function DepositRow({ deposit }: { deposit: DepositView }) {
  const { t } = useTranslation();
  const wireTime = useWireTime();
  const { name, network, is_bank: isBank, amount, daozhang_num: credited, remark, created_at: at } = deposit;
  const state = depositState(deposit);
  const words =
    state.kind === 'confirming'
      ? t('deposit.confirming', { seen: state.seen, needed: state.needed })
      : t(`deposit.states.${state.kind}`);
  return (
    <li className={styles.row}>
      <CoinIcon code={name} />
      <div className={styles.rowWords}>
        <p className={styles.name}>
          {name} <span className={styles.small}>{isBank === 1 ? t('deposit.bank') : network}</span>
        </p>
        <p className={styles.small}>{wireTime(at)}</p>
      </div>
      <div className={styles.side}>
        <span className={styles.amount}>
          <BriefMoney value={credited === '' ? amount : credited} unit={name} />
        </span>
        <span className={styles.state} data-kind={state.kind} role="status">
          {words}
        </span>
      </div>
      {state.kind === 'confirming' && (
        <span className={styles.progress} aria-hidden>
          <span style={{ transform: `scaleX(${state.seen / state.needed})` }} />
        </span>
      )}
      {state.kind === 'rejected' && remark !== '' && <p className={styles.reason}>{remark}</p>}
    </li>
  );
}
