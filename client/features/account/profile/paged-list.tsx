import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { failureWords } from '../../../platform/failure-words';
import { usePages } from '../../../platform/use-pages';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorState } from '../../../ui/error-state';
import { CardSkeleton } from '../../../ui/text-skeleton';
import styles from './paged-list.module.css';

interface Page<Of> {
  list: Of[];
  count: number;
  limit: number;
}

interface PagedListProps<Of> {
  queryKey: readonly unknown[];
  read: (page: number, signal: AbortSignal) => Promise<Page<Of>>;
  empty: string;
  children: (one: Of) => ReactNode;
}

/** A list in a card, the newest first, as many pages of it as are asked for. */
export function PagedList<Of extends { id: number }>({ queryKey, read, empty, children }: PagedListProps<Of>) {
  const { t } = useTranslation();
  const { rows, failure, hasMore, loadingMore, loadMore, reload } = usePages<Of>(queryKey, async (page, signal) => {
    const { list, count, limit } = await read(page, signal);
    return { rows: list, hasMore: page * limit < count };
  });
  if (failure) return <ErrorState text={failureWords(failure, t)} onRetry={() => void reload()} />;
  if (!rows) return <CardSkeleton rows={5} />;
  if (rows.length === 0) return <EmptyState text={empty} />;
  return (
    <>
      <ul className={styles.list}>
        {rows.map((one) => (
          <li key={one.id}>{children(one)}</li>
        ))}
      </ul>
      {hasMore && (
        <Button variant="subtle" fullWidth mt={8} loading={loadingMore} onClick={loadMore}>
          {t('notices.more')}
        </Button>
      )}
    </>
  );
}
