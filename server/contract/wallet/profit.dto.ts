import { AccountTypeField, type AccountType } from '../account-type.dto.js';
import type { DecimalText } from '../money.js';

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
