import type { NoticeGroup } from '../../../contract/rules/notifications.rules.js';
import type { Message } from '../../../platform/messages/messages.js';
import { type Addressee, noticeText, signed } from '../notices/index.js';
import type { DueDelivery } from './deliveries.store.js';
import { notificationWords } from './notification-words.js';

/** Where people choose what they are told of. */
const SETTINGS = '/pages/settings/notifications/index';

/** One notice as a mail, or several as one. */
export function noticeMail(addressee: Addressee, due: readonly DueDelivery[], site: string): Message {
  const words = notificationWords(addressee.language);
  const lineOf = ({ at, kind, parameters, hideAmounts, group }: DueDelivery) =>
    `${timeText(at)}  ${hideAmounts ? words.groups[group as NoticeGroup] : noticeText(addressee.language, kind, parameters)}`;
  const [first] = due;
  const isOne = due.length === 1 && first !== undefined;
  const footer = words.footer(new URL(SETTINGS, site).href);
  const text = [...due.map(lineOf), '', footer].join('\n');
  return {
    to: addressee.to,
    kind: isOne ? first.kind : 'notices',
    subject: isOne ? words.groups[first.group as NoticeGroup] : words.count(due.length),
    text: signed(text, addressee),
    code: null,
  };
}

/** UTC, as the lists of old clients have it. */
function timeText(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
