import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { onAccountEvent } from '../../../platform/use-account-events';
import { queries } from '../../../platform/queries';
import { serverNow } from '../../../platform/server-clock';
import { toastAside, toastTo } from '../../../ui/toast';
import { NOTICES_KEY, readNotices, unreadNotices } from './event-centre.api';
import { GatheredNotices, NOTICE_SHOWN_MS } from './gathered-notices';
import { noticePath } from '../../../../server/contract/rules/notice-path.rules';

/** Where all of them stand. */
const LIST = '/pages/notice/index';
const OWN_LIST = `${LIST}?kind=own`;
/** What was written longer ago was told when it happened: an old event may come again after a cut. */
const NEW_MS = 60_000;

/**
 * Says what has just happened to the user's money, wherever in the product the user is, but for the
 * pages that show it by themselves. Draws nothing.
 */
export default function EventToasts() {
  const { t } = useTranslation();
  const newest = useRef(t);
  useEffect(() => {
    newest.current = t;
  });
  useEffect(() => {
    const gathered = new GatheredNotices({
      // The words are the server's, in the language of the reader.
      read: async () => (await readNotices(1, AbortSignal.timeout(NOTICE_SHOWN_MS))).list,
      say: (words, gone) => toastAside(words, NOTICE_SHOWN_MS, gone),
      sayMore: (notices, gone) =>
        toastTo(OWN_LIST, newest.current('home.moreNotices', { notices }), NOTICE_SHOWN_MS, gone),
    });
    const forget = onAccountEvent('notice', ({ payload: { notice, noticeId, parameters }, at }) => {
      void queries.invalidateQueries({ queryKey: unreadNotices.queryKey });
      void queries.invalidateQueries({ queryKey: NOTICES_KEY });
      const path = noticePath(notice, String(parameters.account ?? ''));
      const { pathname } = window.location;
      if (path === null || path === pathname || pathname === LIST || serverNow() - at > NEW_MS) return;
      gathered.add(noticeId);
    });
    return () => {
      forget();
      gathered.stop();
    };
  }, []);
  return null;
}
