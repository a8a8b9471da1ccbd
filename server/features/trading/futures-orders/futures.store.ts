import { Injectable } from '@nestjs/common';
import type { FuturesMarginMode, FuturesPositionView, TriggerSource } from '../../../contract/trading/futures.dto.js';
import type { DecimalText } from '../../../contract/money.js';
import { callFunction } from '../../../platform/database/call-function.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import type { Claim } from '../../../platform/idempotency/command-key.js';
import type { DraftedOrderAmendment } from './draft-order-amendment.js';
import { CLOSINGS_MAX } from './futures-refusals.js';
import type { QuotedReverse } from './quote-reverse.js';
import type { Taking } from '../taken-depth/index.js';

/** The row that `futures_submit` inserts. */
export interface NewRow {
  market_id: number;
  currency_id: number;
  demo: boolean;
  /** 1 long, -1 short. */
  side: 1 | -1;
  price_type: 'market' | 'limit';
  /** Null: the user's preference. */
  margin_mode: FuturesMarginMode | null;
  /** 0: pending, 1: filled at `entry_price`. */
  status: 0 | 1;
  leverage: number;
  lot_size: DecimalText;
  lots: number;
  limit_price: DecimalText | null;
  market_price: DecimalText;
  entry_price: DecimalText | null;
  take_profit: DecimalText | null;
  take_profit_source: TriggerSource;
  stop_loss: DecimalText | null;
  stop_loss_source: TriggerSource;
  initial_margin: DecimalText;
  fee: DecimalText;
  open_fee_ratio: DecimalText;
  close_fee_ratio: DecimalText;
}

export interface SubmitLimits {
  /** Maximum of pending and open rows of a user. */
  openRows: number;
  newAccountLeverage: number;
  /** Unix milliseconds: an account created later counts as new. */
  newAccountSince: number;
  /** By market id: unrealised cross losses at these marks stay on the futures account. */
  marks: Record<number, DecimalText>;
}

export interface Stops {
  takeProfit: DecimalText | null;
  takeProfitSource: TriggerSource;
  stopLoss: DecimalText | null;
  stopLossSource: TriggerSource;
}

/** Positions to close, with price and taken depth. */
export interface ClosingRows {
  ids: string[];
  /** Optimistic lock: lots of each position when it was quoted. */
  priced: number[];
  /** Lots to close of each; null: all. */
  lots: number | null;
  prices: DecimalText[];
  taking: Taking[];
}

/** Target of a reduce-only order: a side of a market, and the maximum of lots. */
export interface ReducedSide {
  marketId: number;
  demo: boolean;
  /** Side of the positions: 1 long, -1 short. */
  side: 1 | -1;
  /** Null: both modes. */
  marginMode: FuturesMarginMode | null;
  lots: number;
}

/** SQL of the commands, each a call of one stored function. */
@Injectable()
export class FuturesStore {
  async submit(
    tx: Transaction,
    claim: Claim,
    row: NewRow,
    limits: SubmitLimits,
    taking: readonly Taking[],
  ): Promise<void> {
    await callFunction(tx, 'futures_submit', {
      ...claim.given,
      market: row.market_id,
      currency: row.currency_id,
      demo: row.demo,
      side: row.side,
      priceType: row.price_type,
      marginMode: row.margin_mode,
      status: row.status,
      leverage: row.leverage,
      lotSize: row.lot_size,
      lots: row.lots,
      limitPrice: row.limit_price,
      marketPrice: row.market_price,
      entryPrice: row.entry_price,
      takeProfit: row.take_profit,
      takeProfitSource: row.take_profit_source,
      stopLoss: row.stop_loss,
      stopLossSource: row.stop_loss_source,
      margin: row.initial_margin,
      fee: row.fee,
      openFeeRatio: row.open_fee_ratio,
      closeFeeRatio: row.close_fee_ratio,
      openRows: limits.openRows,
      newLeverage: limits.newAccountLeverage,
      newSince: new Date(limits.newAccountSince),
      marks: JSON.stringify(limits.marks),
      taking: JSON.stringify(taking),
    });
  }

  async cancel(tx: Transaction, claim: Claim, positionId: string): Promise<void> {
    await callFunction(tx, 'futures_cancel', { ...claim.given, id: positionId });
  }

  async close(tx: Transaction, claim: Claim, { taking, ...rows }: ClosingRows): Promise<void> {
    await callFunction(tx, 'futures_close', { ...claim.given, ...rows, taking: JSON.stringify(taking) });
  }

