import type { PositionSide } from '../../../contract/rules/margin.rules.js';
import { marketInBook } from '../futures-index/index.js';
import type { BestLevels, ReachedClosing, ReachedPlace } from './closing-orders.store.js';

/** How long a position is left out whose loss other rows of its account back: they have to be closed first. */
const LEFT_OUT_MS = 30_000;

const SIDES: readonly PositionSide[] = ['long', 'short'];

/**
 * Whose turn it is among the orders that wait to close. Besides the best of a side those behind its place are looked at, and
 * the place moves on behind the last of them, whatever became of them: so everybody's turn comes, however many wait
 * before them that cannot be filled. Each process has its own turns.
 */
export class ClosingTurns {
  private readonly places = new Map<string, ReachedPlace>();
  private readonly until = new Map<string, number>();

  /** Where a market's sides go on. */
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
