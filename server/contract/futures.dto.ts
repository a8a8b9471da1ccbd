import { Transform } from 'class-transformer';
import { IsIn, IsOptional, IsString, Matches } from 'class-validator';
import { AccountTypeField, type AccountType } from './account-type.dto.js';
import type { DecimalText } from './money.js';
import { PageRequest, PageView } from './pages.dto.js';
import { OptionalFlag, OptionalText } from './text-fields.js';
import { AMOUNT, CURRENCY_ID, ID } from './wallet.dto.js';

export const MARGIN_MODES = ['cross', 'isolated'] as const;
export type FuturesMarginMode = (typeof MARGIN_MODES)[number];

/** Prices that may trigger a stop. */
export const TRIGGER_SOURCES = ['last', 'mark', 'index'] as const;
export type TriggerSource = (typeof TRIGGER_SOURCES)[number];
export const TAKE_PROFIT_SOURCE: TriggerSource = 'last';
export const STOP_LOSS_SOURCE: TriggerSource = 'mark';

/** The wire's numbers of the five statuses. */
export const FUTURES_STATUS = { pending: 0, holding: 1, closing: 2, closed: 3, cancelled: 4 } as const;
export type FuturesState = keyof typeof FUTURES_STATUS;

/** How a row ended. `revoked`: the product took the order back. */
export type FuturesEnd =
  | 'closed'
  | 'take-profit'
  | 'stop-loss'
  | 'liquidated'
  | 'deleveraged'
  | 'cancelled'
  | 'revoked';

/**
 * An order and the position that it becomes: one row for its whole life. Amounts are decimal text in the quote
 * currency, instants Unix milliseconds, ratios 0 to 1. The same in HTTP replies and in the events `position` and
 * `order`. Profit at the mark and the liquidation price of an open position follow from it by the margin library.
 */
export class FuturesPositionView {
  positionId: string;
  marketId: number;
  /** `BTC/USDT`. */
  market: string;
  /** Of margin, profit and fees. */
  currencyId: number;
  demo: boolean;
  side: 'long' | 'short';
  priceType: 'market' | 'limit';
  marginMode: FuturesMarginMode;
  /** 0 pending, 1 holding, 2 closing, 3 closed, 4 cancelled. */
  status: number;
  state: FuturesState;
  closedAs: FuturesEnd | null;
  leverage: number;
  /** Base quantity of a lot. */
  lotSize: DecimalText;
  /** Ordered, or held now; 0 at the end. */
  lots: number;
  lotsOrdered: number;
  limitPrice: DecimalText | null;
  /** The market's last price when it was ordered. */
  marketPrice: DecimalText;
  entryPrice: DecimalText | null;
  /** Mean over the closed lots. */
  closePrice: DecimalText | null;
  takeProfit: DecimalText | null;
  takeProfitSource: TriggerSource;
  stopLoss: DecimalText | null;
  stopLossSource: TriggerSource;
  /** Frozen for the pending order. */
  reserved: DecimalText;
  initialMargin: DecimalText;
  addedMargin: DecimalText;
  /** Frozen for the position now. */
  margin: DecimalText;
  openFeeRatio: DecimalText;
  closeFeeRatio: DecimalText;
  /** Paid so far. */
  fee: DecimalText;
  /** Received (positive) or paid so far. */
  funding: DecimalText;
  realisedProfit: DecimalText;
  /** Part of the loss that was not the user's. */
  shortfall: DecimalText;
  /** Booked on the insurance fund: positive into it. */
  insurance: DecimalText;
  /** Where it was liquidated; null unless it was. */
  liquidationPrice: DecimalText | null;
  liquidatedAt: number | null;
  createdAt: number;
  openedAt: number | null;
  closedAt: number | null;
  updatedAt: number;
  version: number;
}

/** One step of a maintenance table, ascending. Ratios are 0 to 1. */
export class MaintenanceTierView {
  /** Notional above which the step holds. */
  floor: DecimalText;
  cap: DecimalText;
  rate: DecimalText;
  deduction: DecimalText;
  maxLeverage: number;
}

