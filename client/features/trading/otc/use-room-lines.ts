import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { RoomLineView } from '../../../../server/contract/trading/otc-orders.dto';
import { useRefresh } from '../../../platform/use-refresh';
import { KEYS, readLines, useLineEvents } from './otc.api';

export interface RoomLines {
  /** In order; null while none has arrived. */
  lines: RoomLineView[] | null;
  failure: Error | null;
  more: boolean;
  loadMore: () => void;
  reload: () => void;
}

/** The lines of an order's room: the newest first to arrive, older ones as they are asked for. */
export function useRoomLines(id: string): RoomLines {
  const refresh = useRefresh(KEYS.lines(id));
  useLineEvents(id, refresh);
  const { data, error, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: KEYS.lines(id),
    queryFn: ({ pageParam, signal }) => readLines(id, pageParam === 0 ? {} : { before: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ lines, more }) => (more ? lines[0]?.number : undefined),
  });
  const lines = useMemo(() => {
    if (!data) return null;
    const known = new Map(data.pages.flatMap((page) => page.lines.map((line) => [line.number, line])));
    return [...known.values()].sort((left, right) => left.number - right.number);
  }, [data]);
  return {
    lines,
    failure: data ? null : error,
    more: hasNextPage,
    loadMore: () => void fetchNextPage(),
    reload: () => void refetch(),
  };
}
