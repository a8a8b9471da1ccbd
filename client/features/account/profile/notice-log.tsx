import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { failureWords } from '../../../platform/failure-words';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorState } from '../../../ui/error-state';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { OWN, readNotices } from './account.api';
import styles from './notice-log.module.css';
import { useWireTime } from './wire-time';

export const NOTICES_KEY = [OWN, 'notices'];

/** What has happened to the account, the newest first. */
export function NoticeLog() {
  const { t } = useTranslation();
  const wireTime = useWireTime();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: NOTICES_KEY,
    queryFn: ({ pageParam, signal }) => readNotices(pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ page, limit, count }) => (page * limit < count ? page + 1 : undefined),
  });
  if (error && !data) return <ErrorState text={failureWords(error, t)} onRetry={() => void refetch()} />;
  if (!data) return <CardSkeleton rows={5} />;
  const notices = data.pages.flatMap(({ list }) => list);
  if (notices.length === 0) return <EmptyState text={t('notices.empty')} />;
  return (
    <>
      <ul className={styles.list}>
        {notices.map(({ id, content, created_time }) => (
          <li key={id} className={styles.row}>
            <p>{content}</p>
            <p className={styles.time}>{wireTime(created_time)}</p>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button
          variant="subtle"
          fullWidth
          mt={8}
          loading={isFetchingNextPage}
          onClick={() => {
            void fetchNextPage();
          }}
        >
          {t('notices.more')}
        </Button>
      )}
    </>
  );
}
