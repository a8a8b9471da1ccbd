import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import type { TriggerSource } from '../../../contract/trading/futures.dto.js';
import { Failures } from '../../../platform/database/failures.js';
import { isBesideIndex, MarketBoard, type TradableMarket, TradableMarkets } from '../../markets/market-board/index.js';
import {
  type BookOfMarket,
  FollowOpenPositions,
  FuturesIndex,
  marketInBook,
  type ReachedStop,
} from '../futures-index/index.js';
import type { FiredStop } from './futures-triggers.store.js';
import { PendingOrdersStore, type StopLevels } from './pending-orders.store.js';
import { WriteTriggers } from './write-triggers.js';

/** Receipts of one statement, and positions that are read again at a time. */
const AT_ONCE = 200;
/** Positions that one look closes; the next one goes on with the others, so that one market holds up no other. */
const CLOSED_AT_ONCE = 1000;

/**
 * Take-profit and stop-loss (B.6): a stop fires when the trigger price of its source reaches its level. A receipt records
 * that price and its sequence number; then the position is closed at the market. While closing by hand is refused, as
 * without an index, no stop fires and fired ones wait: the last price is that of a single venue. The two stops are
 * one-cancels-other.
 */
@Injectable()
export class TriggerStops {
  /**
   * By market and book the positions whose stops this process has fired and that it has not tried to close yet. They are not fired
   * again meanwhile; where the process ends, {@link RetryStops} of the others finds them.
   */
  private readonly left = new Map<number, readonly StopLevels[]>();

  constructor(
    private readonly futuresIndex: FuturesIndex,
    private readonly orders: PendingOrdersStore,
    private readonly prices: TradableMarkets,
    private readonly board: MarketBoard,
    private readonly followOpenPositions: FollowOpenPositions,
    private readonly writeTriggers: WriteTriggers,
  ) {}

  /**
   * Fires the stops that the current prices trigger and closes their positions. @returns the number of fired stops.
   */
  async execute(book: BookOfMarket, sources: readonly TriggerSource[] = ['last', 'mark', 'index']): Promise<number> {
    const market = this.openMarket(book);
    if (!market) return 0;
    const place = marketInBook(book.marketId, book.demo);
    const left = this.left.get(place) ?? [];
    this.left.delete(place);
    const known = new Set(left.map(({ id }) => Number(id)));
    const reached = sources.flatMap((source) => {
      const price = source === 'last' ? lastBesideIndex(market) : market[source];
      const stops = price === null ? [] : this.futuresIndex.reachedStops(book, source, Number(price));
      return stops.filter(({ positionId }) => !known.has(positionId));
    });
    const failures = new Failures();
    // All receipts before the first position is closed: the price may have gone back until the last one is.
    const fired: StopLevels[] = [];
    for (const page of pagesOf(reached)) fired.push(...(await failures.apart(() => this.fire(page, market), [])));
    const open = [...left, ...fired];
    if (open.length > CLOSED_AT_ONCE) this.left.set(place, open.slice(CLOSED_AT_ONCE));
    const tried = open.slice(0, CLOSED_AT_ONCE);
    for (const row of tried) await failures.apart(() => this.close(row), false);
    const touched = new Set([...reached.map(({ positionId }) => positionId), ...tried.map(({ id }) => Number(id))]);
    for (const page of pagesOf([...touched])) await this.followOpenPositions.refresh(page);
    failures.end();
    return fired.length;
  }

  /** Records the receipts. @returns the positions whose stops fired. */
  private async fire(reached: readonly ReachedStop[], market: TradableMarket): Promise<StopLevels[]> {
    const ids = [...new Set(reached.map(({ positionId }) => positionId))];
    const rows = new Map((await this.orders.stops(ids)).map((row) => [Number(row.id), row]));
    const stops = reached.flatMap((each) => {
      const row = rows.get(each.positionId);
      return row ? (this.receipt(each, row, market) ?? []) : [];
    });
    const fired = await this.writeTriggers.fire(stops);
    return fired.map((id) => rows.get(Number(id)) as StopLevels);
  }

  /** At prices that are read again for each position: closing hundreds takes longer than a price stays fresh. */
  private close(row: StopLevels): Promise<boolean> {
    return this.writeTriggers.close(row, this.openMarket(row));
  }

  /** The market's prices; null while positions cannot be closed. */
  private openMarket({ marketId, demo }: BookOfMarket): TradableMarket | null {
    return this.prices.open({ marketId, demo, product: 'perpetual', risk: 'reducing' });
  }

  /** Checks the level of the row as it is now, not that of the index; null: not reached, or removed meanwhile. */
  private receipt({ kind, source }: ReachedStop, row: StopLevels, market: TradableMarket): FiredStop | null {
    const [level, of] =
      kind === 'stop-loss' ? [row.stopLoss, row.stopLossSource] : [row.takeProfit, row.takeProfitSource];
    const value = market[source];
    if (level === null || of !== source || value === null) return null;
    const falling = (kind === 'stop-loss') === (row.side === 'long');
    if (falling ? new Decimal(value).gt(level) : new Decimal(value).lt(level)) return null;
    const at = source === 'last' ? market.at : (market.sampledAt ?? market.at);
    const place = { epoch: this.board.epoch, sequence: this.board.sequence };
    return { positionId: row.id, kind, source, level, value, ...place, valueAt: at };
  }
}

/** The last price of the single venue; null while it deviates too far from the index of all venues. */
function lastBesideIndex({ last, index, market }: TradableMarket): string | null {
  return isBesideIndex(last, { index, bandRatio: market.bandRatio }) ? last : null;
}

function* pagesOf<Each>(all: readonly Each[]): Generator<readonly Each[]> {
  for (let from = 0; from < all.length; from += AT_ONCE) yield all.slice(from, from + AT_ONCE);
}
