import { Injectable } from '@nestjs/common';
import type { FuturesPositionView, FuturesProductView } from '../../../contract/trading/futures.dto.js';
import type { Decimal } from '../../../contract/decimal.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { closingFill, type FilledPrice, FuturesCatalog } from '../futures/index.js';
import { beyondBook, type LeftMarket, TakenDepth, type Taking, takingOf } from '../taken-depth/index.js';

/** The quote of a close. */
export interface QuotedClosing extends FilledPrice {
  market: LeftMarket;
  product: FuturesProductView;
  /** The depth that it takes from the book. */
  taking: Taking[];
}

/** A side of a market, for real or demo money. */
export type ClosedSide = Pick<FuturesPositionView, 'marketId' | 'demo' | 'side'>;

/** Quotes a close. Every close by hand and its preview share it, so that they cannot differ. */
@Injectable()
export class QuoteClosing {
  constructor(
    private readonly catalog: FuturesCatalog,
    private readonly takenDepth: TakenDepth,
  ) {}

  /**
   * @param forced true: takes nothing of the book and pays its worst price, so that no concurrent order can be faster.
   * @throws Refusal `market.*` without a price.
   */
  async execute(closed: ClosedSide, quantity: Decimal, forced = false): Promise<QuotedClosing> {
    const { market: left, product } = await this.market(closed);
    const { demo, side } = closed;
    const taker = side === 'long' ? 'sell' : 'buy';
    const market = forced ? beyondBook(left, taker) : left;
    const fill = closingFill(closingPrices(market, product), side, quantity);
    return { ...fill, market, product, taking: takingOf(market, { demo, side: taker }, fill.taken) };
  }

  /** Market and product for a close, which is allowed in more market states than opening. @throws Refusal `market.*`. */
  async market({ marketId, demo }: Omit<ClosedSide, 'side'>): Promise<Pick<QuotedClosing, 'market' | 'product'>> {
    const market = await this.takenDepth.require({ marketId, product: 'perpetual', demo, risk: 'reducing' });
    const product = this.catalog.find(marketId);
    if (!product) throw new Refusal('market.not-offered');
    return { market, product };
  }
}

/** Prices of a close: the book, or the mark without a fresh book, as in margin checks. @throws Refusal `market.stale` without either. */
export function closingPrices(market: LeftMarket, { spread, priceDecimals }: FuturesProductView) {
  if (market.mark === null) throw new Refusal('market.stale');
  return { last: market.mark, book: market.book, spread, priceDecimals };
}
