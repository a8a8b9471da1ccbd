import { z } from 'zod';
import { PRICE_ORIGINS } from '../../../contract/markets/markets.dto.js';
import { type DecimalText, isDecimalText } from '../../../contract/money.js';
import {
  OPTION_DIRECTIONS,
  type OptionContract,
  type OptionDirection,
  type OptionResult,
} from '../../../contract/rules/option-settlement.rules.js';

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

const figure = z.string().refine(isDecimalText);
const count = z.number().int().nonnegative();
/** An order as it was bought, which its command answers at every repetition. */
export const boughtOrder: z.ZodType<OptionOrder> = z.object({
  id: z.string(),
  userId: z.string(),
  marketId: count,
  symbol: z.string(),
  currencyId: count,
  currency: z.string(),
  demo: z.boolean(),
  direction: z.enum(OPTION_DIRECTIONS),
  seconds: count,
  stake: figure,
  fee: figure,
  payoutRatio: figure,
  feeRatio: figure,
  winnings: figure,
  entryAt: count,
  entryIndex: figure,
  openedAt: count,
  contract: z.object({
    direction: z.enum(OPTION_DIRECTIONS),
    entry: figure,
    evenBand: figure,
    closesAt: count,
    rule: z.object({
      version: z.literal(1),
      windowSeconds: count,
      decimals: count,
      constituentsMin: count,
      origin: z.enum(PRICE_ORIGINS),
    }),
  }),
  status: z.literal('open'),
  result: z.null(),
  profit: z.null(),
  price: z.null(),
  voidReason: z.null(),
  settledAt: z.null(),
});
