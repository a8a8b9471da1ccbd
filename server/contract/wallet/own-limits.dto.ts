import { IsIn } from 'class-validator';
import { OptionalAmount } from '../amount-fields.js';
import type { DecimalText } from '../money.js';
import {
  BREAK_SPANS,
  type BreakKind,
  type BreakSpan,
  CHECK_MINUTES,
  LIMIT_KINDS,
  LIMIT_PERIODS,
  type LimitKind,
  type LimitPeriod,
} from '../rules/own-limits.rules.js';
import { OptionalText } from '../text-fields.js';

export class LimitNameRequest {
  @IsIn(LIMIT_KINDS)
  kind: LimitKind;

  /** By UTC; a week begins on Monday. Of `time` only `day`. */
  @IsIn(LIMIT_PERIODS)
  period: LimitPeriod;
}

export class LimitRequest extends LimitNameRequest {
  /** USDT, or of `time` whole minutes; empty: no limit any more. */
  @OptionalAmount()
  amount?: DecimalText;
}

export class BreakRequest {
  /** Up to 30 days a cool-off, from 6 months on an exclusion. Nobody can end it earlier. */
  @IsIn(BREAK_SPANS)
  span: BreakSpan;

  /** The fund password, of an exclusion; empty where the account has none. A cool-off takes none. */
  @OptionalText(20)
  pay_password?: string;
}

export class RealityCheckRequest {
  /** Minutes between two checks; `0`: none. */
  @IsIn(['0', ...CHECK_MINUTES.map(String)])
  minutes: string;
}

/** A change of a limit that does not hold yet. */
export class PendingLimitView {
  /** Null: no limit any more. */
  amount: DecimalText | null;
  /** Unix milliseconds. */
  effective_at: number;
}

export class OwnLimitView {
  kind: LimitKind;
  period: LimitPeriod;
  /** USDT, or minutes; null: none. */
  amount: DecimalText | null;
  /** Of this period, in the same unit; null where there is no limit. */
  used: DecimalText | null;
  pending: PendingLimitView | null;
}

/** A change as it was asked for; instants are Unix milliseconds. */
export class LimitChangeView {
  kind: LimitKind;
  period: LimitPeriod;
  amount: DecimalText | null;
  asked_at: number;
  effective_at: number;
  /** Null: it was not called back. */
  called_back_at: number | null;
}

export class OwnBreakView {
  kind: BreakKind;
  begins_at: number;
  ends_at: number;
}

export class OwnLimitsView {
  limits: OwnLimitView[];
  /** No new risk until then, Unix milliseconds; null: no break runs. */
  break_until: number | null;
  /** The same of an exclusion. */
  excluded_until: number | null;
  /** Minutes between two checks of reality; 0: none. */
  check_minutes: number;
  /** Since when stakes are counted, Unix milliseconds; null: not yet. */
  counted_since: number | null;
  /** The newest first. */
  changes: LimitChangeView[];
  breaks: OwnBreakView[];
}

/** How long somebody is here, and what came of it. */
export class StayView {
  /** Whether it is time to say so: until it is acknowledged. */
  due: boolean;
  /** Until it is due, seconds; 0: it is, or there are no checks. */
  due_in: number;
  check_minutes: number;
  /** Of the present stay: it ends half an hour after the last call. */
  minutes: number;
  /** Of today, by UTC. */
  today_minutes: number;
  /** Won, or lost (below zero), with options and contracts in this stay, USDT. */
  result: DecimalText;
  break_until: number | null;
  excluded_until: number | null;
}
