import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Book } from '../../server/contract/books';
import type { TradingStatusView } from '../../server/contract/trading/trading-status.dto';
import { useIsDemo } from './account-type';
import { get } from './api';
import { useLoggedIn } from './session';
import { useChannel } from './use-channel';

/** While the stream says nothing. */
const AGAIN_AFTER_MS = 30_000;
const EVERYBODY = {};

export const tradingStatus = queryOptions({
  queryKey: ['trading', 'status'],
  queryFn: ({ signal }) => get<TradingStatusView>('trading/status', {}, { signal, quiet: true }),
});

/** Which of the books takes new orders: as the stream tells it, and until it does by the reply to a question. */
function useTradingStatus(): TradingStatusView | null {
  // A guest begins nothing: no stream is opened for them.
  const { state, status } = useChannel('trading.status', useLoggedIn() ? EVERYBODY : null);
  const queries = useQueryClient();
  // What the stream said last is no more than a reply once it is silent: the question is asked again.
  const pushed = status === 'live' ? state : null;
  const wasAnnounced = useRef(false);
  useEffect(() => {
    if (pushed !== null) queries.setQueryData(tradingStatus.queryKey, pushed);
    else if (wasAnnounced.current) void queries.invalidateQueries({ queryKey: tradingStatus.queryKey });
    wasAnnounced.current = pushed !== null;
  }, [queries, pushed]);
  const { data } = useQuery({ ...tradingStatus, refetchInterval: pushed === null && AGAIN_AFTER_MS });
  return pushed ?? data ?? null;
}

/** The book that takes no new orders; null while the one that the page is about takes them. */
export function usePausedBook(only?: Book): Book | null {
  const isDemo = useIsDemo();
  const book = only ?? (isDemo ? 'demo' : 'real');
  return useTradingStatus()?.[book] === 'cancel-only' ? book : null;
}

/**
 * Why nothing new can be begun with the money that the page is about, in words; null while it can.
 * @param only where a page is always about one kind of money
 */
export function useTradingPaused(only?: Book): string | null {
  const { t } = useTranslation();
  const book = usePausedBook(only);
  return book === null ? null : t(`tradingPaused.${book}`);
}
