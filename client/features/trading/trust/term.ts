import {
  dailyInterest,
  dueDays,
  endDay,
  firstInterestDay,
  interestOf,
  type TrustTerms,
} from '../../../../server/contract/rules/trust.rules';
import type { DecimalText } from '../../../../server/contract/money';
import type { TrustOrderView, TrustProductView } from '../../../../server/contract/trading/trust.dto';

const DAY_MS = 86_400_000;

/** What an order of the product would be bought with. */
export function termsOf(product: TrustProductView, principal: DecimalText): TrustTerms {
  return {
    principal,
    dailyRatio: product.daily_ratio,
    termDays: product.day,
    redemptionRule: product.redemption_rule,
    redemptionRatio: product.redemption_ratio,
    penaltyCapped: product.penalty_capped,
    scale: product.scale,
  };
}

export interface Plan {
  daily: DecimalText;
  total: DecimalText;
  /** UTC days. */
  start: string;
  first: string;
  end: string;
}

/** What a purchase on the day would bring, by the rules that the server books with. */
export function planOf(terms: TrustTerms, today: string): Plan {
  return {
    daily: dailyInterest(terms),
    total: interestOf(terms, terms.termDays),
    start: today,
    first: firstInterestDay(today),
    end: endDay(today, terms.termDays),
  };
}

/** Days of interest after which the worked examples break the order off: none, which costs most, half, and all but one. */
export function exampleDays(termDays: number): number[] {
  return [...new Set([0, Math.floor(termDays / 2), termDays - 1])];
}

/** The next 00:00 UTC, in Unix milliseconds. */
export function nextMidnight(now: number): number {
  return (Math.floor(now / DAY_MS) + 1) * DAY_MS;
}

/** Where an order in custody stands: it waits for the next day, today's is being booked, or everything is. */
export type Waiting = 'next' | 'booking' | 'returning';

export function waitingOf(order: Pick<TrustOrderView, 'start_at' | 'day' | 'return_days'>, today: string): Waiting {
  if (order.return_days >= order.day) return 'returning';
  return order.return_days < dueDays(order.start_at, today, order.day) ? 'booking' : 'next';
}

/** "05:59:59" until an instant. */
export function clockUntil(at: number, now: number): string {
  const seconds = Math.max(0, Math.ceil((at - now) / 1000));
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
