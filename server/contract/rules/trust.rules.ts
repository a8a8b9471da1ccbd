import { credit, Decimal } from '../decimal.js';
import type { DecimalText } from '../money.js';

/**
 * What a trust product takes when its term is broken off.
 * `none`: it cannot be broken off. `forfeit-interest`: all interest so far. `discounted-rate`: interest is counted anew
 * at a lower rate. `fixed-fee`: a number of days' interest (the specification: 1.5). `remaining-days`: settlement ratio
 * x remaining days x amount (the specification: 0.4 % x 3 x 1000 = 12).
 */
export const REDEMPTION_RULES = ['none', 'forfeit-interest', 'discounted-rate', 'fixed-fee', 'remaining-days'] as const;
export type RedemptionRule = (typeof REDEMPTION_RULES)[number];

/** Where a product's interest comes from, by the name of its words: nobody is promised a yield without a source. */
export const YIELD_SOURCES = ['treasury', 'lending', 'market-making', 'house'] as const;
export type YieldSource = (typeof YIELD_SOURCES)[number];

/** What an order was bought with; it never changes afterwards, whatever becomes of the product. */
export interface TrustTerms {
  principal: DecimalText;
  /** Interest of one day as a part of the principal, `0.004` for 0.4 %. */
  dailyRatio: DecimalText;
  termDays: number;
  redemptionRule: RedemptionRule;
  /** `fixed-fee`: days of interest; `remaining-days`: the settlement ratio; `discounted-rate`: the lower daily ratio; else 0. */
  redemptionRatio: DecimalText;
  /** Whether the penalty may not be more than the interest so far. */
  penaltyCapped: boolean;
  /** Decimals of the currency. */
  scale: number;
}

/** What comes back when an order ends now. `net` = principal − penalty + income. */
export interface Redemption {
  penalty: DecimalText;
  /** What of the principal comes back. */
  returned: DecimalText;
  /** Interest so far, which is the user's unless it is part of the penalty. */
  income: DecimalText;
  net: DecimalText;
}

/**
 * What of an amount that an order returns goes to the trust account: the part of its principal that came from there, cut.
 * The rest goes to the spot account, so that the two are all of it.
 */
export function trustShare(
  order: Pick<TrustTerms, 'principal' | 'scale'> & { fromTrust: DecimalText },
  amount: DecimalText,
): DecimalText {
  return credit(new Decimal(amount).times(order.fromTrust).dividedBy(order.principal), order.scale);
}

/** Interest of one day: principal x ratio, cut to the currency's decimals. */
export function dailyInterest({
  principal,
  dailyRatio,
  scale,
}: Pick<TrustTerms, 'principal' | 'dailyRatio' | 'scale'>): DecimalText {
  return credit(new Decimal(principal).times(dailyRatio), scale);
}

/** Interest of so many days; each day is cut for itself, as it is booked. */
export function interestOf(terms: Pick<TrustTerms, 'principal' | 'dailyRatio' | 'scale'>, days: number): DecimalText {
  return new Decimal(dailyInterest(terms)).times(days).toFixed();
}

/** The whole cycle's rate in percent, `6` for 0.4 % over 15 days: the product's own arithmetic and nothing beyond it. */
export function cyclePercent(dailyRatio: DecimalText, termDays: number): DecimalText {
  return new Decimal(dailyRatio).times(termDays).times(100).toFixed();
}

/**
 * What an order returns when it is broken off after `accruedDays` booked days of interest (specification section 9).
 * Null where the product does not allow it, and at the end of the term, when nothing may be taken any more.
 */
export function redeem(terms: TrustTerms, accruedDays: number): Redemption | null {
  if (terms.redemptionRule === 'none' || accruedDays >= terms.termDays) return null;
  const principal = new Decimal(terms.principal);
  const income = new Decimal(interestOf(terms, accruedDays));
  const limit = terms.penaltyCapped ? Decimal.min(income, principal) : principal;
  const penalty = new Decimal(credit(Decimal.min(exactPenalty(terms, accruedDays, income), limit), terms.scale));
  return {
    penalty: penalty.toFixed(),
    returned: principal.minus(penalty).toFixed(),
    income: income.toFixed(),
    net: principal.minus(penalty).plus(income).toFixed(),
  };
}

function exactPenalty(terms: TrustTerms, accruedDays: number, income: Decimal): Decimal {
  const { redemptionRule, redemptionRatio, principal, termDays, scale } = terms;
  switch (redemptionRule) {
    case 'none':
      return new Decimal(0);
    case 'forfeit-interest':
      return income;
    case 'discounted-rate': {
      const earned = interestOf({ principal, dailyRatio: redemptionRatio, scale }, accruedDays);
      return Decimal.max(income.minus(earned), 0);
    }
    case 'fixed-fee':
      return new Decimal(dailyInterest(terms)).times(redemptionRatio);
    default:
      return new Decimal(redemptionRatio).times(termDays - accruedDays).times(principal);
  }
}

const DAY_MS = 86_400_000;

/** The UTC day of an instant, `2026-11-20`. */
export function utcDay(instantMs: number): string {
  return new Date(Math.floor(instantMs / DAY_MS) * DAY_MS).toISOString().slice(0, 10);
}

/** The day so many days later. */
export function dayAfter(day: string, days: number): string {
  return utcDay(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS);
}

/**
 * Days of interest that are due on the given day: whole days from the day after the start that are over when it begins,
 * never more than the term.
 */
export function dueDays(startDay: string, today: string, termDays: number): number {
  const days = (Date.parse(`${today}T00:00:00Z`) - Date.parse(`${startDay}T00:00:00Z`)) / DAY_MS - 1;
  return Math.max(0, Math.min(days, termDays));
}

/** The day at whose beginning the first interest is booked: the first whole day is over. */
export function firstInterestDay(startDay: string): string {
  return dayAfter(startDay, 2);
}

/** The day at whose beginning the last interest is booked, and principal and interest return. */
export function endDay(startDay: string, termDays: number): string {
  return dayAfter(startDay, termDays + 1);
}
