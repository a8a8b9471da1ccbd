import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureWords } from '../../../platform/failure-words';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorState } from '../../../ui/error-state';
import { ListSkeleton } from '../../../ui/list-skeleton';
import { MoneyText } from '../../../ui/money-text';
import { NicknameSheet } from './nickname-sheet';
import { invitation, ranking } from './referral.api';
import styles from './referral.module.css';

/** The first ten, by nicknames of those who agreed. */
export function Ranking() {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const { data: own } = useQuery(invitation);
  return (
    <section className={styles.section} aria-labelledby="referral-ranking">
      <div className={styles.head}>
        <h2 id="referral-ranking" className={styles.title}>
          {t('referral.ranking')}
        </h2>
      </div>
      <p className={styles.text}>{t('referral.rankingNote')}</p>
      <Places own={own?.rank ?? 0} />
      <Button variant="light" fullWidth mih={44} disabled={!own} onClick={() => setOpened(true)}>
        {t('referral.setNickname')}
      </Button>
      {own && <NicknameSheet key={own.nickname} own={own} opened={opened} onClose={() => setOpened(false)} />}
    </section>
  );
}

function Places({ own }: { own: number }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(ranking);
  if (error && !data) return <ErrorState text={failureWords(error, t)} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton rows={3} />;
  if (data.length === 0) return <EmptyState text={t('referral.rankingEmpty')} />;
  return (
    <ol className={styles.places}>
      {data.map(({ user_id: place, account, total }) => (
        <li key={place} className={styles.place} data-own={place === own || undefined}>
          <span className={`numbers ${styles.number}`}>{place}</span>
          <span className={styles.name}>
            {account}
            {place === own && <span className={styles.mark}>{t('referral.you')}</span>}
          </span>
          <MoneyText value={total} decimals={2} unit="USDT" demo={false} />
        </li>
      ))}
    </ol>
  );
}
