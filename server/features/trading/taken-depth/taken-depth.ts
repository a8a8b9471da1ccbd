import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import { type TradableMarket, type TradableQuery, TradableMarkets } from '../../markets/market-board/index.js';
import { type LeftMarket, leftOf, type Taking } from './taken-depth.rules.js';
import { TakenDepthStore } from './taken-depth.store.js';
import { TakingsUnderWay } from './takings-under-way.js';

/**
 * What is left of the venues' books. Orders are filled by the house at quoted prices, so nothing that we fill changes
 * what the venue quotes: without this, the best level could be taken any number of times.
 */
@Injectable()
export class TakenDepth {
  constructor(
    private readonly markets: TradableMarkets,
    private readonly store: TakenDepthStore,
    private readonly takingsUnderWay: TakingsUnderWay,
  ) {}

  /** Now's price of a market, good enough to take a risk on. @throws Refusal as {@link TradableMarkets.require}. */
  require(query: TradableQuery): Promise<LeftMarket> {
    return this.left(this.markets.require(query), query.demo);
  }

  /**
   * The market with what nobody has taken of its book; real and demo money take apart from each other. Within a transaction,
   * as that one sees it.
   */
  async left(market: TradableMarket, demo: boolean, tx?: Transaction): Promise<LeftMarket> {
    const { book } = market;
    if (book === null) return { ...market, quotedBook: null };
    const prices = { bids: book.bids.map(([price]) => price), asks: book.asks.map(([price]) => price) };
    const taken = await this.store.of({ marketId: market.market.id, book: market.quotation, demo }, prices, tx);
    return { ...market, quotedBook: book, book: leftOf(book, taken) };
  }

  /** Takes what is quoted when nobody of this process is about to leave too little of it. The quote may be asked for several times. */
  inTurn<Quote extends { taking: readonly Taking[] }, Result>(
    quote: () => Promise<Quote>,
    take: (quote: Quote) => Promise<Result>,
  ): Promise<Result> {
    return this.takingsUnderWay.inTurn(quote, take);
  }

  /** Notes all that a transaction takes, as the last thing that it does. */
  take(tx: Transaction, takings: readonly Taking[]): Promise<void> {
    return this.store.take(tx, takings);
  }
}
