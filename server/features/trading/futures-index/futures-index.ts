import { Injectable } from '@nestjs/common';
import type { TriggerSource } from '../../../contract/trading/futures.dto.js';
import type { MarginLevel, PositionSide } from '../../../contract/rules/margin.rules.js';
import { PriceThresholds, marketInBook } from './price-thresholds.js';
import { NEXT_RATIO, type RoughTier, roughThreshold } from './threshold.rules.js';

/** A pending order or an open position with the approximate (floating point) values that the index needs. */
export interface IndexedPosition {
  id: number;
  userId: string;
  marketId: number;
  demo: boolean;
  side: PositionSide;
  cross: boolean;
  /** 0 pending, 1 holding; anything else is not open. */
  status: number;
  quantity: number;
  /** Of everything that its account has open and ordered in the market and side, itself included. */
  exposure: number;
  entryPrice: number;
  margin: number;
  closeFeeRate: number;
  limitPrice: number | null;
  takeProfit: number | null;
  takeProfitSource: TriggerSource;
  stopLoss: number | null;
  stopLossSource: TriggerSource;
  warnedLevel: MarginLevel;
}

/** A market's positions and orders in one of the two books: real or demo money. */
export interface BookOfMarket {
  marketId: number;
  demo: boolean;
}

/** Real money first. What may be done at a market's prices may differ between the two. */
export const BOOKS: readonly BookOfMarket['demo'][] = [false, true];

/** A stop whose level has been reached. */
export interface ReachedStop {
  positionId: number;
  kind: 'take-profit' | 'stop-loss';
  source: TriggerSource;
}

const SOURCES: readonly TriggerSource[] = ['last', 'mark', 'index'];

/** A user's cross account in the index: `{user}:{0 or 1 for demo}`. */
export type AccountKey = string;
export const accountKey = (userId: string, demo: boolean): AccountKey => `${userId}:${demo ? 1 : 0}`;

/**
 * The in-memory index of open positions and pending orders, sorted by trigger price: isolated and cross margins, limit
 * orders, stops. It holds prices and ids only; decisions read the rows.
 */
@Injectable()
export class FuturesIndex {
  readonly margins = new PriceThresholds();
  readonly orders = new PriceThresholds();
  private readonly stops: Record<TriggerSource, PriceThresholds> = {
    last: new PriceThresholds(),
    mark: new PriceThresholds(),
    index: new PriceThresholds(),
  };
  private readonly accountOf = new Map<number, AccountKey>();
  private readonly accounts = new Map<AccountKey, Set<number>>();
  /** Isolated positions with a margin warning: polled, because recovery triggers no threshold. */
  readonly warnedPositions = new Set<number>();
  /** Cross accounts whose thresholds must be recomputed. */
  readonly dirty = new Set<AccountKey>();
  private tiers = new Map<number, readonly RoughTier[]>();

  /** Maintenance tables by market. */
  know(tiers: Map<number, readonly RoughTier[]>): void {
    this.tiers = tiers;
  }

  worstRate(marketId: number): number {
    return this.tiers.get(marketId)?.at(-1)?.rate ?? 1;
  }

  /** Applies the current state of a row to all indexes. */
  put(position: IndexedPosition): void {
    const { id, marketId, demo, status } = position;
    this.putOrder(position);
    this.putStops(position);
    if (status !== 1) {
      this.margins.remove(id);
      this.warnedPositions.delete(id);
      this.leaveAccount(id);
      return;
    }
    if (position.cross) return this.putCross(position);
    this.leaveAccount(id);
    if (position.warnedLevel === 'safe') this.warnedPositions.delete(id);
    else this.warnedPositions.add(id);
    const price = roughThreshold(position, this.tiers.get(marketId) ?? [], NEXT_RATIO[position.warnedLevel]);
    if (price === null) this.margins.remove(id);
    else
      this.margins.put({
        id,
        market: marketInBook(marketId, demo),
        side: position.side,
        price: Number.isNaN(price) ? always(position.side) : price,
      });
  }

  /** Positions of a cross account. */
  positionsOf(key: AccountKey): ReadonlySet<number> {
    return this.accounts.get(key) ?? new Set();
  }

  account(positionId: number): AccountKey | undefined {
    return this.accountOf.get(positionId);
  }

  allAccounts(): IterableIterator<AccountKey> {
    return this.accounts.keys();
  }

  /** Positions of the book that the marks of the market have reached. */
  reachedMargins({ marketId, demo }: BookOfMarket, marks: { long: number; short: number }): number[] {
    return this.margins.reached(marketInBook(marketId, demo), marks.long, marks.short);
  }

  /** Pending orders of the book that the quoted prices have reached. */
  reachedOrders({ marketId, demo }: BookOfMarket, ask: number, bid: number): number[] {
    return this.orders.reached(marketInBook(marketId, demo), ask, bid);
  }

  /** Stops of the book that a price of the source has reached. */
  reachedStops({ marketId, demo }: BookOfMarket, source: TriggerSource, price: number): ReachedStop[] {
    return this.stops[source].reached(marketInBook(marketId, demo), price).map((id) => ({
      positionId: Math.floor(id / 2),
      kind: id % 2 === 1 ? 'stop-loss' : 'take-profit',
      source,
    }));
  }

  private putOrder({ id, marketId, demo, side, status, limitPrice }: IndexedPosition): void {
    const market = marketInBook(marketId, demo);
    if (status === 0 && limitPrice !== null) this.orders.put({ id, market, side, price: limitPrice });
    else this.orders.remove(id);
  }

  /** A long's stop-loss and a short's take-profit are reached by a falling price. */
  private putStops(position: IndexedPosition): void {
    const { id, side, status } = position;
    const market = marketInBook(position.marketId, position.demo);
    const levels = [
      { key: id * 2, price: position.takeProfit, source: position.takeProfitSource, falling: side === 'short' },
      { key: id * 2 + 1, price: position.stopLoss, source: position.stopLossSource, falling: side === 'long' },
    ];
    for (const { key, price, source, falling } of levels) {
      for (const other of SOURCES) if (other !== source) this.stops[other].remove(key);
      if (status !== 1 || price === null) this.stops[source].remove(key);
      else this.stops[source].put({ id: key, market, side: falling ? 'long' : 'short', price });
    }
  }

  private putCross({ id, marketId, side, userId, demo }: IndexedPosition): void {
    const key = accountKey(userId, demo);
    this.warnedPositions.delete(id);
    this.accountOf.set(id, key);
    const positions = this.accounts.get(key);
    if (positions) positions.add(id);
    else this.accounts.set(key, new Set([id]));
    this.dirty.add(key);
    // Until the account's thresholds are computed, every mark counts as reaching it.
    const market = marketInBook(marketId, demo);
    if (!this.margins.has(id)) this.margins.put({ id, market, side, price: always(side) });
  }

  private leaveAccount(id: number): void {
    const key = this.accountOf.get(id);
    if (key === undefined) return;
    this.accountOf.delete(id);
    const positions = this.accounts.get(key);
    positions?.delete(id);
    if (positions?.size === 0) this.accounts.delete(key);
    else this.dirty.add(key);
  }
}

/** A level that every mark has reached. */
export function always(side: PositionSide): number {
  return side === 'long' ? Number.MAX_VALUE : 0;
}
