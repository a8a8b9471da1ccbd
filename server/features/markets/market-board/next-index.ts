import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { MarketBoard } from './market-board.js';
import { MarketCatalog } from './market-catalog.js';

/** How long one is waited for: an index comes every second, and may be late by as much again. */
export const NEXT_INDEX_WITHIN_MS = 2500;

/** Waits for an index that nobody can have seen yet. */
@Injectable()
export class NextIndex {
  /** Those who wait now. */
  waiting = 0;

  constructor(
    private readonly board: MarketBoard,
    private readonly catalog: MarketCatalog,
    private readonly clock: Clock,
  ) {}

  /**
   * The first index of the market that is sampled after this call: by the clock here, and newer than the one that stands on
   * the board, so that a clock that is behind the feed's lets in none that is known already.
   * @returns when it was sampled, Unix milliseconds; null when none came within {@link NEXT_INDEX_WITHIN_MS}.
   */
  async of(marketId: number): Promise<number | null> {
    const symbol = this.catalog.byId(marketId)?.symbol;
    if (symbol === undefined) return null;
    const known = this.sampledAt(symbol) ?? Number.NEGATIVE_INFINITY;
    const from = Math.max(this.clock.now(), known) + 1;
    this.waiting += 1;
    let end: (sampledAt: number | null) => void;
    const found = new Promise<number | null>((resolve) => {
      end = resolve;
    });
    const stop = this.board.onTaken(() => {
      const at = this.sampledAt(symbol);
      if (at !== null && at >= from) end(at);
    });
    const late = setTimeout(() => end(null), NEXT_INDEX_WITHIN_MS);
    try {
      return await found;
    } finally {
      stop();
      clearTimeout(late);
      this.waiting -= 1;
    }
  }

  private sampledAt(symbol: string): number | null {
    const mark = this.board.mark(symbol);
    return mark === null || mark.index === null ? null : mark.sampledAt;
  }
}
