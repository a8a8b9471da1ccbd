import { Button } from '@mantine/core';
import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { failureWords } from '../../../platform/failure-words';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorState } from '../../../ui/error-state';
import { CardSkeleton } from '../../../ui/text-skeleton';
import styles from './paged-list.module.css';

interface Page<Of> {
  list: Of[];
  count: number;
  page: number;
  limit: number;
}

interface PagedListProps<Of> {
  queryKey: QueryKey;
  read: (page: number, signal: AbortSignal) => Promise<Page<Of>>;
  empty: string;
  row: (one: Of) => ReactNode;
}

/** The newest first, as many pages as are asked for. */
export function PagedList<Of extends { id: number }>({ queryKey, read, empty, row }: PagedListProps<Of>) {
  const { t } = useTranslation();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ page, limit, count }) => (page * limit < count ? page + 1 : undefined),
  });
  if (error && !data) return <ErrorState text={failureWords(error, t)} onRetry={() => void refetch()} />;
  if (!data) return <CardSkeleton rows={5} />;
  // What is new moves older ones to the next page, where they come a second time.
  const rows = [...new Map(data.pages.flatMap(({ list }) => list).map((one) => [one.id, one])).values()];
  if (rows.length === 0) return <EmptyState text={empty} />;
  return (
    <>
      <ul className={styles.list}>
        {rows.map((one) => (
          <li key={one.id}>{row(one)}</li>
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
