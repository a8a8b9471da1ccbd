import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { WithdrawalDetailView } from '../../../../server/contract/wallet/wallet-withdrawals.dto';
import { CallFailed } from '../../../platform/api';
import { failureWords } from '../../../platform/failure-words';
import { useAccountEvents, useAccountEventsStart } from '../../../platform/use-account-events';
import { CoinIcon } from '../../../ui/coin-icon';
import { DetailsList } from '../../../ui/details-list';
import { ErrorState } from '../../../ui/error-state';
import { MoneyText } from '../../../ui/money-text';
import { NoticePanel } from '../../../ui/notice-panel';
import { StatePill } from '../../../ui/state-pill';
import { Stepper } from '../../../ui/stepper';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { useWireTime } from '../../account/profile';
import { CancelWithdrawal } from './cancel-withdrawal';
import { Copyable } from './copyable';
import { type Step, stateOf, TONES, timeline } from './states';
import { useRefresh } from '../../../platform/use-refresh';
import styles from './withdrawal-detail.module.css';
import { withdrawal } from './records.api';

const LIST = '/pages/assets/withdraw/index';

/** One withdrawal: how much, where to, what it costs, and how far it has come. */
export function WithdrawalDetail({ id }: { id: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const query = withdrawal(id);
  const { data, error, refetch } = useQuery(query);
  const refresh = useRefresh(query.queryKey);
  useAccountEvents('withdrawal', ({ payload }) => {
    if (payload.withdrawalId === id) refresh();
  });
  useAccountEventsStart(refresh);
  if (error && !data) {
    const isUnknown = error instanceof CallFailed && ['wallet.not-found', 'request.invalid'].includes(error.code ?? '');
    return isUnknown ? (
      <NoticePanel
        title={t('wallet.notFound')}
        text={t('wallet.notFoundText')}
        action={{ label: t('pages.withdrawals'), onClick: () => void navigate(LIST, { replace: true }) }}
      />
    ) : (
      <ErrorState text={failureWords(error, t)} onRetry={() => void refetch()} />
    );
  }
  if (!data) return <CardSkeleton rows={8} />;
  return <Loaded withdrawal={data} />;
}

function Loaded({ withdrawal: row }: { withdrawal: WithdrawalDetailView }) {
  const { t } = useTranslation();
  const state = stateOf(row.state);
  return (
    <>
      <div className={styles.hero}>
        <CoinIcon code={row.name} size={40} />
        <p className={styles.amount}>
          <MoneyText value={row.number} unit={row.name} secret />
        </p>
        <StatePill tone={TONES[state]} text={t(`wallet.${state}`)} />
      </div>
      {state === 'rejected' && row.notes !== '' && (
        <p className={styles.reason}>
          <b>{t('wallet.reason')}</b>
          {row.notes}
        </p>
      )}
      <Progress row={row} />
      <DetailsList details={useDetails(row)} />
      {state === 'review' && <CancelWithdrawal withdrawal={row} />}
    </>
  );
}

function Progress({ row }: { row: WithdrawalDetailView }) {
  const { t } = useTranslation();
  const wireTime = useWireTime();
  const { steps, done } = timeline(row);
  const text = ({ word, at }: Step) => {
    const time = at === null ? '' : wireTime(at);
    if (word === 'review') return t('wallet.reviewText');
    if (word === 'rejected' || word === 'cancelled') return `${time} · ${t('wallet.returned')}`;
    return time === '' ? undefined : time;
  };
  const shown = steps.map((step) => {
    const words = text(step);
    return {
      key: step.key,
      title: t(`wallet.${step.word}`),
      failed: step.failed,
      ...(words === undefined ? {} : { text: words }),
    };
  });
  return (
    <section className={styles.progress}>
      <Stepper label={t('wallet.progress')} steps={shown} done={done} />
    </section>
  );
}

function useDetails(row: WithdrawalDetailView) {
  const { t } = useTranslation();
  const { name, real_number, rate, nettype, address, hash, remark, id } = row;
  const isBank = nettype === 'BANK';
  const hashLabel = t(isBank ? 'wallet.bankReference' : 'wallet.hash');
  return [
    { label: t('wallet.fee'), value: <MoneyText value={rate} unit={name} secret /> },
    { label: t('wallet.received'), value: <MoneyText value={real_number} unit={name} secret /> },
    { label: t('wallet.network'), value: isBank ? t('wallet.card') : nettype },
    { label: t('wallet.address'), value: <Copyable text={address} label={t('wallet.address')} /> },
    ...(hash === '' ? [] : [{ label: hashLabel, value: <Copyable text={hash} label={hashLabel} /> }]),
    ...(remark === '' ? [] : [{ label: t('wallet.remark'), value: remark }]),
    { label: t('wallet.number'), value: id },
  ];
}
