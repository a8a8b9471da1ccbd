import { IsIn, IsOptional, Matches } from 'class-validator';
import { AccountTypeField, type AccountType } from '../account-type.dto.js';
import type { DecimalText } from '../money.js';
import { WALLET_ACCOUNTS } from './wallet.dto.js';

export class ProfitRequest {
  @AccountTypeField()
  account_type?: AccountType;
}

/** A price that was needed and is not known. */
export class MissingPriceView {
  /** Code of the coin. */
  currency: string;
  /** For which instant: the end of the time, its beginning, or that of money that came in or went out. */
  when: 'now' | 'before' | 'moved';
  /** There is none, or the last one is too old. */
  reason: 'none' | 'old';
  /** How old the last one is, or was then, in milliseconds; null where there is none. */
  ageMs: number | null;
}

/**
 * What was won or lost in a time: `now - before - received + given`. Amounts are decimal text in USDT, cut to eight
 * decimals, each at the price of its own instant; all of them are null where the profit is not known.
 */
export class ProfitView {
  /** Signed. */
  profit: DecimalText | null;
  /** Of what was there and came in, signed, two decimals, cut; null where that is nothing. */
  percent: DecimalText | null;
  /** Worth of everything when the time began. */
  before: DecimalText | null;
  /** Worth of what came in: deposits; for one account also transfers from the other accounts. */
  received: DecimalText | null;
  /** Worth of what went out. */
  given: DecimalText | null;
  /** Worth of everything now, frozen money included, without the unrealised profit of open contracts. */
  now: DecimalText | null;
  /** Why nothing is said: a price is missing, or there were too many movements; null where it is said. */
  unknown: 'price' | 'movements' | null;
  missing: MissingPriceView[];
}

export class WalletProfitView {
  /** Whether this is real money or that of the demo. */
  account_type: AccountType;
  /** Unix milliseconds: the 24 hours before `until`. */
  since: number;
  until: number;
  /** All accounts together: transfers between them, holds and freezes are neither profit nor loss. */
  all: ProfitView;
  spot: ProfitView;
  option: ProfitView;
  contract: ProfitView;
  trust: ProfitView;
}

export const PROFIT_ACCOUNTS = ['all', ...WALLET_ACCOUNTS] as const;
export type ProfitAccount = (typeof PROFIT_ACCOUNTS)[number];

const DAY = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;

export class ProfitDaysRequest {
  /** The first day, `2026-01-01`. Days are those of UTC, by the database's clock. */
  @Matches(DAY)
  from: string;
  /** The last day, a year later at most. */
  @Matches(DAY)
  to: string;
  /** All together when not said. */
  @IsOptional()
  @IsIn(PROFIT_ACCOUNTS)
  account?: ProfitAccount;
  @AccountTypeField()
  account_type?: AccountType;
}

/** A day (UTC). Amounts are decimal text in USDT, cut to eight decimals; null where a price that they need is not known. */
export class ProfitDayView {
  /** `2026-01-05`. */
  day: string;
  /** Worth of everything when it began, at the closing prices of the day before. */
  opening: DecimalText | null;
  /** Worth of everything when it ended, at its closing prices; of today, at the prices of now. */
  closing: DecimalText | null;
  /** What came in: deposits; for one account also transfers from the other accounts. */
  received: DecimalText | null;
  /** What went out. */
  given: DecimalText | null;
  /** Of the profit, what came for people who were invited. */
  referral: DecimalText | null;
  /** Signed: `closing - opening - received + given`. */
  profit: DecimalText | null;
  /** Codes of the coins of which a price was missing. */
  unpriced: string[];
}

export class ProfitDaysView {
  /** Whether this is real money or that of the demo. */
  account_type: AccountType;
  account: ProfitAccount;
  /** The day that it is, UTC. */
  today: string;
  /** Whether earlier movements are still being added up: there are no days until they are. */
  is_behind: boolean;
  /** In order, without a gap; none after today. */
  days: ProfitDayView[];
}
