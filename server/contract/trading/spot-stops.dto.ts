import { IsIn, IsOptional, IsString, Matches } from 'class-validator';
import { AccountTypeField, type AccountType } from '../account-type.dto.js';
import { OptionalAmount } from '../amount-fields.js';
import type { DecimalText } from '../money.js';
import { PageRequest } from '../pages.dto.js';
import type { StopDirection } from '../rules/spot-stop.rules.js';
import { OptionalText } from '../text-fields.js';
import { AMOUNT } from '../wallet/wallet.dto.js';
import { SpotTicketRequest } from './spot-ticket.dto.js';

/** `amount` is of the coin; of a purchase at the market what it may cost with its fee. `expires_at`: until when it waits for its price. */
export class SpotStopRequest extends SpotTicketRequest {
  /** The last price that it waits for: above the last price of now it must rise to it, below it must fall. Left out of one that follows. */
  @OptionalAmount()
  trigger_price?: DecimalText;

  /** Of one that follows the price, at the market: how far behind the best price it is triggered, in percent from 0.5 to 20. */
  @OptionalAmount()
  trail_percent?: DecimalText;

  /** The same as a distance, in the quote currency; one of the two. */
  @OptionalAmount()
  trail_distance?: DecimalText;

  /** Which way it must go as its user saw it; refused where it is the other one by now. */
  @IsOptional()
  @IsIn(['rise', 'fall'])
  direction?: StopDirection;

  /** The limit of the order that it becomes, which waits until the same date; nothing: a market order. */
  @OptionalAmount()
  target_price?: DecimalText;
}

/** An order that waits, and a stop of the same coins on the other side of the last price, both until the same date. */
export class SpotPairRequest extends SpotTicketRequest {
  /** The limit of the order that waits: of a sale above the last price, of a purchase below it. */
  @IsString()
  @Matches(AMOUNT)
  target_price: DecimalText;

  /** The last price that the stop waits for: of a sale below, of a purchase above. */
  @IsString()
  @Matches(AMOUNT)
  trigger_price: DecimalText;

  /** The limit of the order that the stop becomes; nothing: a market order, which only a sale can be. */
  @OptionalAmount()
  stop_limit_price?: DecimalText;
}

export class SpotStopsRequest extends PageRequest {
  /** 1 waiting, 2 ended; everything else: all. */
  @OptionalText(4)
  status?: string;

  @AccountTypeField()
  account_type?: AccountType;
}

/** What placing a stop would do now. */
export class SpotStopPreviewView {
  symbol: string;
  direction: StopDirection;
  /** What it waits for; of one that follows, as it would begin. */
  trigger_price: DecimalText;
  /** The last price of now. */
  last: DecimalText;
  /** What would be frozen, and the balance that it comes from. */
  frozen: DecimalText;
  balance: DecimalText;
  balance_after: DecimalText;
  fee_ratio: DecimalText;
}

/** Why a stop was cancelled: its user did it; the order that it was paired with was executed; its date came. */
export type SpotStopEndReason = 'user' | 'other-executed' | 'expired';

export class SpotStopView {
  id: string;
  symbol: string;
  /** 1 buy, 2 sell. */
  type: number;
  direction: StopDirection;
  trigger_price: DecimalText;
  /** Of one that follows the price: how far, and the best price that the tape has seen since it was placed. */
  trail_percent: DecimalText | null;
  trail_distance: DecimalText | null;
  watermark: DecimalText | null;
  /** Null: a market order. */
  target_price: DecimalText | null;
  /** Of the coin; null where `cost` says how much. */
  quantity: DecimalText | null;
  cost: DecimalText | null;
  frozen: DecimalText;
  status: 'waiting' | 'triggered' | 'cancelled';
  /** The last price that has reached it, and when, Unix milliseconds; one that still waits does so for a market that can be traded. */
  triggered_price: DecimalText | null;
  triggered_at: number | null;
  /** What it became. */
  order_id: string | null;
  /** The order that it is paired with: one cancels the other. What is frozen is that order's. */
  paired_order_id: string | null;
  /** The limit of that order. */
  paired_price: DecimalText | null;
  /** Of a cancelled one. */
  reason: SpotStopEndReason | null;
  /** Until when it waits, Unix milliseconds; null: for ever. One that was reached before waits for its market beyond it. */
  expires_at: number | null;
  account_type: AccountType;
  /** How often its user has changed it. */
  amendments: number;
  version: number;
  created_at: number;
  updated_at: number;
}

/** Which stop placed an order, and why. */
export class SpotStopReceiptView {
  id: string;
  direction: StopDirection;
  trigger_price: DecimalText;
  /** The last price that reached it, and when, Unix milliseconds. */
  triggered_price: DecimalText;
  triggered_at: number;
}

/** What a purchase leaves behind for the coins that it bought. */
export class SpotExitView {
  take_profit_price: DecimalText | null;
  stop_loss_price: DecimalText | null;
  /** Until when it waits, Unix milliseconds; null: for ever. */
  expires_at: number | null;
  /**
   * Waiting for the purchase to end, active as an order or a stop, void where nothing was bought, expired before it was placed, or taken
   * back by its owner.
   */
  status: 'waiting' | 'active' | 'void' | 'expired' | 'cancelled';
  /** How often its owner has changed it. */
  amendments: number;
}

/** What an `order` event of a stop says beside, entity `spot-stop:{orderId}`. */
export class SpotStopEvent {
  triggerPrice?: DecimalText;
  /** The last price that has reached it. */
  triggeredPrice?: DecimalText | null;
  /** The order that it became. */
  becameId?: string | null;
  /** The order that it is paired with. */
  pairedId?: string | null;
}
