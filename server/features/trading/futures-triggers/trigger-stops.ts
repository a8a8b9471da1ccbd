import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import type { TriggerSource } from '../../../contract/trading/futures.dto.js';
import { Failures } from '../../../platform/database/failures.js';
import { isBesideIndex, MarketBoard, type TradableMarket, TradableMarkets } from '../../markets/market-board/index.js';
import { type BookOfMarket, FollowOpenPositions, FuturesIndex, type ReachedStop } from '../futures-index/index.js';
import type { FiredStop } from './futures-triggers.store.js';
import { PendingOrdersStore, type StopLevels } from './pending-orders.store.js';
import { WriteTriggers } from './write-triggers.js';

const AT_ONCE = 200;

/**
 * Take-profit and stop-loss (B.6): a stop fires when the trigger price of its source reaches its level. A receipt records
 * that price and its sequence number; then the position is closed at the market. While closing by hand is refused, as
 * without an index, no stop fires and fired ones wait: the last price is that of a single venue. The two stops are
 * one-cancels-other.
 */
@Injectable()
export class TriggerStops {
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
    const reached = sources.flatMap((source) => {
      const price = source === 'last' ? lastBesideIndex(market) : market[source];
      return price === null ? [] : this.futuresIndex.reachedStops(book, source, Number(price));
    });
    const failures = new Failures();
    let fired = 0;
    for (let from = 0; from < reached.length; from += AT_ONCE) {
      fired += await this.fire(reached.slice(from, from + AT_ONCE), market, failures);
    }
    failures.end();
    return fired;
  }

  /** Prices are read again for each position: closing hundreds takes longer than a price stays fresh. */
  private async fire(reached: readonly ReachedStop[], market: TradableMarket, failures: Failures): Promise<number> {
    const ids = [...new Set(reached.map(({ positionId }) => positionId))];
    const rows = new Map((await this.orders.stops(ids)).map((row) => [Number(row.id), row]));
    const stops = reached.flatMap((each) => {
      const row = rows.get(each.positionId);
      return row ? (this.receipt(each, row, market) ?? []) : [];
    });
    const fired = await this.writeTriggers.fire(stops);
    for (const id of fired) {
      const row = rows.get(Number(id)) as StopLevels;
      await failures.apart(() => this.writeTriggers.close(row, this.openMarket(row)), false);
    }
    await this.followOpenPositions.refresh(ids);
    return fired.length;
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
