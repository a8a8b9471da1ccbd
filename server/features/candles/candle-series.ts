import type { CandlePeriod, CandleView, PriceOrigin } from '../../contract/markets.dto.js';
import type { VenueBar } from '../../platform/feeds/feed.js';

/** What the series needs to know of a market. */
export interface CandleMarket {
  id: number;
  symbol: string;
  priceScale: number;
  quantityScale: number;
}

/** A trade that passed the guard. */
export interface FoldedTrade {
  price: string;
  quantity: string;
  at: number;
}

/**
 * The live bars of one market, in memory: trades go into the one-minute bar, every longer period is a fold of
 * one-minute bars (B.7). Holds no clock and no store.
 */
export class CandleSeries {
  constructor(readonly market: CandleMarket) {}

  /**
   * Folds one trade. A trade of a bar that is closed for good (more than the 2 s grace ago) is dropped; the answer
   * says whether it was taken.
   */
  trade(_trade: FoldedTrade): boolean {
    throw new Error('not built yet');
  }

  /** Tells that the source is down (true) or up again (false) from this instant on. */
  outage(_down: boolean, _at: number): void {
    throw new Error('not built yet');
  }

  /** Holds a closed bar against the venue's own; a difference becomes a correction with a higher revision. */
  reconcile(_bar: VenueBar): boolean {
    throw new Error('not built yet');
  }

  /** Takes up stored bars (ascending, one-minute and longer running ones) after a start. */
  restore(_bars: CandleView[]): void {
    throw new Error('not built yet');
  }

  /** Moves time on: closes what is due, fills quiet minutes; gives every bar that changed since the last call. */
  advance(_now: number): CandleView[] {
    throw new Error('not built yet');
  }

  /** The bar before and the running bar of a period. */
  current(_period: CandlePeriod): CandleView[] {
    throw new Error('not built yet');
  }
}

export type CandleOrigin = PriceOrigin;
