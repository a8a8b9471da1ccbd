import { DEPTH_LEVELS } from '../../../contract/channels.js';
import type { DepthView } from '../../../contract/markets/markets.dto.js';
import { toUnits } from '../../../contract/money.js';
import { bookableLevels } from '../../../contract/rules/book-walk.rules.js';
import type { MarketEntity } from '../market-board/index.js';
import type { InstrumentQuote } from './instrument-quote.js';
import { soundLevels } from './sound-levels.rules.js';

/** A price or a book that is confirmed without a change makes its age young again at this pace. */
export const CONFIRM_EVERY_MS = 1000;

type ShownMarket = Pick<MarketEntity, 'symbol' | 'bandRatio'> & { base: Pick<MarketEntity['base'], 'scale'> };

/** The book of one instrument in the coin's decimals, as it is published for a market. */
export class ShownBook {
  private isChanged = false;
  /** As it was last given; null before the first one. */
  private depth: DepthView | null = null;

  constructor(private readonly quote: InstrumentQuote) {}

  changed(): void {
    this.isChanged = true;
  }

  /** The book when it has changed, or was confirmed a second later; once an empty one when it is gone or too old. */
  take({ symbol, bandRatio, base }: ShownMarket, now: number): DepthView | null {
    const book = this.quote.bookAt(now);
    const { depth } = this;
    if (book === null) {
      if (depth === null || depth.bids.length + depth.asks.length === 0) return null;
      this.depth = { symbol, bids: [], asks: [], at: now, confirmedAt: now };
      return this.depth;
    }
    const { at, confirmedAt } = book;
    if (!this.isChanged && depth !== null && confirmedAt - depth.confirmedAt < CONFIRM_EVERY_MS) return null;
    this.isChanged = false;
    const band = toUnits(bandRatio);
    const bids = bookableLevels(soundLevels(book.bids, 'bids', band, DEPTH_LEVELS), base.scale);
    const asks = bookableLevels(soundLevels(book.asks, 'asks', band, DEPTH_LEVELS), base.scale);
    this.depth = { symbol, bids, asks, at, confirmedAt };
    return this.depth;
  }
}
