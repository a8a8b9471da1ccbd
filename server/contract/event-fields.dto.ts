import { ApiProperty } from '@nestjs/swagger';
import { type HelpState, HelpLineView } from './account/help-chat.dto.js';
import { FuturesPositionView, PositionFill } from './trading/futures.dto.js';
import type { DecimalText } from './money.js';
import type { SubscriptionState } from './rules/subscription.rules.js';
import type { OptionDirection, VoidReason } from './rules/option-settlement.rules.js';
import type { OtcEvent, OtcState } from './rules/otc-order.rules.js';
import { SpotStopEvent } from './trading/spot-stops.dto.js';

// What each kind of event says. Amounts are decimal text, numbers of rows are text, instants are Unix milliseconds.

const NEVER_BUT_NULL = { type: String, nullable: true, enum: [null] };

/** Accounts of a user whose money an event may tell of; frozen money is an account of its own. */
export type EventAccount = `${'spot' | 'option' | 'contract' | 'trust'}${'' | '_frozen'}`;

/** What an event tells of; applied only if its version is higher than what is known of the entity: twice, or late, changes nothing. */
export class EventEntity {
  /** `withdrawal:17`, `balance:spot:3`; the part before the first colon is the kind of thing. */
  entity: string;
  /** Grows with every change of the entity. */
  entityVersion: number;
}

/** What is said of the end of an option, whatever the end. */
export class OptionEndFields {
  orderId: string;
  market: string;
  marketId: number;
  currencyId: number;
  demo: boolean;
  direction: OptionDirection;
  stake: DecimalText;
  /** What it cost beside the stake; it comes back with a tie and when the order is void. */
  fee: DecimalText;
  /** What was won or lost, the fee apart. */
  profit: DecimalText;
  /** What came back. */
  paid: DecimalText;
  closesAt: number;
  settledAt: number;
}

/** How near the end a position (null: a cross account) is: it is reached when equity falls below `required`. */
export class MarginLevelFields {
  positionId: string | null;
  marketId: number | null;
  demo: boolean;
  level: 'warning' | 'critical';
  equity: DecimalText;
  required: DecimalText;
}

/** Entity `balance:{account}:{currencyId}` (`demo-balance:…` for demo money), version: the posting's number in it. */
export class BalanceFields {
  account: EventAccount;
  currencyId: number;
  delta: DecimalText;
  after: DecimalText;
  /** As in the books, `wallet.transfer`. */
  reason: string;
  journalId: string;
  demo: boolean;
}

export class ConfirmationsFields {
  /** Blocks that have confirmed it. */
  seen: number;
  needed: number;
}

/** Entity `deposit:{depositId}`. */
export class DepositFields {
  depositId: string;
  currencyId: number;
  amount: DecimalText;
  state: 'submitted' | 'seen' | 'confirming' | 'credited' | 'rejected';
  /** While `confirming`. */
  confirmations: ConfirmationsFields | null;
  /** When `rejected`: why, in the reviewer's words. */
  reason: string | null;
}

/** Entity `withdrawal:{withdrawalId}`. */
export class WithdrawalFields {
  withdrawalId: string;
  currencyId: number;
  amount: DecimalText;
  fee: DecimalText;
  state: 'pending' | 'approved' | 'paid' | 'rejected' | 'cancelled';
  transactionHash: string | null;
  reason: string | null;
}

export class TransferFields {
  transferId: string;
  currencyId: number;
  amount: DecimalText;
  from: EventAccount;
  to: EventAccount;
}

export class VerificationFields {
  level: 'basic' | 'advanced';
  status: 'none' | 'under-review' | 'verified' | 'rejected';
  /** When `rejected`: the reason, and one for each photo that is to be taken again. */
  reason: string | null;
  photoReasons: Record<string, string>;
}

export class SessionRevokedFields {
  /** The session that ended; null: all of the user's. */
  sessionId: string | null;
  reason: string;
}

export class OrderFields extends SpotStopEvent {
  orderId: string;
  market: string;
  state: string;
  reason: string | null;
  /** Of a perpetual: the whole row, which its position goes on with under the same entity. */
  product?: string;
  position?: FuturesPositionView;
  demo?: boolean;
  /** Of a spot order, entity `spot-order:{orderId}`; the last two where it does not wait until it is filled or cancelled, and the last of a stop with a date. */
  side?: 'buy' | 'sell';
  limitPrice?: DecimalText | null;
  quantity?: DecimalText;
  /** Also of what a purchase was to leave behind and did not, entity and product `spot-exit`, state `void`: what it bought. */
  filled?: DecimalText;
  amount?: DecimalText;
  fee?: DecimalText;
  timeInForce?: string;
  expiresAt?: number | null;
}

