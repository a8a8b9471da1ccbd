import {
  OTC_EXTENSION_MINUTES,
  OTC_STATES,
  type OtcActor,
  type OtcEvent,
  type OtcState,
  type OtcStatus,
  type OtcStep,
  type OtcTimes,
  otcPayUntil,
} from '../../../contract/rules/otc-order.rules.js';

/** What changes of an order while it lives. */
export interface OtcProgress {
  status: OtcStatus;
  payUntil: Date;
  extended: boolean;
  paidAt: Date | null;
  reminded: boolean;
  appealedAt: Date | null;
  appealedBy: string | null;
  appealReason: string | null;
  releasedAt: Date | null;
  endedAt: Date | null;
  endedBy: OtcEvent | null;
  reopened: boolean;
}

export interface StepTaken {
  step: OtcStep;
  at: Date;
  /** Of an appeal. */
  reason?: string | null;
}

const NAMES = Object.fromEntries(Object.entries(OTC_STATES).map(([name, status]) => [status, name])) as Record<
  OtcStatus,
  OtcState
>;

export function otcStateOf(status: OtcStatus): OtcState {
  return NAMES[status];
}

/** The order as the shared table judges it. */
export function otcTimesOf(order: OtcProgress): OtcTimes {
  return {
    state: otcStateOf(order.status),
    payUntil: order.payUntil.getTime(),
    extended: order.extended,
    paidAt: order.paidAt?.getTime() ?? null,
    reminded: order.reminded,
    endedAt: order.endedAt?.getTime() ?? null,
    endedBy: order.endedBy,
    reopened: order.reopened,
  };
}

/** What an order is after a step that its table allows. */
export function otcProgressAfter(order: OtcProgress, { step, at, reason = null }: StepTaken): OtcProgress {
  const next: OtcProgress = { ...pickProgress(order), status: OTC_STATES[step.to] as OtcStatus };
  const { event } = step;
  if (event === 'extend') {
    next.extended = true;
    next.payUntil = new Date(otcPayUntil(order.payUntil.getTime(), OTC_EXTENSION_MINUTES));
  }
  if (event === 'pay') next.paidAt = at;
  if (event === 'remind') next.reminded = true;
  if (step.to === 'appeal') {
    next.appealedAt = at;
    next.appealedBy = appellant(step.actor);
    next.appealReason = reason;
  }
  if (event === 'reopen') {
    next.reopened = true;
    // The buyer says that it was paid, and when the order was open: nothing is known but when that was said.
    next.paidAt = order.paidAt ?? at;
    next.endedAt = null;
    next.endedBy = null;
  }
  if (step.to === 'released' || step.to === 'cancelled') {
    next.endedAt = at;
    next.endedBy = event;
    next.releasedAt = step.to === 'released' ? at : null;
  }
  return next;
}

function appellant(actor: OtcActor): string {
  return actor === 'buyer' || actor === 'seller' ? actor : 'clock';
}

function pickProgress(order: OtcProgress): OtcProgress {
  const { status, payUntil, extended, paidAt, reminded, appealedAt, appealedBy, appealReason } = order;
  const { releasedAt, endedAt, endedBy, reopened } = order;
  return {
    status,
    payUntil,
    extended,
    paidAt,
    reminded,
    appealedAt,
    appealedBy,
    appealReason,
    releasedAt,
    endedAt,
    endedBy,
    reopened,
  };
}
