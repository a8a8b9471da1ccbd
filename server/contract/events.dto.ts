import type { EventEntity } from './event-fields.dto.js';
import type { EVENT_KINDS } from './event-kinds.js';

/** What each kind of event says. */
export type AccountEventFields = { [Kind in keyof typeof EVENT_KINDS]: InstanceType<(typeof EVENT_KINDS)[Kind]> };

export type AccountEventKind = keyof AccountEventFields;

export const ACCOUNT_EVENT_KINDS = [
  'balance',
  'deposit',
  'withdrawal',
  'transfer',
  'kyc',
  'session.revoked',
  'order',
  'fill',
  'position',
  'option.opened',
  'option.settled',
  'option.voided',
  'margin.warning',
  'margin.critical',
  'liquidation',
  'trust',
  'subscription',
  'c2c',
  'c2c.line',
  'ieo',
  'referral',
  'help',
  'notice',
  'limits',
] as const satisfies readonly AccountEventKind[];

export type AccountEventPayload<Kind extends AccountEventKind> = EventEntity & AccountEventFields[Kind];

/** One event as it travels. */
export type AccountEvent<Kind extends AccountEventKind = AccountEventKind> = {
  [Each in Kind]: {
    /** Its number in the user's stream: 1, 2, 3, … without a gap. */
    sequence: number;
    kind: Each;
    /** Unix milliseconds. */
    at: number;
    payload: AccountEventPayload<Each>;
  };
}[Kind];

/** The snapshot of `account.events`: a place, no state. State comes over HTTP and names the same sequence. */
export class AccountEventsPlace {
  /** Number of the last event; 0 before the first. */
  sequence: number;
  /** Number of the first event that can still be sent again. */
  since: number;
}