/** The terms of a market's perpetual: together with a mark all that the margin library needs. */
export class FuturesProductView {
  marketId: number;
  /** `BTC/USDT`. */
  market: string;
  /** Of margin, profit and fees. */
  currencyId: number;
  /** Decimals of that currency. */
  currencyDecimals: number;
  priceDecimals: number;
  /** Base quantity of a lot. */
  lotSize: DecimalText;
  lotsMin: number;
  lotsMax: number;
  /** Absolute: added to what the book asks of a buyer, taken off what it gives a seller. */
  spread: DecimalText;
  openFeeRatio: DecimalText;
  closeFeeRatio: DecimalText;
  /** What may be chosen, the cap applied. */
  leverages: number[];
  /** The highest that is offered to accounts that are new. */
  newAccountLeverage: number;
  enabled: boolean;
  tiers: MaintenanceTierView[];
}

/** What follows from a position and the prices of a moment; null where there is no price to say it by. */
export class PositionFiguresView {
  positionId: string;
  mark: DecimalText | null;
  /** When the mark was sampled; null without one. */
  markedAt: number | null;
  unrealisedProfit: DecimalText | null;
  /** Unrealised profit / margin: 0.1 is ten percent. */
  returnRatio: DecimalText | null;
  /** Maintenance margin and fee of closing at the mark. */
  requirement: DecimalText | null;
  /** Requirement / what backs it: 1 is liquidation. */
  marginRatio: DecimalText | null;
  /** Null: no price above zero liquidates it. Of a cross position an estimate that moves with the others. */
  liquidationPrice: DecimalText | null;
  liquidationIsEstimate: boolean;
}

/** The contract account with everything open in it. */
export class FuturesPositionsView {
  account_type: AccountType;
  /** Place in `account.events` that the rows stand for: later events change them, earlier ones do not. */
  place: { ep: string; s: number };
  /** Free, by currency. */
  balances: { currencyId: number; available: DecimalText; frozen: DecimalText }[];
  /** What an order means that does not say it. */
  marginMode: FuturesMarginMode;
  /** Pending, holding and closing, newest first. */
  positions: FuturesPositionView[];
  figures: PositionFiguresView[];
  products: FuturesProductView[];
}

export class FuturesHistoryView extends PageView {
  data: FuturesPositionView[];
}

/** What an order, a close, an added margin or new stops would do, by the rules that the command itself uses. */
export class FuturesPreviewView {
  market: string;
  side: 'long' | 'short';
  marginMode: FuturesMarginMode;
  lots: number;
  /** What it would be filled at now; a limit order that would wait: its limit. */
  price: DecimalText;
  /** The worst price of the book that it would touch, spread included. */
  worstPrice: DecimalText;
  /** Whether a limit order would wait. */
  waits: boolean;
  notional: DecimalText;
  fee: DecimalText;
  /** Frozen for it afterwards. */
  margin: DecimalText;
  /** Gain (below zero: loss) that would be booked; zero when nothing closes. */
  realisedProfit: DecimalText;
  liquidationPriceBefore: DecimalText | null;
  liquidationPriceAfter: DecimalText | null;
  liquidationIsEstimate: boolean;
  maintenanceRatio: DecimalText;
  balanceBefore: DecimalText;
  /** Of the contract account; below zero: not enough. */
  balanceAfter: DecimalText;
  leverages: number[];
  priceAgeMs: number;
  origin: string;
}

const OptionalChoice = (choices: readonly string[]): PropertyDecorator => {
  return (target, key) => {
    Transform(({ value }: { value: unknown }) => (value === '' || value === null ? undefined : value))(target, key);
    IsOptional()(target, key);
    IsIn(choices as string[])(target, key);
  };
};

const OptionalPattern = (pattern: RegExp): PropertyDecorator => {
  return (target, key) => {
    Transform(({ value }: { value: unknown }) => (value === '' || value === null ? undefined : value))(target, key);
    IsOptional()(target, key);
    IsString()(target, key);
    Matches(pattern)(target, key);
  };
};

