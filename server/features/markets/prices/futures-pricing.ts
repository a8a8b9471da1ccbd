import type { PerpetualQuoteView, PriceOrigin } from '../../../contract/markets/markets.dto.js';
import type { FeedEvent } from '../../../platform/feeds/feed.js';
import { marketStatus, type MarketEntity } from '../market-board/index.js';
import type { InstrumentQuote } from './instrument-quote.js';
import type { MarketConditions } from './market-pricing.js';
import { CONFIRM_EVERY_MS, ShownBook } from './shown-book.js';

/** What futures are traded by, where it is another instrument than the pair's: its last price and its book. */
export class FuturesPricing {
  readonly book: ShownBook;
  private shown: PerpetualQuoteView | null = null;

  constructor(readonly quote: InstrumentQuote) {
    this.book = new ShownBook(quote);
  }

  /** Takes an event of the instrument that the guard has accepted. */
  take({ kind }: FeedEvent): void {
    if (kind === 'book') this.book.changed();
  }

  /** The quotation when something of it is worth sending: the price, the status, or a second of age. */
  takeQuote(
    { market, origin }: { market: MarketEntity; origin: PriceOrigin },
    now: number,
    { closed, futuresConnected }: MarketConditions,
  ): PerpetualQuoteView | null {
    const { last, confirmedAt, guard } = this.quote;
    const known = last === null ? null : confirmedAt;
    const situation = { halted: market.haltedReason !== null, closed, badTicks: guard.distrusted, confirmedAt: known };
    const { status, reason } = marketStatus({ ...situation, connected: futuresConnected }, now);
    const pricedAt = last === null ? null : Math.max(last.at, confirmedAt ?? 0);
    const before = this.shown;
    const isSame =
      before !== null && before.last === (last?.text ?? null) && before.status === status && before.reason === reason;
    if (isSame && (pricedAt ?? 0) - (before.pricedAt ?? 0) < CONFIRM_EVERY_MS) return null;
    this.shown = { symbol: market.symbol, last: last?.text ?? null, status, reason, origin, pricedAt };
    return this.shown;
  }
}
