import { type NoticeGroup, URGENT_GROUPS } from '../../../contract/rules/notifications.rules.js';
import { groupOf, worthMs } from './notice-group.rules.js';
import { quietEnd } from './quiet-hours.rules.js';
import type { NotificationChoice, QuietChoice } from './notification-choice.js';

/** A notice of which it is to be decided how else it is told. */
export interface OutgoingNotice {
  id: string;
  userId: string;
  kind: string;
  at: Date;
  hasMail: boolean;
  isDisabled: boolean;
  choice: NotificationChoice;
}

/** A message that is to be sent. */
export interface PlannedDelivery {
  noticeId: string;
  userId: string;
  /** Null: by mail. */
  subscriptionId: string | null;
  group: NoticeGroup;
  isHeld: boolean;
  dueAt: Date;
  expiresAt: Date;
}

/**
 * Until when what is of the group waits, where it is quiet now; null: it may be told. Asked again before each try: what was put off by
 * a server may be due in the night.
 */
export function heldUntil(group: NoticeGroup, { quiet, urgentThrough }: QuietChoice, now: Date): Date | null {
  const isThrough = urgentThrough && URGENT_GROUPS.includes(group);
  return quiet === null || isThrough ? null : quietEnd(now, quiet);
}

/**
 * By what a notice is told outside of the app, and when. In quiet hours it waits for their end, unless it is urgent and the
 * user wants to be woken; what is worth nothing by then is not sent: it stands in the app.
 * @param subscriptions the user's devices.
 */
export function planDeliveries(notice: OutgoingNotice, subscriptions: readonly string[], now: Date): PlannedDelivery[] {
  const { id, userId, kind, at, choice } = notice;
  const group = groupOf(kind);
  if (group === null || notice.isDisabled) return [];
  const held = heldUntil(group, choice, now);
  const dueAt = held ?? now;
  const expiresAt = new Date(at.getTime() + worthMs(kind, group));
  if (dueAt >= expiresAt) return [];
  const planned = { noticeId: id, userId, group, isHeld: held !== null, dueAt, expiresAt };
  const devices = choice.push.includes(group) ? subscriptions : [];
  // The security of an account is mailed by what changes it, whatever was chosen.
  const isMailed = notice.hasMail && group !== 'security' && choice.mail.includes(group);
  return [...devices, ...(isMailed ? [null] : [])].map((subscriptionId) => ({ ...planned, subscriptionId }));
}