const LOTS = /^[1-9][0-9]{0,8}$/;
const LEVERAGE = /^[1-9][0-9]{0,2}$/;

/** An order as the old clients send it, with our additions. */
export class LeverSubmitRequest {
  /** Whole lots, 1 or more. */
  @IsString()
  @Matches(LOTS)
  share: string;

  /** Leverage. */
  @IsString()
  @Matches(LEVERAGE)
  multiple: string;

  /** 1 buys (long), 2 sells (short). */
  @IsIn(['1', '2'])
  type: '1' | '2';

  @IsString()
  @Matches(CURRENCY_ID)
  legal_id: string;

  @IsString()
  @Matches(CURRENCY_ID)
  currency_id: string;

  /** 1 market (the default), 0 limit. */
  @OptionalChoice(['0', '1'])
  status?: '0' | '1';

  /** Limit price, when `status` is 0. */
  @OptionalPattern(AMOUNT)
  target_price?: string;

  @OptionalPattern(AMOUNT)
  target_profit_price?: string;

  @OptionalPattern(AMOUNT)
  stop_loss_price?: string;

  /** 0: the stops are not meant, whatever their fields say. */
  @OptionalFlag()
  checkType?: boolean;

  @AccountTypeField()
  account_type?: AccountType;

  /** The user's preference when it is not given. */
  @OptionalChoice(MARGIN_MODES)
  margin_mode?: FuturesMarginMode;

  /** Which price triggers the take-profit: `last` unless said. */
  @OptionalChoice(TRIGGER_SOURCES)
  profit_source?: TriggerSource;

  /** Which price triggers the stop-loss: `mark` unless said. */
  @OptionalChoice(TRIGGER_SOURCES)
  stop_source?: TriggerSource;

  /** A market order is refused rather than filled at a worse price. */
  @OptionalPattern(AMOUNT)
  worst_price?: string;
}

export class LeverIdRequest {
  @IsString()
  @Matches(ID)
  id: string;

  /** Not needed: a position knows its own account. */
  @AccountTypeField()
  account_type?: AccountType;
}

export class LeverCloseRequest extends LeverIdRequest {
  /** Lots to close; all when it is not given. */
  @OptionalPattern(LOTS)
  share?: string;

  /** Refused rather than closed at a worse price. */
  @OptionalPattern(AMOUNT)
  worst_price?: string;
}

/** A field that is missing or empty leaves its stop as it is; `0` takes it away. */
export class LeverStopsRequest extends LeverIdRequest {
  @OptionalPattern(AMOUNT)
  target_profit_price?: string;

  @OptionalPattern(AMOUNT)
  stop_loss_price?: string;

  @OptionalChoice(TRIGGER_SOURCES)
  profit_source?: TriggerSource;

  @OptionalChoice(TRIGGER_SOURCES)
  stop_source?: TriggerSource;
}

export class LeverAddMarginRequest extends LeverIdRequest {
  /** Decimal text. */
  @IsString()
  @Matches(AMOUNT)
  amount: DecimalText;
}

export class LeverBatchCloseRequest {
  /** 0 all, 1 long, 2 short. */
  @OptionalChoice(['0', '1', '2'])
  type?: '0' | '1' | '2';

  @OptionalPattern(CURRENCY_ID)
  legal_id?: string;

  @OptionalPattern(CURRENCY_ID)
  currency_id?: string;

  @AccountTypeField()
  account_type?: AccountType;
}

export class LeverDealRequest {
  @OptionalPattern(CURRENCY_ID)
  currency_id?: string;

  @OptionalPattern(CURRENCY_ID)
  legal_id?: string;

  /** The market's id, instead of its two currencies. */
  @OptionalPattern(CURRENCY_ID)
  currency_match_id?: string;

  @AccountTypeField()
  account_type?: AccountType;
}

