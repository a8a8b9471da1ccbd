import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { deskGet, type Query } from '../frame/desk-call';
import { deskQueries, useDesk } from '../frame/desk-session';
import { useAwake } from '../frame/use-awake';

const POLL_MS = 5000;

interface Options {
  /** Asked again every 5 s while the page is seen and somebody is at it. */
  poll?: boolean;
  /** The call is written into the audit log, so it is made when somebody asks and never by itself. */
  recorded?: boolean;
  enabled?: boolean;
  /** What was there stays until the answer to another question has come. Not where it would stand as an answer to that. */
  showsFormer?: boolean;
}

/** A reply of the desk. The key begins with the path, so that `refreshDesk` finds it. */
export function useDeskQuery<Answer>(path: string, query: Query = {}, options: Options = {}): UseQueryResult<Answer> {
  const { poll = false, recorded = false, enabled = true, showsFormer = true } = options;
  const awake = useAwake();
  const isIn = useDesk().phase === 'in';
  return useQuery({
    queryKey: ['desk', ...path.split('/'), query],
    queryFn: ({ signal }) => deskGet<Answer>(path, query, signal),
    enabled: enabled && isIn,
    meta: { recorded },
    // Polling rests by itself while the page is hidden.
    refetchInterval: poll && awake ? POLL_MS : false,
    ...(recorded
      ? { staleTime: Infinity, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false }
      : showsFormer && { placeholderData: keepPreviousData }),
  });
}

/** Asks anew for everything whose path begins so. */
export function refreshDesk(...paths: readonly string[]): void {
  for (const path of paths) void deskQueries.invalidateQueries({ queryKey: ['desk', ...path.split('/')] });
}
