import { credit, Decimal, debit } from '../decimal.js';
import type { DecimalText } from '../money.js';

/**
 * What becomes of an order for a new coin. `review`: paid for, and not passed by the worker yet. `passed`: waits for the launch.
 * `locked`: the coins are the buyer's and locked ("redeeming"). `released`: they are free. `returned`: the payment is back.
 */
export const SUBSCRIPTION_STATES = ['review', 'passed', 'locked', 'released', 'returned'] as const;
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number];

/** The one table of what may follow what; `subscription_order_edges.sql` holds the database to the same. */
export const SUBSCRIPTION_STEPS: Readonly<Record<SubscriptionState, readonly SubscriptionState[]>> = {
  review: ['passed', 'returned'],
  passed: ['locked', 'returned'],
  locked: ['released'],
  released: [],
  returned: [],
};

/** Whether nothing more becomes of it. */
export function hasEnded(state: SubscriptionState): boolean {
  return SUBSCRIPTION_STEPS[state].length === 0;
}

/** What an operators' act made of an offer. */
export const OFFER_STATUSES = ['open', 'launched', 'cancelled'] as const;
export type OfferStatus = (typeof OFFER_STATUSES)[number];

/** What an offer is at an instant. */
export const OFFER_PHASES = [
  'upcoming',
  'subscribing',
  'sold-out',
  'awaiting-launch',
  'redeeming',
  'finished',
  'cancelled',
] as const;
export type OfferPhase = (typeof OFFER_PHASES)[number];

/** Where the return of an offer comes from: nobody is promised one without a source. */
export const RETURN_SOURCES = ['issuer', 'house'] as const;
export type ReturnSource = (typeof RETURN_SOURCES)[number];

/** Days after the planned launch within which an offer is launched; then everybody gets everything back. */
export const LAUNCH_GRACE_DAYS = 30;

export const DAY_MS = 86_400_000;

/** How long an offer is open at least, and until when after that its coin is not listed yet, in milliseconds. */
export interface OfferSpans {
  endsAt: number;
  launchesAt: number;
}

export const OFFER_SPANS: OfferSpans = { endsAt: DAY_MS, launchesAt: DAY_MS / 24 };
/** For tests and demonstrations. */
export const OFFER_SPANS_SHORT: OfferSpans = { endsAt: 60_000, launchesAt: 0 };

/**
 * The first date of an offer that leaves people too little time, counted from now where it has begun, and how many milliseconds
 * it has to leave; null: none does. Instants are Unix milliseconds.
 */
export function wrongOfferDate(
  { startsAt, endsAt, launchesAt }: Record<'startsAt' | keyof OfferSpans, number>,
  { now, spans }: { now: number; spans: OfferSpans },
): { name: keyof OfferSpans; span: number } | null {
  if (endsAt < Math.max(startsAt, now) + spans.endsAt) return { name: 'endsAt', span: spans.endsAt };
  return launchesAt < endsAt + spans.launchesAt ? { name: 'launchesAt', span: spans.launchesAt } : null;
}

/** Instants are Unix milliseconds. */
export interface OfferTimes {
  status: OfferStatus;
  startsAt: number;
  endsAt: number;
  /** Coins that nobody has bought. */
  left: DecimalText;
  /** Null before the launch. */
  launchedAt: number | null;
  lockDays: number;
}

/** What an offer is at `now`. */
export function offerPhase(
  { status, startsAt, endsAt, left, launchedAt, lockDays }: OfferTimes,
  now: number,
): OfferPhase {
  if (status === 'cancelled') return 'cancelled';
  if (launchedAt !== null) return now < releaseAt(launchedAt, lockDays) ? 'redeeming' : 'finished';
  if (now < startsAt) return 'upcoming';
  if (now >= endsAt) return 'awaiting-launch';
  return new Decimal(left).isZero() ? 'sold-out' : 'subscribing';
}

/** When coins that were locked at the launch are released: whole days later, to the second. */
export function releaseAt(launchedAt: number, lockDays: number): number {
  return launchedAt + lockDays * DAY_MS;
}

/** After this instant an offer that was not launched gives everything back. */
export function launchDeadline(launchesAt: number): number {
  return launchesAt + LAUNCH_GRACE_DAYS * DAY_MS;
}

/**
 * What an amount buys: coins cut to their decimals, and what they cost, raised to those of the payment and never more than the
 * amount. What of the amount buys no coin is not taken.
 */
export function purchase(given: {
  amount: DecimalText;
  /** Of one coin, in the payment coin. */
  price: DecimalText;
  coinScale: number;
  paymentScale: number;
}): { coins: DecimalText; cost: DecimalText } {
  const unit = new Decimal(10).pow(given.coinScale);
  const coins = new Decimal(given.amount).times(unit).divToInt(given.price).dividedBy(unit);
  return { coins: coins.toFixed(), cost: costOf(coins.toFixed(), given) };
}

/** What so many coins cost, raised to the decimals of the payment coin. */
export function costOf(
  coins: DecimalText,
  { price, paymentScale }: { price: DecimalText; paymentScale: number },
): DecimalText {
  return debit(new Decimal(coins).times(price), paymentScale);
}

/** What is paid in the coin beside the coins when they are released: coins x ratio of the whole lock-up, cut. */
export function expectedReturn(given: { coins: DecimalText; yieldRatio: DecimalText; coinScale: number }): DecimalText {
  return credit(new Decimal(given.coins).times(given.yieldRatio), given.coinScale);
}

/**
 * How much of the expected return whole days of the lock-up have earned by `now`, cut. It is paid with the coins: before the launch
 * nothing, at the end all of it.
 */
export function accumulatedReturn(
  given: {
    coins: DecimalText;
    yieldRatio: DecimalText;
    coinScale: number;
    lockDays: number;
    /** Null before the launch. */
    lockedAt: number | null;
  },
  now: number,
): DecimalText {
  const { lockedAt, lockDays, coinScale } = given;
  if (lockedAt === null) return '0';
  const days = Math.max(0, Math.min(Math.floor((now - lockedAt) / DAY_MS), lockDays));
  const whole = new Decimal(expectedReturn(given));
  return lockDays === 0 ? whole.toFixed() : credit(whole.times(days).dividedBy(lockDays), coinScale);
}

/** How much of an offer is sold, in percent with one decimal, cut: `99.9` is not sold out. */
export function soldPercent(total: DecimalText, left: DecimalText): DecimalText {
  return credit(new Decimal(total).minus(left).dividedBy(total).times(100), 1);
}
