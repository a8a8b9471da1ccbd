import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { failureWords } from '../../../platform/failure-words';
import { ConfirmSheet } from '../../../ui/confirm-sheet';
import { DetailsList } from '../../../ui/details-list';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorState } from '../../../ui/error-state';
import { MoneyText } from '../../../ui/money-text';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { toast } from '../../../ui/toast';
import { NameSubAccount } from './name-sub-account';
import { SubAccountState } from './sub-account-state';
import { SubAccountWorth, Unpriced } from './sub-account-worth';
import { freezeSubAccount, renameSubAccount, type SubAccountNow, subAccounts } from './sub-accounts.api';
import styles from './sub-accounts.module.css';
import { SubTransferForm } from './sub-transfer-form';

type Task = 'rename' | 'transfer' | null;

/** One sub-account: what is in it, what is open, and what its owner does with it. */
export function SubAccountDetail({ id }: { id: string }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [task, setTask] = useState<Task>(null);
  const { data, error, refetch } = useQuery(subAccounts);
  if (error && !data) return <ErrorState text={failureWords(error, t)} onRetry={() => void refetch()} />;
  if (!data) return <CardSkeleton rows={5} />;
  const account = data.list.find((each) => each.id === id);
  if (!account) return <EmptyState text={t('subAccounts.unknown')} />;
  const done = () => {
    setTask(null);
    void queries.invalidateQueries({ queryKey: subAccounts.queryKey });
  };
  const cancel = () => setTask(null);
  if (task === 'rename') {
    const send = (label: string) => renameSubAccount(id, label);
    return (
      <NameSubAccount
        title={t('subAccounts.rename')}
        label={account.label}
        send={send}
        onDone={done}
        onCancel={cancel}
      />
    );
  }
  if (task === 'transfer') return <SubTransferForm view={data} to={id} onDone={done} onCancel={cancel} />;
  return <Shown account={account} onTask={setTask} onChanged={done} />;
}

interface ShownProps {
  account: SubAccountNow;
  onTask: (task: Task) => void;
  onChanged: () => void;
}

function Shown({ account, onTask, onChanged }: ShownProps) {
  const { t } = useTranslation();
  const { id, label, state, worth, keys } = account;
  const facts = [
    { label: t('subAccounts.worth'), value: <SubAccountWorth account={account} /> },
    { label: t('subAccounts.positions'), value: worth.positions },
    { label: t('subAccounts.orders'), value: worth.orders },
    { label: t('subAccounts.options'), value: worth.options },
    ...worth.balances.map(({ currency, account: pocket, available, frozen }) => ({
      label: `${currency} · ${t(`subAccounts.pockets.${pocket}`)}`,
      value: (
        <>
          <MoneyText value={available} /> {frozen !== '0' && <Frozen amount={frozen} />}
        </>
      ),
    })),
  ];
  return (
    <>
      <div className={styles.about}>
        <p className={styles.head}>
          <span className={styles.name}>{label}</span>
          <SubAccountState state={state} />
        </p>
        <Unpriced account={account} />
      </div>
      <DetailsList details={facts} />
      <div className={styles.actions}>
        <Button size="lg" fullWidth disabled={state !== 'active'} onClick={() => onTask('transfer')}>
          {t('subAccounts.transfer')}
        </Button>
        <Button component={Link} to={`/pages/sub-accounts/keys?id=${id}`} variant="default" size="lg" fullWidth>
          {t('subAccounts.keys', { count: keys })}
        </Button>
        <Button
          component={Link}
          to={`/pages/assets/export?sub=${id}&list=wallet.statement`}
          variant="default"
          size="lg"
          fullWidth
        >
          {t('subAccounts.files')}
        </Button>
        <Button variant="default" size="lg" fullWidth onClick={() => onTask('rename')}>
          {t('subAccounts.rename')}
        </Button>
        {state !== 'disabled' && <Freeze account={account} onChanged={onChanged} />}
      </div>
    </>
  );
}

function Frozen({ amount }: { amount: string }) {
  const { t } = useTranslation();
  return (
    <span className={styles.small}>
      ({t('subAccounts.held')} <MoneyText value={amount} />)
    </span>
  );
}

/** Freezing is asked about first: programs stop at once. Thawing is not. */
function Freeze({ account: { id, label, state }, onChanged }: Omit<ShownProps, 'onTask'>) {
  const { t } = useTranslation();
  const [asks, setAsks] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: (frozen: boolean) => freezeSubAccount(id, frozen),
    onSuccess: onChanged,
    onError: (failure) => toast(failureWords(failure, t)),
    onSettled: () => setAsks(false),
  });
  if (state === 'frozen') {
    return (
      <Button variant="default" size="lg" fullWidth loading={isPending} onClick={() => mutate(false)}>
        {t('subAccounts.thaw')}
      </Button>
    );
  }
  return (
    <>
      <Button variant="default" size="lg" fullWidth onClick={() => setAsks(true)}>
        {t('subAccounts.freeze')}
      </Button>
      <ConfirmSheet
        opened={asks}
        title={t('subAccounts.freezeQuestion', { name: label })}
        text={t('subAccounts.freezeText')}
        action={t('subAccounts.freeze')}
        busy={isPending}
        onConfirm={() => mutate(true)}
        onClose={() => setAsks(false)}
      />
    </>
  );
}
