import type { DecimalText } from '../../../contract/money.js';
import type { OptionContract, OptionDirection, OptionResult } from '../../../contract/rules/option-settlement.rules.js';

/** What a purchase fixes. Instants are Unix milliseconds, ratios fractions. */
export interface OptionPurchase {
  marketId: number;
  symbol: string;
  currencyId: number;
  demo: boolean;
  seconds: number;
  stake: DecimalText;
  fee: DecimalText;
  payoutRatio: DecimalText;
  feeRatio: DecimalText;
  /** Earned beside the stake if it wins. */
  winnings: DecimalText;
  /** The second of the tape that the entry is from, and its index. */
  entryAt: number;
  entryIndex: DecimalText;
  openedAt: number;
  contract: OptionContract;
}

/** An order as it is stored. */
export interface OptionOrder extends OptionPurchase {
  id: string;
  userId: string;
  currency: string;
  direction: OptionDirection;
  status: 'open' | 'settled' | 'voided';
  result: OptionResult | null;
  profit: DecimalText | null;
  /** The settlement price; null while there is none, or when there was none. */
  price: DecimalText | null;
  voidReason: string | null;
  settledAt: number | null;
}
