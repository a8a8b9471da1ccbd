import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, Matches } from 'class-validator';
import { AccountTypeField, type AccountType } from '../account-type.dto.js';
import { OptionalAmount } from '../amount-fields.js';
import type { DepthLevel, PriceOrigin } from '../markets/markets.dto.js';
import type { DecimalText } from '../money.js';
import { PageRequest } from '../pages.dto.js';
import type { SpotSide } from '../rules/spot.rules.js';
import { LEVELS } from '../tuples.js';
import { TIMES_IN_FORCE, type TimeInForce } from '../rules/spot-time.rules.js';
import { OptionalText } from '../text-fields.js';
import { AMOUNT, CURRENCY_ID, ID } from '../wallet/wallet.dto.js';
import { SpotExitView, SpotStopReceiptView } from './spot-stops.dto.js';
import { SpotTicketRequest } from './spot-ticket.dto.js';

const NO_LIMIT = /^(0(\.0{1,18})?)$/;

/** `amount` is in the currency that `amount_of` says. */
export class SpotOrderRequest extends SpotTicketRequest {
  /**
   * What `amount` counts: `base`, the coin, which is meant when nothing is said, or of a market order also `quote`: what
   * a purchase may cost with its fee, or what a sale brings before it.
   */
  @IsOptional()
  @IsIn(['base', 'quote'])
  amount_of?: 'base' | 'quote';

  /** The limit; `0` or nothing: a market order. */
  @OptionalText(40)
  @Matches(AMOUNT)
  target_price?: DecimalText;

  /** Of a market order: the worst price of the preview. The order is refused when the book has moved beyond it. */
  @OptionalAmount()
  worst_price?: DecimalText;

  /**
   * How long a limit order waits: `gtc` until it is filled or cancelled, which is meant when nothing is said; `post-only`
   * likewise, but refused where it would execute at once; `ioc` not at all: what is not executed at once is cancelled;
   * `fok` not at all, and only whole; `gtd` until `expires_at`.
   */
  @IsOptional()
  @IsIn(TIMES_IN_FORCE)
  time_in_force?: TimeInForce;

  /** Of a purchase: once it has ended, its coins are ordered at this price. */
  @OptionalAmount()
  take_profit_price?: DecimalText;

  /** Of a purchase: once it has ended, a stop sells its coins at the market when the last price has fallen to this. With both, one cancels the other. */
  @OptionalAmount()
  stop_loss_price?: DecimalText;

  /** Until when those two wait: Unix milliseconds, from a minute to 90 days ahead; nothing: for ever. */
  @OptionalText(13)
  @Matches(/^[0-9]{1,13}$/)
  exit_expires_at?: string;
}

/**
 * Why an order was cancelled: its user did it; the book held no more for a market order; the rest of an order that waits
 * for nothing; its date came; the stop that it was paired with was triggered.
 */
export type SpotEndReason = 'user' | 'no-liquidity' | 'immediate-or-cancel' | 'expired' | 'stop-triggered';

/** The limit that a request means; null for a market order. */
export function limitOf({ target_price }: Pick<SpotOrderRequest, 'target_price'>): DecimalText | null {
  return target_price === undefined || NO_LIMIT.test(target_price) ? null : target_price;
}

export class SpotOrderIdRequest {
  @IsString()
  @Matches(ID)
  id: string;

  @AccountTypeField()
  account_type?: AccountType;
}

/** What of an open limit order is to be another; at least one of the two. */
export class SpotAmendmentRequest extends SpotOrderIdRequest {
  @OptionalAmount()
  target_price?: DecimalText;

  /** All of the order, with what is executed of it. */
  @OptionalAmount()
  amount?: DecimalText;
}

export class SpotFillsRequest extends PageRequest {
  @OptionalText(9)
  @Matches(CURRENCY_ID)
  currency_id?: string;

  @OptionalText(9)
  @Matches(CURRENCY_ID)
  legal_id?: string;

  @AccountTypeField()
  account_type?: AccountType;
}

export class SpotOrdersRequest extends SpotFillsRequest {
  /** 1 waiting, 2 completed, 3 cancelled; everything else: all. */
  @OptionalText(4)
  status?: string;
}

