import { groupsAmong, NOTICE_GROUPS, type NoticeGroup } from '../../../contract/rules/notifications.rules.js';
import { zoneNamed } from '../../../contract/rules/time-zone.rules.js';
import type { QuietHours } from './quiet-hours.rules.js';

/** What a user has chosen of notices outside of the app. */
export interface NotificationChoice {
  push: readonly NoticeGroup[];
  mail: readonly NoticeGroup[];
  /** Null: it is never quiet. */
  quiet: QuietHours | null;
  urgentThrough: boolean;
  hideAmounts: boolean;
}

/** What of it says when it is to be quiet, and for what not. */
export type QuietChoice = Pick<NotificationChoice, 'quiet' | 'urgentThrough'>;

/** Of whoever has chosen nothing: a device that was switched on is told of everything, mail is for what people look for there. */
export const DEFAULT_CHOICE: NotificationChoice = {
  push: NOTICE_GROUPS,
  mail: ['liquidations', 'warnings', 'credits', 'withdrawals', 'decisions'],
  quiet: null,
  urgentThrough: true,
  hideAmounts: false,
};

/** A row of choices, as Postgres keeps it; without one everything is null. */
export interface ChoiceRow {
  push: string[] | null;
  mail: string[] | null;
  quietFrom: number | null;
  quietUntil: number | null;
  zone: string | null;
  urgentThrough: boolean | null;
  hideAmounts: boolean | null;
}

export const CHOICE_COLUMNS = `s.push, s.mail, s.quiet_from as "quietFrom", s.quiet_until as "quietUntil", s.zone,
  s.urgent_through as "urgentThrough", s.hide_amounts as "hideAmounts"`;

export function choiceFrom(row: ChoiceRow): NotificationChoice {
  if (row.push === null || row.mail === null) return DEFAULT_CHOICE;
  const { quietFrom: from, quietUntil: until } = row;
  const zone = zoneOf(row);
  return {
    push: groupsAmong(row.push),
    mail: groupsAmong(row.mail),
    quiet: from === null || until === null || zone === null ? null : { from, until, zone },
    urgentThrough: row.urgentThrough === true,
    hideAmounts: row.hideAmounts === true,
  };
}

/** In the one spelling of its name, whatever was stored before there was one; null where there is none. */
export function zoneOf({ zone }: Pick<ChoiceRow, 'zone'>): string | null {
  return zone === null ? null : zoneNamed(zone);
}
