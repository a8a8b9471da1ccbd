import { useEffect } from 'react';
import { onAccountEvent } from '../../../platform/use-account-events';
import { queries } from '../../../platform/queries';
import { serverNow } from '../../../platform/server-clock';
import { toast } from '../../../ui/toast';
import { NOTICES_KEY, readNotices, unreadNotices } from './event-centre.api';
import { noticePath } from '../../../../server/contract/rules/notice-path.rules';

const SHOWN_MS = 6000;
/** Where all of them stand. */
const LIST = '/pages/notice/index';
/** What was written longer ago was told when it happened: an old event may come again after a cut. */
const NEW_MS = 60_000;

/**
 * Says what has just happened to the user's money, wherever in the product the user is, but for the
 * pages that show it by themselves. Draws nothing.
 */
export default function EventToasts() {
  useEffect(
    () =>
      onAccountEvent('notice', ({ payload: { notice, noticeId, parameters }, at }) => {
        void queries.invalidateQueries({ queryKey: unreadNotices.queryKey });
        void queries.invalidateQueries({ queryKey: NOTICES_KEY });
        const path = noticePath(notice, String(parameters.account ?? ''));
        const { pathname } = window.location;
        if (path === null || path === pathname || pathname === LIST || serverNow() - at > NEW_MS) return;
        void say(noticeId);
      }),
    [],
  );
  return null;
}

/** The words are the server's, in the language of the reader. */
async function say(noticeId: string): Promise<void> {
  const { list } = await readNotices(1, AbortSignal.timeout(SHOWN_MS), 5).catch(() => ({ list: [] }));
  const found = list.find(({ id }) => String(id) === noticeId);
  if (found) toast(found.content, SHOWN_MS);
}
