import { Injectable } from '@nestjs/common';
import type { FuturesPositionView, FuturesProductView } from '../../../contract/trading/futures.dto.js';
import type { Decimal } from '../../../contract/decimal.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { closingFill, type FilledPrice, FuturesCatalog } from '../futures/index.js';
import { type LeftMarket, TakenDepth, type Taking, takingOf } from '../taken-depth/index.js';

/** What closing would bring at this moment. */
export interface QuotedClosing extends FilledPrice {
  market: LeftMarket;
  product: FuturesProductView;
  /** What it takes of the book. */
  taking: Taking[];
}

/** A side of a market, with the kind of money. */
export type ClosedSide = Pick<FuturesPositionView, 'marketId' | 'demo' | 'side'>;

/** Quotes closing a quantity of a side of a market: every way to close by hand and its preview use it, so they cannot differ. */
@Injectable()
export class QuoteClosing {
  constructor(
    private readonly catalog: FuturesCatalog,
    private readonly takenDepth: TakenDepth,
  ) {}

  /**
   * @param forced whether it takes what there is even where others were faster; otherwise it is quoted afresh then.
   * @throws Refusal `market.*` where the market has no price to close by.
   */
  async execute(closed: ClosedSide, quantity: Decimal, forced = false): Promise<QuotedClosing> {
    const { market, product } = await this.market(closed);
    const { demo, side } = closed;
    const fill = closingFill(closingPrices(market, product), side, quantity);
    const taker = side === 'long' ? 'sell' : 'buy';
    return { ...fill, market, product, taking: takingOf(market, { demo, side: taker, forced }, fill.taken) };
  }

  /** The market as whoever closes sees it. @throws Refusal `market.*`. */
  async market({ marketId, demo }: Omit<ClosedSide, 'side'>): Promise<Pick<QuotedClosing, 'market' | 'product'>> {
    const market = await this.takenDepth.require({ marketId, product: 'perpetual', demo, risk: 'reducing' });
    const product = this.catalog.find(marketId);
    if (!product) throw new Refusal('market.not-offered');
    return { market, product };
  }
}

/** What closing is priced by. Without a fresh book the mark is what everybody is judged by, too. @throws Refusal `market.stale` without one. */
export function closingPrices(market: LeftMarket, { spread, priceDecimals }: FuturesProductView) {
  if (market.mark === null) throw new Refusal('market.stale');
  return { last: market.mark, book: market.book, spread, priceDecimals };
}
