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
 * Take-profit and stop-loss (B.6): a stop fires when the price of its source reaches its level; a receipt records the
 * price and its sequence number. Then the position is closed at the market. While nobody may close a position there by hand,
 * as without an index, none fires and what fired waits: a last price is one venue's word. The two stops are one-cancels-other: the position is closed once.
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
   * Fires the stops whose levels the market's prices have reached, and closes their positions. @returns how many fired.
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

  /** Each position is closed at the prices of its own moment: closing hundreds takes longer than a price is good for. */
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

  /** The market's prices, while positions may be closed there. */
  private openMarket({ marketId, demo }: BookOfMarket): TradableMarket | null {
    return this.prices.open({ marketId, demo, product: 'perpetual', risk: 'reducing' });
  }

  /** The receipt of a stop whose exact level is reached; null when it is not reached, or not set any more. */
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

/** The last price, which one venue alone says; null while the others are somewhere else. */
function lastBesideIndex({ last, index, market }: TradableMarket): string | null {
  return isBesideIndex(last, { index, bandRatio: market.bandRatio }) ? last : null;
}
