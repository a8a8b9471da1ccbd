import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { failureWords } from '../platform/failure-words';
import { EmptyState } from './empty-state';
import { ErrorState } from './error-state';
import { ListSkeleton } from './list-skeleton';
import { MoreRows } from './more-rows';
import styles from './endless-rows.module.css';
import type { Pages } from '../platform/use-pages';

interface Props<Row extends { id: string }, Shown extends { id: string }> {
  pages: Pages<Row>;
  /** The rows as they are shown: narrowed down, or put together. */
  shown: readonly Shown[];
  /** What stands there instead of rows. */
  empty: { text: string; action?: { label: string; onClick: () => void } };
  children: (row: Shown) => ReactNode;
}

/** A list that goes on as one scrolls, in every state that it can be in. */
export function EndlessRows<Row extends { id: string }, Shown extends { id: string }>(props: Props<Row, Shown>) {
  const { t } = useTranslation();
  const { pages, shown, empty, children } = props;
  const { rows, failure, hasMore, loadingMore, moreFailed, loadMore, reload } = pages;
  if (failure) return <ErrorState text={failureWords(failure, t)} onRetry={() => void reload()} />;
  if (!rows) return <ListSkeleton rows={7} />;
  return (
    <>
      {shown.length === 0 && !hasMore ? (
        <EmptyState {...empty} />
      ) : (
        <ul className={styles.rows}>
          {shown.map((row) => (
            <li key={row.id} className={styles.item}>
              {children(row)}
            </li>
          ))}
        </ul>
      )}
      {(hasMore || shown.length > 0) && (
        <MoreRows hasMore={hasMore} loading={loadingMore} failed={moreFailed} onMore={loadMore} pages={rows.length} />
      )}
    </>
  );
}
