import { queryOptions } from '@tanstack/react-query';
import type { NoticePageView } from '../../../../server/contract/account/account.dto';
import type { UnreadNoticesView } from '../../../../server/contract/account/event-centre.dto';
import { get, post } from '../../../platform/api';
import { OWN, queries } from '../../../platform/queries';

/** The caller shows what went wrong in place, or nothing is lost. */
const QUIET = { quiet: true };
const ROWS = 20;

export const NOTICES_KEY = [OWN, 'notices'];

/** How many notices about the own account and money were not shown yet. */
export const unreadNotices = queryOptions({
  queryKey: [OWN, 'unread-notices'],
  queryFn: ({ signal }) => get<UnreadNoticesView>('notices/unread', {}, { ...QUIET, signal }),
  staleTime: 60_000,
});

export function readNotices(page: number, signal: AbortSignal, limit = ROWS): Promise<NoticePageView> {
  return get<NoticePageView>('user/userLog', { page, limit }, { ...QUIET, signal });
}

/** They were shown up to this one. What fails is said again with the next. */
export async function markShown(last: number): Promise<void> {
  await post('notices/read', { last }, QUIET).catch(() => undefined);
  await queries.invalidateQueries({ queryKey: unreadNotices.queryKey });
}