export class LeverTradesRequest extends PageRequest {
  /** 0 pending, 1 holding, 2 closing, 3 closed, 4 cancelled; -1 or nothing: all. */
  @OptionalText(4)
  status?: string;

  @OptionalText(9)
  currency_id?: string;

  @OptionalText(9)
  legal_id?: string;

  @AccountTypeField()
  account_type?: AccountType;
}

export class FuturesAccountRequest {
  @AccountTypeField()
  account_type?: AccountType;
}

export class FuturesHistoryRequest extends PageRequest {
  @AccountTypeField()
  account_type?: AccountType;

  /** `BTC/USDT`; all when it is not given. */
  @OptionalText(40)
  symbol?: string;
}

export class FuturesMarginModeRequest {
  @IsIn(MARGIN_MODES)
  margin_mode: FuturesMarginMode;

  @AccountTypeField()
  account_type?: AccountType;
}

/**
 * A row as the old clients know it. Prices and amounts are text with eight decimals, truncated; `number` has five.
 * `*_time` that did not happen is the empty text.
 */
export class LeverView {
  /** Row number. The old clients compare and send it back. */
  id: number;
  /** 1 long, 2 short. */
  type: number;
  user_id: number;
  currency: number;
  legal: number;
  /** The market's last price when it was ordered; of a limit order its limit. */
  origin_price: string;
  /** Entry price. */
  price: string;
  /** Mark now, or the price of closing. */
  update_price: string;
  target_profit_price: string;
  stop_loss_price: string;
  /** Lots. */
  share: number;
  /** Base quantity, five decimals. */
  number: string;
  /** Leverage. */
  multiple: number;
  origin_caution_money: string;
  caution_money: string;
  /** Profit or loss that is booked. */
  fact_profits: string;
  trade_fee: string;
  /** Funding rate has its own records; the zero text. */
  overnight: string;
  /** Funding paid (positive) or received so far. */
  overnight_money: string;
  status: number;
  /** 1: its money is settled. */
  settled: number;
  /** Unix seconds. */
  create_time: number;
  update_time: string;
  handle_time: string;
  complete_time: string;
  transaction_time: string;
  closed_type: string;
  time: string;
  symbol: string;
  profits: string;
  status_name: string;
  type_name: string;
  agent_path: string;

  /** What follows is ours. */
  order_number: string;
  account_type: AccountType;
  margin_mode: FuturesMarginMode;
  price_type: 'market' | 'limit';
  closed_as: string;
  mark_price: string;
  liquidation_price: string;
  liquidation_time: string;
  added_caution_money: string;
  target_profit_source: TriggerSource;
  stop_loss_source: TriggerSource;
}

export class LeverPage extends PageView {
  data: LeverView[];
}

export class LeverRiskView {
  /** What backs the positions / what they require, percent; the empty text without positions. */
  hazard_rate: string;
  profits_total: string;
}

export class LeverTradesView {
  rate_profits_total: LeverRiskView;
  message: LeverPage;
  lever_balance: string;
}

export class LeverAllView {
  balance: string;
  hazard_rate: string;
  caution_money_total: string;
  origin_caution_money_total: string;
  profits_total: string;
  caution_money: string;
  origin_caution_money: string;
  profits: string;
  order: LeverPage;
}

export class LeverChoiceView {
  value: number;
}

export class LeverLevelView {
  price: string;
  number: string;
}

/** What the contract page of the old clients needs, spelling and all. */
export class LeverDealView {
  lever_transaction: { in: LeverLevelView[]; out: LeverLevelView[] };
  my_transaction: LeverView[];
  lever_share_limit: { min: number; max: number };
  multiple: { muit: LeverChoiceView[]; share: LeverChoiceView[] };
  last_price: string;
  /** Free in the contract account. */
  user_lever: string;
  /** Worth of the contract account. */
  all_levers: string;
  ustd_price: string;
  ExRAte: string;
  account_type: AccountType;
  /** Ours. */
  product: FuturesProductView;
}
