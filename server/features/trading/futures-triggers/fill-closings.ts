import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Failures } from '../../../platform/database/failures.js';
import { type TradableMarket, TradableMarkets } from '../../markets/market-board/index.js';
import { BOOKS, FollowOpenPositions } from '../futures-index/index.js';
import { type BestLevels, ClosingOrdersStore, type ReachedClosing } from './closing-orders.store.js';
import { ClosingTurns } from './closing-turns.js';
import { WriteTriggers } from './write-triggers.js';

/** The best of a side of a market and book, and as many behind its place (decision 166). */
const AT_ONCE = 200;

/**
 * Fills the orders that wait to close lots (decision 106), each at the book's own prices as far as those reach its limit, wherever
 * a position may be closed at the market. Cancel-only holds up none of them, because they lower risk. A position whose loss other
 * rows of its account back is left out for a while; those rows have their turn.
 */
@Injectable()
export class FillClosings {
  private readonly turns = new ClosingTurns();

  constructor(
    private readonly prices: TradableMarkets,
    private readonly orders: ClosingOrdersStore,
    private readonly followOpenPositions: FollowOpenPositions,
    private readonly writeTriggers: WriteTriggers,
    private readonly clock: Clock,
  ) {}

  /** Looks at what waits in all of these markets, real money first. @returns how many orders were filled, whole or in part. */
  async execute(marketIds: readonly number[], books: readonly boolean[] = BOOKS): Promise<number> {
    const failures = new Failures();
    let filled = 0;
    for (const demo of books) filled += await failures.apart(() => this.fill(marketIds, demo), 0);
    failures.end();
    return filled;
  }

  private async fill(marketIds: readonly number[], demo: boolean): Promise<number> {
    const levels = marketIds.flatMap((marketId) => this.best(marketId, demo));
    if (levels.length === 0) return 0;
    const filled: ReachedClosing[] = [];
    const failures = new Failures();
    for (const order of await this.reached(levels)) {
      // Each goes by the prices of its own moment.
      const market = this.market(order.marketId, demo);
      if (!market || this.turns.isLeftOut(order.positionId)) continue;
      const outcome = await failures.apart(() => this.writeTriggers.closeAtLimit(order, market), 'waits');
      if (outcome === 'filled') filled.push(order);
      if (outcome === 'backed') this.turns.leaveOut(order.positionId, this.clock.now());
    }
    if (filled.length > 0) {
      await this.followOpenPositions.refresh(filled.map(({ positionId }) => Number(positionId)));
    }
    failures.end();
    return filled.length;
  }

  private async reached(levels: readonly BestLevels[]): Promise<ReachedClosing[]> {
    const placed = levels.map((each) => ({ ...each, places: this.turns.placesOf(each) }));
    const reached = await this.orders.reached(placed, this.turns.leftOut(this.clock.now()), AT_ONCE);
    this.turns.move(levels, reached, AT_ONCE);
    return reached;
  }

  /** Nothing while the market closes nobody's position, or has no sound book: what may wait does not go by the mark. */
  private best(marketId: number, demo: boolean): BestLevels[] {
    const { bids = [], asks = [] } = this.market(marketId, demo)?.book ?? {};
    const [bid, ask] = [bids[0]?.[0], asks[0]?.[0]];
    if (bid === undefined && ask === undefined) return [];
    // An empty side crosses no limit.
    return [{ marketId, demo, bid: bid ?? '0', ask: ask ?? 'Infinity' }];
  }

  private market(marketId: number, demo: boolean): TradableMarket | null {
    return this.prices.open({ marketId, demo, product: 'perpetual', risk: 'reducing' });
  }
}
