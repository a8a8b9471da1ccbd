import { Matches } from 'class-validator';
import { OptionalAmount } from '../amount-fields.js';
import type { DecimalText } from '../money.js';
import type { StopDirection } from '../rules/spot-stop.rules.js';
import { OptionalText } from '../text-fields.js';
import { SpotOrderIdRequest } from './spot.dto.js';

const AMENDMENTS = /^(0|[1-9][0-9]{0,8})$/;

/** What of a stop that waits is to be another; at least one of them. What it was not placed with it does not take. */
export class SpotStopAmendmentRequest extends SpotOrderIdRequest {
  /** It stays on the side of the last price that it was placed on. */
  @OptionalAmount()
  trigger_price?: DecimalText;

  /** The limit of the order that it becomes. */
  @OptionalAmount()
  target_price?: DecimalText;

  /** Of the coin; of a purchase at the market what it may cost with its fee. Of a pair it is the quantity of both. */
  @OptionalAmount()
  amount?: DecimalText;

  /** Of one that follows the price: how far behind, in percent from 0.5 to 20. The best price that it has seen stays. */
  @OptionalAmount()
  trail_percent?: DecimalText;

  /** The same of one that was placed with a distance. */
  @OptionalAmount()
  trail_distance?: DecimalText;

  /** Of a pair: the limit of the order that waits; the last price stays between it and the trigger price. */
  @OptionalAmount()
  paired_price?: DecimalText;

  /** Its `amendments` when the change was decided. With another number now it is refused: it was changed meanwhile. */
  @OptionalText(9)
  @Matches(AMENDMENTS)
  amendments?: string;
}

/** Where a purchase that waits is to leave its take-profit and stop-loss; at least one of them. What it was not placed with it does not take. */
export class SpotExitAmendmentRequest extends SpotOrderIdRequest {
  /** Above the limit of the purchase. */
  @OptionalAmount()
  take_profit_price?: DecimalText;

  /** Below it. */
  @OptionalAmount()
  stop_loss_price?: DecimalText;

  /** The `amendments` of what it leaves when the change was decided. With another number now it is refused: it was changed meanwhile. */
  @OptionalText(9)
  @Matches(AMENDMENTS)
  amendments?: string;
}

/** What changing a stop would do now. */
export class SpotStopAmendmentPreviewView {
  symbol: string;
  direction: StopDirection;
  /** As it is to be; of one that follows, behind the best price that it has seen. */
  trigger_price: DecimalText;
  target_price: DecimalText | null;
  quantity: DecimalText | null;
  cost: DecimalText | null;
  trail_percent: DecimalText | null;
  trail_distance: DecimalText | null;
  /** Of a pair: the limit of the order that waits. */
  paired_price: DecimalText | null;
  /** The last price of now; null where it only becomes less, which no price is asked for. */
  last: DecimalText | null;
  /** Frozen for it, or for both of a pair, before and after, and the balance that the difference comes from. */
  frozen_before: DecimalText;
  frozen: DecimalText;
  balance: DecimalText;
  balance_after: DecimalText;
}

/** One change of a stop by its user. */
export class SpotStopAmendmentView {
  trigger_before: DecimalText;
  trigger_after: DecimalText;
  /** Null: a market order. */
  limit_before: DecimalText | null;
  limit_after: DecimalText | null;
  /** Of the coin; of a purchase at the market what it may cost. */
  amount_before: DecimalText;
  amount_after: DecimalText;
  /** Of one that follows the price: how far behind, as a part of it (0.05: 5 %) or as a distance, whichever it was placed with. */
  trail_before: DecimalText | null;
  trail_after: DecimalText | null;
  /** Of a pair: the limit of the order that waits. */
  paired_before: DecimalText | null;
  paired_after: DecimalText | null;
  at: number;
}