  /** @param priced optimistic lock: the lots that were quoted. */
  async reduce(
    tx: Transaction,
    claim: Claim,
    { marketId, demo, side, marginMode, lots }: ReducedSide,
    { priced, price, taking }: { priced: number; price: DecimalText; taking: readonly Taking[] },
  ): Promise<void> {
    const reduced = { market: marketId, demo, side, marginMode, lots };
    const given = { priced, price, taking: JSON.stringify(taking) };
    await callFunction(tx, 'futures_reduce', { ...claim.given, ...reduced, ...given });
  }

  async amend(
    tx: Transaction,
    claim: Claim,
    { order, wish, reserve, quote, market, taking }: DraftedOrderAmendment,
    limits: SubmitLimits,
  ): Promise<void> {
    const { price, margin, fee, waits } = quote;
    await callFunction(tx, 'futures_amend', {
      ...claim.given,
      id: order.positionId,
      version: order.version,
      lots: wish.lots,
      limitPrice: wish.limitPrice,
      reserve: reserve.toFixed(),
      price: waits ? null : price.toFixed(),
      margin: waits ? null : margin.toFixed(),
      fee: waits ? null : fee.toFixed(),
      marketPrice: market?.last ?? wish.limitPrice,
      newLeverage: limits.newAccountLeverage,
      newSince: new Date(limits.newAccountSince),
      marks: JSON.stringify(limits.marks),
      taking: JSON.stringify(taking),
    });
  }

  async placeReducing(
    tx: Transaction,
    claim: Claim,
    { marketId, demo, side, marginMode, lots }: ReducedSide,
    limitPrice: DecimalText,
  ): Promise<void> {
    const reduced = { market: marketId, demo, side, marginMode, lots };
    await callFunction(tx, 'futures_reduce_place', { ...claim.given, ...reduced, limitPrice, most: CLOSINGS_MAX });
  }

  async reverse(
    tx: Transaction,
    claim: Claim,
    { position, closing, opening, taking }: QuotedReverse,
    limits: SubmitLimits,
  ): Promise<void> {
    const { product } = opening;
    await callFunction(tx, 'futures_reverse', {
      ...claim.given,
      id: position.positionId,
      priced: position.lots,
      closePrice: closing.price.toFixed(),
      lotSize: product.lotSize,
      marketPrice: opening.market.last,
      entryPrice: opening.price.toFixed(),
      margin: opening.margin.toFixed(),
      fee: opening.fee.toFixed(),
      openFeeRatio: product.openFeeRatio,
      closeFeeRatio: product.closeFeeRatio,
      openRows: limits.openRows,
      newLeverage: limits.newAccountLeverage,
      newSince: new Date(limits.newAccountSince),
      marks: JSON.stringify(limits.marks),
      taking: JSON.stringify(taking),
    });
  }

  /** @param lots null: all lots that no other closing order has reserved. */
  async placeClosing(
    tx: Transaction,
    claim: Claim,
    order: { positionId: string; lots: number | null; limitPrice: DecimalText },
  ): Promise<void> {
    const { positionId, lots, limitPrice } = order;
    await callFunction(tx, 'futures_closing_place', {
      ...claim.given,
      id: positionId,
      lots,
      limitPrice,
      most: CLOSINGS_MAX,
    });
  }

  /** @param change null: unchanged; `waiting`: optimistic lock on the open lots, null: not checked. */
  async amendClosing(
    tx: Transaction,
    claim: Claim,
    { positionId, closingId }: { positionId: string; closingId: string },
    change: { lots: number | null; limitPrice: DecimalText | null; waiting: number | null },
  ): Promise<void> {
    await callFunction(tx, 'futures_closing_amend', { ...claim.given, id: positionId, closing: closingId, ...change });
  }

  async cancelClosing(tx: Transaction, claim: Claim, positionId: string, closing: string): Promise<void> {
    await callFunction(tx, 'futures_closing_cancel', { ...claim.given, id: positionId, closing });
  }

  /** @param position optimistic lock: the version that the stops were checked against. */
  async setStops(
    tx: Transaction,
    claim: Claim,
    { positionId, version }: Pick<FuturesPositionView, 'positionId' | 'version'>,
    { takeProfit, takeProfitSource, stopLoss, stopLossSource }: Stops,
  ): Promise<void> {
    const stops = { takeProfit, takeProfitSource, stopLoss, stopLossSource };
    await callFunction(tx, 'futures_set_stops', { ...claim.given, id: positionId, version, ...stops });
  }

  /** @param added marks by market id; null: what cross positions have lost there counts for nothing. */
  async addMargin(
    tx: Transaction,
    claim: Claim,
    added: { positionId: string; amount: DecimalText; marks: Record<number, DecimalText | null> },
  ): Promise<void> {
    const { positionId, amount, marks } = added;
    const given = { id: positionId, amount, marks: JSON.stringify(marks) };
    await callFunction(tx, 'futures_add_margin', { ...claim.given, ...given });
  }
}