export class FillFields {
  fillId: string;
  orderId: string;
  market: string;
  demo: boolean;
  price: DecimalText;
  quantity: DecimalText;
  fee: DecimalText;
}

/** Of a perpetual; `quantity` is what is held, in the base currency; `fill` what was closed just now, null where nothing was. */
export class PositionFields extends FuturesPositionView {
  quantity: DecimalText;
  fill: PositionFill | null;
}

/** Entity `option:{orderId}`, version 1. Ratios are fractions. */
export class OptionOpenedFields {
  orderId: string;
  market: string;
  marketId: number;
  currencyId: number;
  demo: boolean;
  direction: OptionDirection;
  seconds: number;
  stake: DecimalText;
  fee: DecimalText;
  payoutRatio: DecimalText;
  entryPrice: DecimalText;
  openedAt: number;
  closesAt: number;
}

/** Entity `option:{orderId}`, version 2. */
export class OptionSettledFields extends OptionEndFields {
  result: 'win' | 'loss' | 'tie';
  price: DecimalText;
  @ApiProperty(NEVER_BUT_NULL)
  reason: null;
}

/** There was no settlement price, for the reason: stake and fee are back. */
export class OptionVoidedFields extends OptionEndFields {
  result: 'void';
  @ApiProperty(NEVER_BUT_NULL)
  price: null;
  reason: VoidReason;
}

/** A step of a liquidation, or of taking gains from others for one. Entity `liquidation:{reportId}`, version 1. */
export class LiquidationFields {
  reportId: string;
  positionId: string;
  marketId: number;
  kind: 'partial' | 'full' | 'deleveraged';
  demo: boolean;
  lots: number;
  lotsLeft: number;
  price: DecimalText;
  mark: DecimalText;
}

/** Entity `trust-order:{orderId}`: it was bought, completed or redeemed. Interest comes as a `balance` event. */
export class TrustFields {
  orderId: string;
  productId: number;
  currencyId: number;
  demo: boolean;
  state: 'custody' | 'completed' | 'redeemed';
  principal: DecimalText;
  income: DecimalText;
  penalty: DecimalText;
  accruedDays: number;
}

/** Entity `subscription-order:{orderId}`: bought, passed, delivered and locked, released, or given back. Amounts of coins and of the payment. */
export class SubscriptionFields {
  orderId: string;
  offerId: number;
  paymentCurrencyId: number;
  /** Null before the launch. */
  coinCurrencyId: number | null;
  state: SubscriptionState;
  cost: DecimalText;
  coins: DecimalText;
  expectedReturn: DecimalText;
  /** Unix milliseconds; null before the launch. */
  releaseAt: number | null;
}

/** Entity `otc-order:{orderId}`: a step of an order between users, as it stands after it. */
export class OtcOrderFields {
  orderId: string;
  /** What this user does. */
  side: 'buy' | 'sell';
  state: OtcState;
  /** The step; null in a snapshot. */
  event: OtcEvent | null;
  currencyId: number;
  quantity: DecimalText;
  /** What is paid with, and how much of it. */
  fiat: string;
  amount: DecimalText;
  payUntil: number;
}

/** Entity `otc-line:{number of its row}`, version 1: a line in the room of an order between users. */
export class OtcLineFields {
  orderId: string;
  number: number;
  voice: string;
  kind: 'text' | 'picture' | 'note';
  body: string;
  at: number;
}

export class RebateFields {
  currencyId: number;
  amount: DecimalText;
}

/** Entity `referral:{userId}`: a registration with the code, a day's rebates (booked by `balance` events), terms from a day on, or the nickname. */
export class ReferralFields {
  what: 'invited' | 'rebates' | 'partner' | 'profile';
  /** UTC day of the rebates, or from which terms hold. */
  day: string | null;
  rebates: RebateFields[];
}

/** Something in the help chat: a line of whichever side, or its state. Entity `help-chat:{chatId}`. */
export class HelpChatFields {
  chatId: string;
  state: HelpState;
  readByAgent: number;
  readByUser: number;
  /** Null: only the rest has changed. */
  line: HelpLineView | null;
}

/** A line of the notices log. */
export class NoticeFields {
  noticeId: string;
  notice: string;
  parameters: Record<string, string | number>;
}

export class LimitsFields {
  name: string;
  left: number;
}
