import type { NoticeGroup } from '../../../contract/rules/notifications.rules.js';
import { URGENT_GROUPS } from '../../../contract/rules/notifications.rules.js';
import { DEFAULT_LANGUAGE, languageOf } from '../../../contract/languages/index.js';
import { noticePath } from '../../../contract/rules/notice-path.rules.js';
import type { PushMessage } from '../../../platform/web-push/push-sender.js';
import { noticeText } from '../notices/index.js';
import type { DueDelivery } from './deliveries.store.js';
import { notificationWords } from './notification-words.js';

/** Of what a screen shows of a notification. */
const BODY_MAX = 240;
const LIST = '/pages/notice/index?kind=own';

/** What the service worker is given: `client/worker/push.js` reads it. */
export interface PushPayload {
  tag: string;
  title: string;
  body: string;
  path: string;
  /** What of all that the user was told has not been opened, this included: the number on the app's icon. */
  unread: number;
}

/** What a device is told, in the language of the account; without amounts where the user does not want them on a screen. */
export function pushMessage(delivery: DueDelivery, { now, unread }: { now: number; unread: number }): PushMessage {
  const { noticeId, kind, parameters, notices, hideAmounts, expiresAt } = delivery;
  const group = delivery.group as NoticeGroup;
  const language = languageOf(delivery.language) ?? DEFAULT_LANGUAGE;
  const words = notificationWords(language);
  const isSummary = notices > 1;
  // A second sending of the same takes the place of the first, at the service and on the screen.
  const topic = isSummary ? `held-${delivery.id}` : `notice-${noticeId}`;
  const text = hideAmounts ? words.hidden : noticeText(language, kind, parameters);
  const payload: PushPayload = {
    tag: topic,
    title: isSummary ? words.held : words.groups[group],
    body: shortened(isSummary ? words.count(notices) : text),
    path: isSummary ? LIST : (noticePath(kind, parameters.account) ?? LIST),
    unread,
  };
  return {
    payload: JSON.stringify(payload),
    ttlSeconds: Math.max(0, Math.floor((expiresAt.getTime() - now) / 1000)),
    topic,
    isUrgent: !isSummary && URGENT_GROUPS.includes(group),
  };
}

function shortened(text: string): string {
  const letters = [...text];
  return letters.length <= BODY_MAX ? text : `${letters.slice(0, BODY_MAX - 1).join('')}…`;
}
