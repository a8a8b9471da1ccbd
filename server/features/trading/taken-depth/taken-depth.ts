import { Injectable } from '@nestjs/common';
import type { TradableMarket } from '../../markets/market-board/index.js';
import { type LeftMarket, leftOf } from './taken-depth.rules.js';
import { TakenDepthStore } from './taken-depth.store.js';

/**
 * What is left of the venues' books. Orders are filled by the house at quoted prices, so nothing that we fill changes
 * what the venue quotes: without this, the best level could be taken any number of times.
 */
@Injectable()
export class TakenDepth {
  constructor(private readonly store: TakenDepthStore) {}

  /** The market with what nobody has taken of its book; real and demo money take apart from each other. */
  async left(market: TradableMarket, demo: boolean): Promise<LeftMarket> {
    const { book } = market;
    if (book === null) return { ...market, quotedBook: null };
    return { ...market, quotedBook: book, book: leftOf(book, await this.store.of(market.market.id, demo)) };
  }
}
