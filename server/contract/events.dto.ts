import type { HelpLineView, HelpState } from './account/help-chat.dto.js';
import type { FuturesPositionView, PositionFill } from './trading/futures.dto.js';
import type { DecimalText } from './money.js';
import type { SubscriptionState } from './rules/subscription.rules.js';
import type { IeoState } from './rules/ieo.rules.js';
import type { OptionDirection, VoidReason } from './rules/option-settlement.rules.js';
import type { OtcEvent, OtcState } from './rules/otc-order.rules.js';
import type { SpotStopEvent } from './trading/spot-stops.dto.js';

/** Accounts of a user whose money an event may tell of; frozen money is an account of its own. */
export type EventAccount = `${'spot' | 'option' | 'contract' | 'trust'}${'' | '_frozen'}`;

/** What an event tells of; applied only if its version is higher than what is known of the entity: twice, or late, changes nothing. */
export interface EventEntity {
  /** `withdrawal:17`, `balance:spot:3`; the part before the first colon is the kind of thing. */
  entity: string;
  /** Grows with every change of the entity. */
  entityVersion: number;
}

/** What is said of the end of an option, whatever the end. */
interface OptionEnd {
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
export interface MarginLevelFields {
  positionId: string | null;
  marketId: number | null;
  demo: boolean;
  level: 'warning' | 'critical';
  equity: DecimalText;
  required: DecimalText;
}

/** What each kind of event says. Amounts are decimal text, numbers of rows are text, instants are Unix milliseconds. */
export interface AccountEventFields {
  /** Entity `balance:{account}:{currencyId}` (`demo-balance:…` for demo money), version: the posting's number in it. */
  balance: {
    account: EventAccount;
    currencyId: number;
    delta: DecimalText;
    after: DecimalText;
    /** As in the books, `wallet.transfer`. */
    reason: string;
    journalId: string;
    demo: boolean;
  };
  deposit: {
    depositId: string;
    currencyId: number;
    amount: DecimalText;
    state: 'submitted' | 'seen' | 'confirming' | 'credited' | 'rejected';
    /** While `confirming`: how many blocks have confirmed it, and how many must. */
    confirmations: { seen: number; needed: number } | null;
    /** When `rejected`: why, in the reviewer's words. */
    reason: string | null;
  };
  withdrawal: {
    withdrawalId: string;
    currencyId: number;
    amount: DecimalText;
    fee: DecimalText;
    state: 'pending' | 'approved' | 'paid' | 'rejected' | 'cancelled';
    transactionHash: string | null;
    reason: string | null;
  };
  transfer: {
    transferId: string;
    currencyId: number;
    amount: DecimalText;
    from: EventAccount;
    to: EventAccount;
  };
  kyc: {
    level: 'basic' | 'advanced';
    status: 'none' | 'under-review' | 'verified' | 'rejected';
    /** When `rejected`: the reason, and one for each photo that is to be taken again. */
    reason: string | null;
    photoReasons: Record<string, string>;
  };
  'session.revoked': {
    /** The session that ended; null: all of the user's. */
    sessionId: string | null;
    reason: string;
  };
  order: SpotStopEvent & {
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
  };
  fill: {
    fillId: string;
    orderId: string;
    market: string;
    demo: boolean;
    price: DecimalText;
    quantity: DecimalText;
    fee: DecimalText;
  };
  /** Of a perpetual; `quantity` is what is held, in the base currency; `fill` what was closed just now, null where nothing was. */
  position: FuturesPositionView & { quantity: DecimalText; fill: PositionFill | null };
  /** Entity `option:{orderId}`, version 1. Ratios are fractions. */
  'option.opened': {
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
  };
  /** Entity `option:{orderId}`, version 2. */
  'option.settled': OptionEnd & { result: 'win' | 'loss' | 'tie'; price: DecimalText; reason: null };
  /** There was no settlement price, for the reason: stake and fee are back. */
  'option.voided': OptionEnd & { result: 'void'; price: null; reason: VoidReason };
  /** Seven tenths of what would end it are used up. Entity `margin:{positionId}`, `margin:0` for a cross account. */
  'margin.warning': MarginLevelFields;
  /** Nine tenths. */
  'margin.critical': MarginLevelFields;
  /** A step of a liquidation, or of taking gains from others for one. Entity `liquidation:{reportId}`, version 1. */
  liquidation: {
    reportId: string;
    positionId: string;
    marketId: number;
    kind: 'partial' | 'full' | 'deleveraged';
    demo: boolean;
    lots: number;
    lotsLeft: number;
    price: DecimalText;
    mark: DecimalText;
  };
  /** Entity `trust-order:{orderId}`: it was bought, completed or redeemed. Interest comes as a `balance` event. */
  trust: {
    orderId: string;
    productId: number;
    currencyId: number;
    demo: boolean;
    state: 'custody' | 'completed' | 'redeemed';
    principal: DecimalText;
    income: DecimalText;
    penalty: DecimalText;
    accruedDays: number;
  };
  /** Entity `subscription-order:{orderId}`: bought, passed, delivered and locked, released, or given back. Amounts of coins and of the payment. */
  subscription: {
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
  };
  /** Entity `otc-order:{orderId}`: a step of an order between users, as it stands after it. */
  c2c: {
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
  };
  /** Entity `otc-line:{number of its row}`, version 1: a line in the room of an order between users. */
  'c2c.line': {
    orderId: string;
    number: number;
    voice: string;
    kind: 'text' | 'picture' | 'note';
    body: string;
    at: number;
  };
  /** Entity `ieo-application:{applicationId}`: any step of it. Units are whole coins; null before there are any. */
  ieo: {
    applicationId: string;
    projectId: number;
    state: IeoState;
    units: string;
    allotted: string | null;
    second: string | null;
    secondState: 'offered' | 'paid' | 'lapsed' | null;
    released: string;
  };
  /** Entity `referral:{userId}`: a registration with the code, a day's rebates (booked by `balance` events), terms from a day on, or the nickname. */
  referral: {
    what: 'invited' | 'rebates' | 'partner' | 'profile';
    /** UTC day of the rebates, or from which terms hold. */
    day: string | null;
    rebates: { currencyId: number; amount: DecimalText }[];
  };
  /** Something in the help chat: a line of whichever side, or its state. Entity `help-chat:{chatId}`. */
  help: {
    chatId: string;
    state: HelpState;
    readByAgent: number;
    readByUser: number;
    /** Null: only the rest has changed. */
    line: HelpLineView | null;
  };
  /** A line of the notices log. */
  notice: { noticeId: string; notice: string; parameters: Record<string, string | number> };
  limits: { name: string; left: number };
}

export type AccountEventKind = keyof AccountEventFields;

export const ACCOUNT_EVENT_KINDS = [
  'balance',
  'deposit',
  'withdrawal',
  'transfer',
  'kyc',
  'session.revoked',
  'order',
  'fill',
  'position',
  'option.opened',
  'option.settled',
  'option.voided',
  'margin.warning',
  'margin.critical',
  'liquidation',
  'trust',
  'subscription',
  'c2c',
  'c2c.line',
  'ieo',
  'referral',
  'help',
  'notice',
  'limits',
] as const satisfies readonly AccountEventKind[];

export type AccountEventPayload<Kind extends AccountEventKind> = EventEntity & AccountEventFields[Kind];

/** One event as it travels. */
export type AccountEvent<Kind extends AccountEventKind = AccountEventKind> = {
  [Each in Kind]: {
    /** Its number in the user's stream: 1, 2, 3, … without a gap. */
    sequence: number;
    kind: Each;
    /** Unix milliseconds. */
    at: number;
    payload: AccountEventPayload<Each>;
  };
}[Kind];

/** The snapshot of `account.events`: a place, no state. State comes over HTTP and names the same sequence. */
export class AccountEventsPlace {
  /** Number of the last event; 0 before the first. */
  sequence: number;
  /** Number of the first event that can still be sent again. */
  since: number;
}
