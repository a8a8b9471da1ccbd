import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { failureWords } from '../../../platform/failure-words';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorState } from '../../../ui/error-state';
import { FormIntro } from '../../../ui/form';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { NameSubAccount } from './name-sub-account';
import { SubAccountState } from './sub-account-state';
import { SubAccountWorth, Unpriced } from './sub-account-worth';
import { openSubAccount, type SubAccountNow, subAccounts } from './sub-accounts.api';
import styles from './sub-accounts.module.css';

/** The sub-accounts of the user, each with what it is worth and what is open, and the way to one more. */
export function SubAccountList() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [isOpening, setOpening] = useState(false);
  const { data, error, refetch } = useQuery(subAccounts);
  if (isOpening) {
    return (
      <NameSubAccount
        title={t('subAccounts.open')}
        label=""
        send={openSubAccount}
        onDone={() => {
          setOpening(false);
          void queries.invalidateQueries({ queryKey: subAccounts.queryKey });
        }}
        onCancel={() => setOpening(false)}
      />
    );
  }
  if (error && !data) return <ErrorState text={failureWords(error, t)} onRetry={() => void refetch()} />;
  if (!data) return <CardSkeleton rows={3} />;
  return (
    <>
      <FormIntro text={t('subAccounts.text')} />
      <Rows list={data.list} />
      <div className={styles.actions}>
        <Button size="lg" fullWidth disabled={data.list.length >= data.most} onClick={() => setOpening(true)}>
          {t('subAccounts.open')}
        </Button>
        {data.list.length >= data.most && <p className={styles.small}>{t('subAccounts.most', { count: data.most })}</p>}
      </div>
    </>
  );
}

function Rows({ list }: { list: readonly SubAccountNow[] }) {
  const { t } = useTranslation();
  if (list.length === 0) return <EmptyState text={t('subAccounts.none')} />;
  return (
    <ul className={styles.list}>
      {list.map((row) => (
        <li key={row.id}>
          <Row row={row} />
        </li>
      ))}
    </ul>
  );
}

function Row({ row }: { row: SubAccountNow }) {
  const { t } = useTranslation();
  const { id, label, state, worth, keys } = row;
  return (
    <Link to={`/pages/sub-accounts/detail?id=${id}`} className={styles.row}>
      <span className={styles.head}>
        <span className={styles.name}>{label}</span>
        <SubAccountState state={state} />
      </span>
      <SubAccountWorth account={row} brief />
      <Unpriced account={row} />
      <span className={styles.small}>
        {t('subAccounts.openNow', { positions: worth.positions, orders: worth.orders + worth.options, keys })}
      </span>
    </Link>
  );
}
