/** States of an order between two users, by their number in the old clients. */
export const OTC_STATES = { locking: 0, paying: 1, paid: 2, released: 3, appeal: 4, cancelled: 5 } as const;
export type OtcState = keyof typeof OTC_STATES;
export type OtcStatus = (typeof OTC_STATES)[OtcState];

/** Who can do something about an order. The clock is the worker, the desk its operators. */
export const OTC_ACTORS = ['taker', 'buyer', 'seller', 'clock', 'desk'] as const;
export type OtcActor = (typeof OTC_ACTORS)[number];

export const OTC_EVENTS = [
  'open',
  'pay',
  'cancel',
  'extend',
  'expire',
  'remind',
  'release',
  'concede',
  'appeal',
  'escalate',
  'award-buyer',
  'award-seller',
  'reopen',
] as const;
export type OtcEvent = (typeof OTC_EVENTS)[number];

/** What a step does with the seller's coins. They are held from before the order is open until it ends. */
export type OtcEscrow = 'lock' | 'hold' | 'to-buyer' | 'to-seller';

/** When a step is open, beside its state and actor. */
export type OtcTime =
  | 'any'
  | 'before-pay-end'
  | 'after-pay-end'
  | 'appeal-open'
  | 'remind-due'
  | 'escalate-due'
  | 'reopen-open';

export interface OtcStep {
  from: OtcState;
  actor: OtcActor;
  event: OtcEvent;
  to: OtcState;
  escrow: OtcEscrow;
  time: OtcTime;
}

const step = (
  from: OtcState,
  actor: OtcActor,
  event: OtcEvent,
  then: { to: OtcState; escrow: OtcEscrow; time?: OtcTime },
): OtcStep => ({ from, actor, event, time: 'any', ...then });

/**
 * REGISTRY of every step of an order: state x actor x event. What is not here cannot happen. Server and page read the same
 * rows; the database's own guard knows the same pairs of states (`otc_order_guard`, held to this table by a parity test).
 * In an appeal no timer runs; each side can still give in, which is how both agree.
 */
export const OTC_STEPS: readonly OtcStep[] = [
  step('locking', 'taker', 'open', { to: 'paying', escrow: 'lock' }),
  step('paying', 'buyer', 'pay', { to: 'paid', escrow: 'hold', time: 'before-pay-end' }),
  step('paying', 'buyer', 'cancel', { to: 'cancelled', escrow: 'to-seller' }),
  step('paying', 'seller', 'extend', { to: 'paying', escrow: 'hold', time: 'before-pay-end' }),
  step('paying', 'clock', 'expire', { to: 'cancelled', escrow: 'to-seller', time: 'after-pay-end' }),
  step('paid', 'clock', 'remind', { to: 'paid', escrow: 'hold', time: 'remind-due' }),
  step('paid', 'seller', 'release', { to: 'released', escrow: 'to-buyer' }),
  step('paid', 'buyer', 'concede', { to: 'cancelled', escrow: 'to-seller' }),
  step('paid', 'buyer', 'appeal', { to: 'appeal', escrow: 'hold', time: 'appeal-open' }),
  step('paid', 'seller', 'appeal', { to: 'appeal', escrow: 'hold', time: 'appeal-open' }),
  step('paid', 'clock', 'escalate', { to: 'appeal', escrow: 'hold', time: 'escalate-due' }),
  step('appeal', 'seller', 'release', { to: 'released', escrow: 'to-buyer' }),
  step('appeal', 'buyer', 'concede', { to: 'cancelled', escrow: 'to-seller' }),
  step('appeal', 'desk', 'award-buyer', { to: 'released', escrow: 'to-buyer' }),
  step('appeal', 'desk', 'award-seller', { to: 'cancelled', escrow: 'to-seller' }),
  step('cancelled', 'buyer', 'reopen', { to: 'appeal', escrow: 'lock', time: 'reopen-open' }),
];

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Minutes in which an advert may want its payment; the longest is the specification's limit. */
export const OTC_WINDOWS = [15, 20, 30] as const;
/** By so much the seller may lengthen it, once. */
export const OTC_EXTENSION_MINUTES = 15;
/** After the payment was said to be made: an appeal is open, the seller is reminded, the desk is called. */
export const OTC_APPEAL_AFTER_MINUTES = 10;
export const OTC_REMIND_AFTER_MINUTES = 15;
export const OTC_ESCALATE_AFTER_HOURS = 12;
/** So long after a cancellation the buyer can say that the money was sent. */
export const OTC_REOPEN_HOURS = 24;
/** In which the desk decides an appeal. */
export const OTC_DECISION_HOURS = 24;

/** What of an order its next steps hang on. Instants are Unix milliseconds. */
export interface OtcTimes {
  state: OtcState;
  payUntil: number;
  extended: boolean;
  paidAt: number | null;
  reminded: boolean;
  endedAt: number | null;
  /** The step that ended it last. */
  endedBy: OtcEvent | null;
  reopened: boolean;
}

