import { ArrayMaxSize, IsArray, IsInt, Matches, Max, Min } from 'class-validator';
import type { DecimalText } from '../money.js';
import { OptionalText, PlainText } from '../text-fields.js';
import { AMOUNT } from '../wallet/wallet.dto.js';

/** How the coin of an offer or a sale is listed, with a market of its own. */
export class ProposeListingRequest {
  /** Decimals of prices and quantities in its market. */
  @IsInt()
  @Min(0)
  @Max(12)
  priceScale: number;

  @IsInt()
  @Min(0)
  @Max(8)
  quantityScale: number;

  /** Spot instruments of venues that make its price, the first one leading; none: it is played until a venue trades it. */
  @IsArray()
  @ArrayMaxSize(3)
  @Matches(/^(bybit|binance|okx):spot:[A-Z0-9-]{4,24}$/, { each: true })
  instruments: string[];

  /** The least order of its market, in the quote; 5 when it is not given. */
  @OptionalText(40)
  @Matches(AMOUNT)
  leastOrder?: DecimalText;

  @PlainText(500)
  @Matches(/\S/)
  reason: string;
}
