import type { PositionSide } from '../../../contract/rules/margin.rules.js';
import { marketInBook } from '../futures-index/index.js';
import type { BestLevels, ReachedClosing, ReachedPlace } from './closing-orders.store.js';

/** How long a position is skipped whose loss is backed by other positions or orders of its account, which close first. */
const LEFT_OUT_MS = 30_000;

const SIDES: readonly PositionSide[] = ['long', 'short'];

/**
 * Round robin over the orders that wait to close a position. Each round tries the best orders of a side and, behind the side's cursor,
 * the next ones; the cursor then moves behind the last of them, filled or not. So every order is tried in time, even behind
 * many that cannot be filled. Each process has its own cursors.
 */
export class ClosingTurns {
  private readonly places = new Map<string, ReachedPlace>();
  private readonly until = new Map<string, number>();

  /** The cursors of a market's sides. */
  placesOf({ marketId, demo }: BestLevels): Record<PositionSide, ReachedPlace | null> {
    const placeOf = (side: PositionSide) => this.places.get(keyOf(marketId, demo, side)) ?? null;
    return { long: placeOf('long'), short: placeOf('short') };
  }

  /** Moves each side's place behind what was read of it, or back to its best where fewer than the limit were left. */
  move(levels: readonly BestLevels[], reached: readonly ReachedClosing[], limit: number): void {
    for (const { marketId, demo } of levels) {
      for (const side of SIDES) {
        const behind = reached.filter(
          (each) => each.isBehind && each.marketId === marketId && each.demo === demo && each.side === side,
        );
        const last = behind.at(-1);
        const key = keyOf(marketId, demo, side);
        if (last && behind.length >= limit) this.places.set(key, { limitPrice: last.limitPrice, id: last.id });
        else this.places.delete(key);
      }
    }
  }

  leaveOut(positionId: string, now: number): void {
    this.until.set(positionId, now + LEFT_OUT_MS);
  }

  isLeftOut(positionId: string): boolean {
    return this.until.has(positionId);
  }

  /** The positions that are left out now; others have their turn again. */
  leftOut(now: number): string[] {
    for (const [positionId, until] of this.until)
      if (now >= until || now < until - LEFT_OUT_MS) this.until.delete(positionId);
    return [...this.until.keys()];
  }
}

function keyOf(marketId: number, demo: boolean, side: PositionSide): string {
  return `${marketInBook(marketId, demo)}:${side}`;
}
