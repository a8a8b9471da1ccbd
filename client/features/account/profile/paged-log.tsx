import { Button } from '@mantine/core';
import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { failureWords } from '../../../platform/failure-words';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorState } from '../../../ui/error-state';
import { CardSkeleton } from '../../../ui/text-skeleton';
import styles from './paged-log.module.css';
import { useWireTime } from './wire-time';

interface Entry {
  id: number;
  content: string;
  created_time: string;
}

interface Page<Of extends Entry> {
  list: Of[];
  count: number;
  page: number;
  limit: number;
}

interface PagedLogProps<Of extends Entry> {
  queryKey: QueryKey;
  read: (page: number, signal: AbortSignal) => Promise<Page<Of>>;
  empty: string;
  /** What stands between an entry's words and its time; empty for nothing. */
  more?: (entry: Of) => string;
}

/** Entries with their times, the newest first, as many pages of them as are asked for. */
export function PagedLog<Of extends Entry>({ queryKey, read, empty, more }: PagedLogProps<Of>) {
  const { t } = useTranslation();
  const wireTime = useWireTime();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ page, limit, count }) => (page * limit < count ? page + 1 : undefined),
  });
  if (error && !data) return <ErrorState text={failureWords(error, t)} onRetry={() => void refetch()} />;
  if (!data) return <CardSkeleton rows={5} />;
  // What is new moves older entries to the next page, where they come a second time.
  const entries = [...new Map(data.pages.flatMap(({ list }) => list).map((entry) => [entry.id, entry])).values()];
  if (entries.length === 0) return <EmptyState text={empty} />;
  return (
    <>
      <ul className={styles.list}>
        {entries.map((entry) => (
          <li key={entry.id} className={styles.row}>
            <p>{entry.content}</p>
            {more?.(entry) && <p className={styles.small}>{more(entry)}</p>}
            <p className={styles.small}>{wireTime(entry.created_time)}</p>
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
