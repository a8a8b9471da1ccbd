import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';

/** One page of a list, and whether there is another one. */
export interface RowPage<Row> {
  rows: Row[];
  hasMore: boolean;
}

export interface Pages<Row> {
  /** Every row that has arrived, each once; null while none has. */
  rows: Row[] | null;
  /** Why nothing can be shown. */
  failure: Error | null;
  hasMore: boolean;
  loadingMore: boolean;
  moreFailed: boolean;
  loadMore: () => void;
  reload: () => Promise<unknown>;
}

/** What else a list is read again by, beside its changes; both unless told otherwise. */
interface ReadAgain {
  refetchOnWindowFocus?: boolean;
  refetchOnReconnect?: boolean;
}

/** Most pages that are read again when the list changes. */
const AGAIN_MOST = 3;

/**
 * A list that is read page by page, the newest first. Rows that moved to a later page meanwhile are not shown twice.
 *
 * A change reads the first pages again and drops the later ones, which come back as they are scrolled to. Kept, they
 * would be shown as they were before the change, and a row that moved across the border would be missing.
 */
export function usePages<Row extends { id: string | number }>(
  key: readonly unknown[],
  read: (page: number, signal: AbortSignal) => Promise<RowPage<Row>>,
  again: ReadAgain = {},
): Pages<Row> {
  const memory = useQueryClient();
  const result = useInfiniteQuery({
    ...again,
    queryKey: key,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ hasMore }, pages, page) => {
      // Pages that the memory does not hold yet are those of a reading that is under way.
      const isReadAgain = pages !== memory.getQueryData<InfiniteData<RowPage<Row>>>(key)?.pages;
      return hasMore && !(isReadAgain && page >= AGAIN_MOST) ? page + 1 : undefined;
    },
  });
  const { data, error, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } = result;
  const rows = useMemo(
    () => (data ? [...new Map(data.pages.flatMap((page) => page.rows.map((row) => [row.id, row]))).values()] : null),
    [data],
  );
  return {
    rows,
    failure: data ? null : error,
    hasMore: hasNextPage,
    loadingMore: isFetchingNextPage,
    moreFailed: isFetchNextPageError,
    loadMore: () => void fetchNextPage(),
    reload: refetch,
  };
}