/** Why a step is not open. */
export type OtcProblem = 'state' | 'early' | 'late' | 'once';

export type OtcJudgement = { step: OtcStep; problem: null } | { step: null; problem: OtcProblem };

/** The row of the table; null: it can never be. */
export function otcStep(state: OtcState, actor: OtcActor, event: OtcEvent): OtcStep | null {
  return OTC_STEPS.find((row) => row.from === state && row.actor === actor && row.event === event) ?? null;
}

/** Whether the actor may do this to the order now. */
export function judgeOtcStep(order: OtcTimes, actor: OtcActor, event: OtcEvent, now: number): OtcJudgement {
  const row = otcStep(order.state, actor, event);
  const problem = row === null ? 'state' : (timeProblem(row, order, now) ?? onceProblem(row, order));
  return row === null || problem !== null ? { step: null, problem: problem ?? 'state' } : { step: row, problem: null };
}

/** What the actor can do now, for the page's buttons. */
export function otcChoices(order: OtcTimes, actor: OtcActor, now: number): OtcEvent[] {
  return OTC_EVENTS.filter((event) => judgeOtcStep(order, actor, event, now).problem === null);
}

function timeProblem({ time }: OtcStep, { payUntil, paidAt, endedAt }: OtcTimes, now: number): OtcProblem | null {
  const since = (from: number | null, ms: number): boolean => from !== null && now >= from + ms;
  const late = (isLate: boolean): OtcProblem | null => (isLate ? 'late' : null);
  const early = (isOpen: boolean): OtcProblem | null => (isOpen ? null : 'early');
  const problems: Record<OtcTime, OtcProblem | null> = {
    any: null,
    'before-pay-end': late(now >= payUntil),
    'after-pay-end': early(now >= payUntil),
    'appeal-open': early(since(paidAt, OTC_APPEAL_AFTER_MINUTES * MINUTE_MS)),
    'remind-due': early(since(paidAt, OTC_REMIND_AFTER_MINUTES * MINUTE_MS)),
    'escalate-due': early(since(paidAt, OTC_ESCALATE_AFTER_HOURS * HOUR_MS)),
    'reopen-open': late(since(endedAt, OTC_REOPEN_HOURS * HOUR_MS)),
  };
  return problems[time];
}

function onceProblem({ event }: OtcStep, order: OtcTimes): OtcProblem | null {
  if (event === 'extend') return order.extended ? 'once' : null;
  if (event === 'remind') return order.reminded ? 'once' : null;
  if (event !== 'reopen') return null;
  if (order.reopened) return 'once';
  // Who has said that nothing was paid, and what the desk has decided, is not opened again.
  return order.endedBy === 'cancel' || order.endedBy === 'expire' ? null : 'state';
}

/** Whether the coins are held. */
export function isOtcOpen(state: OtcState): boolean {
  return state === 'paying' || state === 'paid' || state === 'appeal';
}

/** Minutes for which a buyer takes no new order after one that ended unpaid: the first, the second … of seven days. */
export const OTC_PAUSE_MINUTES = [15, 30, 60, 240] as const;
const PAUSED_AFTER_PER_DAY = 3;
const PAUSE_SPAN_MS = 7 * DAY_MS;

/** How long the pauses reach into the past. */
export const OTC_PAUSE_DAYS = 8;

/**
 * Until when somebody takes no new orders, by the instants at which orders of theirs ended unpaid; 0: they may. From the
 * third on one UTC day, and the fifth of seven days, it is the rest of that day.
 */
export function otcPausedUntil(unpaid: readonly number[]): number {
  return unpaid.reduce((until, at) => Math.max(until, pauseAfter(at, unpaid)), 0);
}

function pauseAfter(at: number, unpaid: readonly number[]): number {
  const before = unpaid.filter((other) => other <= at);
  const ofDay = before.filter((other) => dayOf(other) === dayOf(at)).length;
  const ofSpan = before.filter((other) => other > at - PAUSE_SPAN_MS).length;
  const minutes = OTC_PAUSE_MINUTES[ofSpan - 1];
  const endOfDay = (dayOf(at) + 1) * DAY_MS;
  return ofDay >= PAUSED_AFTER_PER_DAY || minutes === undefined ? endOfDay : at + minutes * MINUTE_MS;
}

function dayOf(at: number): number {
  return Math.floor(at / DAY_MS);
}

/** The instant by which a payment has to be made. */
export function otcPayUntil(from: number, minutes: number): number {
  return from + minutes * MINUTE_MS;
}

/** The instant by which the desk decides an appeal. */
export function otcDecisionUntil(appealedAt: number): number {
  return appealedAt + OTC_DECISION_HOURS * HOUR_MS;
}

/** Why somebody appeals. */
export const OTC_APPEAL_REASONS = ['not-received', 'amount-differs', 'name-differs', 'not-released', 'other'] as const;
export type OtcAppealReason = (typeof OTC_APPEAL_REASONS)[number];