/** What a user needs to place an order: what may be spent and sold, and on what terms. */
export class SpotDeskView {
  symbol: string;
  /** Of the quote currency. */
  balance: DecimalText;
  /** Of the base currency. */
  sellable_balance: DecimalText;
  fee_ratio: DecimalText;
  /** Least and most of an order, in the quote currency. */
  minimum_amount: DecimalText;
  maximum_amount: DecimalText;
  price_scale: number;
  quantity_scale: number;
  quote_scale: number;
  /** Code of why nothing can be ordered now; null when it can. */
  obstacle: string | null;
}

/** What an order would do against the book of this moment, by the same rules as the order. */
export class SpotPreviewView {
  symbol: string;
  side: SpotSide;
  quantity: DecimalText;
  /** What would be executed at once. */
  filled: DecimalText;
  /** Null when nothing would. */
  average_price: DecimalText | null;
  worst_price: DecimalText | null;
  amount: DecimalText;
  fee: DecimalText;
  fee_ratio: DecimalText;
  /** What would be frozen for the rest of a limit order. */
  frozen: DecimalText;
  /** Of the currency that is paid with, before and after. */
  balance: DecimalText;
  balance_after: DecimalText;
  /** Of the currency that is received, after. */
  received: DecimalText;
  price_at: number;
  price_age_ms: number;
  origin: PriceOrigin;
}

/** Amounts and prices have eight decimals, or more where the market or coin has more. */
export class SpotOrderView {
  id: string;
  u_id: string;
  currency_id: number;
  legal_id: number;
  symbol: string;
  /** 1 buy, 2 sell. */
  type: number;
  /** `0`: a market order. */
  target_price: DecimalText;
  /** Average price of what was executed; `0` while nothing was. */
  trade_price: DecimalText;
  /** Quantity that was ordered. */
  trade_amount: DecimalText;
  /** Quantity that was executed. */
  filled_amount: DecimalText;
  /** Paid or received, the fee apart. */
  total: DecimalText;
  charge_fee: DecimalText;
  /** 1 waiting, 2 completed, 3 cancelled. */
  status: number;
  /** Of a cancelled order. */
  reason: SpotEndReason | null;
  time_in_force: TimeInForce;
  /** Of `gtd`: Unix milliseconds. */
  expires_at: number | null;
  /** Of an order that a stop became. */
  stop: SpotStopReceiptView | null;
  /** The stop that waits paired with it: one cancels the other. */
  paired_stop_id: string | null;
  exit: SpotExitView | null;
  account_type: AccountType;
  version: number;
  created_at: string;
  updated_at: string;
}

/** What changing an order would do against the book of this moment. */
export class SpotAmendmentPreviewView {
  symbol: string;
  target_price: DecimalText;
  /** All of the order. */
  quantity: DecimalText;
  /** Executed of it already. */
  filled_before: DecimalText;
  /** What more would be executed at once; null price when nothing would. */
  filled: DecimalText;
  average_price: DecimalText | null;
  amount: DecimalText;
  fee: DecimalText;
  /** Frozen for its rest, before and after. */
  frozen_before: DecimalText;
  frozen: DecimalText;
  /** Of the currency that is paid with. */
  balance: DecimalText;
  balance_after: DecimalText;
  price_at: number;
  origin: PriceOrigin;
}

/** One change of an order by its user. */
export class SpotAmendmentView {
  limit_before: DecimalText;
  limit_after: DecimalText;
  quantity_before: DecimalText;
  quantity_after: DecimalText;
  at: number;
}

/** One execution. */
export class SpotFillView {
  id: string;
  price: DecimalText;
  quantity: DecimalText;
  amount: DecimalText;
  fee: DecimalText;
  /** Levels of the book that were taken: price and quantity. */
  @ApiProperty(LEVELS)
  levels: DepthLevel[];
  /** When that book was made, Unix milliseconds, and where it came from. */
  book_at: number;
  origin: PriceOrigin;
  at: number;
}

/** One execution, with the order that it belongs to. */
export class SpotOwnFillView extends SpotFillView {
  order_id: string;
  symbol: string;
  /** 1 buy, 2 sell. */
  type: number;
  account_type: AccountType;
}

export class SpotOrderDetailView {
  order: SpotOrderView;
  fills: SpotFillView[];
  /** What its user changed of it, the newest first. */
  amendments: SpotAmendmentView[];
}
