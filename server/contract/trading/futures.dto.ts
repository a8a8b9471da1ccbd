import type { AccountType } from '../account-type.dto.js';
import type { DecimalText } from '../money.js';
import { PageView } from '../pages.dto.js';
import { AnnouncedTiersView, MaintenanceTierView } from './maintenance-tiers.dto.js';

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

/** A limit order that waits to close lots of a position. */
export class FuturesClosingView {
  closingId: string;
  /** That wait for it; as many as are left of what was ordered. */
  lots: number;
  limitPrice: DecimalText;
  /** How often its owner has changed it. Not there in events of earlier than the list of changes. */
  amendments?: number;
  createdAt: number;
}

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
  /** The orders that wait to close it, the first placed first. Not there in events of earlier than these orders. */
  closings?: FuturesClosingView[];
}

/** Why an order to close lots has ended: it was filled, its user took it back, or the position had fewer lots, or none, for it. */
export const CLOSING_ENDS = ['filled', 'user', 'position-reduced', 'position-closed'] as const;
export type ClosingEnd = (typeof CLOSING_ENDS)[number];

/** An order to close lots at a limit that does not wait any more. */
export class EndedClosingView {
  closingId: string;
  positionId: string;
  market: string;
  /** Of the position. */
  side: 'long' | 'short';
  leverage: number;
  marginMode: FuturesMarginMode;
  /** That were ordered. */
  lots: number;
  lotsFilled: number;
  limitPrice: DecimalText;
  /** What its lots were closed at; null where none was, or where not all of them were noted. */
  averagePrice: DecimalText | null;
  end: ClosingEnd;
  /** How often its owner changed it, since each change is kept. */
  amendments: number;
  demo: boolean;
  createdAt: number;
  endedAt: number;
}

/** An order to close lots at a limit that has filled: all of it, in however many parts. */
export class FilledClosing {
  closingId: string;
  /** All that it has closed. */
  lots: number;
  limitPrice: DecimalText;
}

/** One closing of lots: the position itself has the mean price and the sums of all of them. */
export class PositionFill {
  lots: number;
  price: DecimalText;
  /** Before the fee. */
  profit: DecimalText;
  fee: DecimalText;
  /** Where it was the last part of an order that waited. */
  closing?: FilledClosing;
}

/** The terms of a market's perpetual: together with a mark all that the margin library needs. */
export class FuturesProductView {
  marketId: number;
  /** `BTC/USDT`. */
  market: string;
  /**
   * Whose last price and book contracts are traded by: their own perpetual's (`markets.perpetual` and
   * `markets.perpetual-depth`), or the pair's where no venue lists a perpetual of the thing.
   */
  quotation: 'pair' | 'perpetual';
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
  /** The table that takes the place of this one; null: none is announced. */
  announcedTiers: AnnouncedTiersView | null;
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
  /** Whether maintenance goes by more than this: by all that is open and ordered in the market and side, shared. */
  liquidationIsShared: boolean;
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
  /** Until when no more than a product's `newAccountLeverage` may be used; null: whatever it offers. */
  newUntil: number | null;
  /** Pending, holding and closing, newest first. */
  positions: FuturesPositionView[];
  figures: PositionFiguresView[];
  products: FuturesProductView[];
}

export class FuturesHistoryView extends PageView {
  data: FuturesPositionView[];
}

/** What one stop would bring if the market stood at it. */
export class FuturesStopPreviewView {
  /** As it would be set, and the price that triggers it. */
  price: DecimalText;
  source: TriggerSource;
  /** That price now; null: the market has none that may be used. */
  now: DecimalText | null;
  /** The stop with the spread: what is filled then may be better or worse. */
  expectedPrice: DecimalText;
  /** Gain (below zero: loss) before the fee. */
  realisedProfit: DecimalText;
  fee: DecimalText;
}

/** What new take-profit and stop-loss would bring, by the rules that set them. */
export class FuturesStopsPreviewView {
  market: string;
  side: 'long' | 'short';
  marginMode: FuturesMarginMode;
  lots: number;
  /** Null: there would be none. */
  takeProfit: FuturesStopPreviewView | null;
  stopLoss: FuturesStopPreviewView | null;
  liquidationPrice: DecimalText | null;
  liquidationIsEstimate: boolean;
  /** Whether maintenance goes by more than this: by all that is open and ordered in the market and side, shared. */
  liquidationIsShared: boolean;
  /** Null: the market has no price that may be used now. */
  priceAgeMs: number | null;
  origin: string | null;
}

/** What an order, a close or an added margin would do, by the rules that the command itself uses. */
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
  /** Of an order that opens: its fee as a part of the notional. Null of what opens nothing. */
  openFeeRatio: DecimalText | null;
  /** Frozen for it afterwards. */
  margin: DecimalText;
  /** Gain (below zero: loss) that would be booked; zero when nothing closes. */
  realisedProfit: DecimalText;
  liquidationPriceBefore: DecimalText | null;
  liquidationPriceAfter: DecimalText | null;
  liquidationIsEstimate: boolean;
  /** Whether maintenance goes by more than this: by all that is open and ordered in the market and side, shared. */
  liquidationIsShared: boolean;
  maintenanceRatio: DecimalText;
  balanceBefore: DecimalText;
  /** Of the contract account; below zero: not enough. */
  balanceAfter: DecimalText;
  leverages: number[];
  priceAgeMs: number;
  origin: string;
}

/** What reversing a position would do: closing it, and then opening as many lots on the other side. */
export class FuturesReversePreviewView {
  closing: FuturesPreviewView;
  /** In the account as closing leaves it. */
  opening: FuturesPreviewView;
}
