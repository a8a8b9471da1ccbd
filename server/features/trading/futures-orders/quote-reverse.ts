import { Injectable } from '@nestjs/common';
import type { DecimalText } from '../../../contract/money.js';
import { opposite, quantityOf } from '../../../contract/rules/margin.rules.js';
import type { FuturesPositionView } from '../../../contract/trading/futures.dto.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { closingFill, type FilledPrice, PositionsStore } from '../futures/index.js';
import { after, type Taking, takingOf } from '../taken-depth/index.js';
import { withinReversal } from './futures-refusals.js';
import { closingPrices, QuoteClosing } from './quote-closing.js';
import { type OrderWish, type QuotedOrder, QuoteOrder } from './quote-order.js';

export interface ReverseWish {
  userId: string;
  positionId: string;
  /** The other side is not opened at a worse price, and what closes is never worse than that; null: at any. */
  worstPrice: string | null;
  /** The other side is not opened at a higher fee; left out: at any. */
  worstFeeRatio?: DecimalText;
}

/** What reversing a position would be at this moment. */
export interface QuotedReverse {
  position: FuturesPositionView;
  closing: FilledPrice;
  /** The order that opens the other side, at what closing leaves of the book. */
  wish: OrderWish;
  opening: QuotedOrder;
  /** What both together take of the book. */
  taking: Taking[];
}

/**
 * Quotes closing a position and opening as much on the other side. Both take the same side of the book, so that the second
 * goes on where the first ends: together they cost what one order of their lots does.
 */
@Injectable()
export class QuoteReverse {
  constructor(
    private readonly positions: PositionsStore,
    private readonly quoteOrder: QuoteOrder,
    private readonly quoteClosing: QuoteClosing,
  ) {}

  /**
   * @throws Refusal `futures.not-found`, `futures.not-open`, `market.*` where not even closing is possible; those of
   *   {@link QuoteOrder}, which say that closing is.
   */
  async execute({ positionId, ...bounds }: ReverseWish): Promise<QuotedReverse> {
    const position = await this.positions.find(bounds.userId, positionId);
    if (!position) throw new Refusal('futures.not-found');
    if (position.status !== 1) throw new Refusal('futures.not-open');
    await this.quoteClosing.market(position);
    return withinReversal(() => this.quote(position, bounds));
  }

  private async quote(position: FuturesPositionView, bounds: Omit<ReverseWish, 'positionId'>): Promise<QuotedReverse> {
    const { marketId, demo, side, lots, lotSize } = position;
    const { market, product } = await this.quoteOrder.now({ marketId, demo });
    const taker = side === 'long' ? 'sell' : 'buy';
    const closing = closingFill(closingPrices(market, product), side, quantityOf(lots, lotSize));
    const wish = orderOf(position, bounds);
    const opening = this.quoteOrder.at(after(market, taker, closing.taken), product, wish);
    const taking = [...takingOf(market, { demo, side: taker }, closing.taken), ...opening.taking];
    return { position, closing, wish, opening, taking };
  }
}

/** The other side of a position, without its stops. */
function orderOf(
  { demo, marketId, side, lots, leverage, marginMode }: FuturesPositionView,
  bounds: Omit<ReverseWish, 'positionId'>,
): OrderWish {
  return {
    ...bounds,
    demo,
    marketId,
    side: opposite(side),
    lots,
    leverage,
    isLimit: false,
    limitPrice: null,
    marginMode,
    takeProfit: null,
    takeProfitSource: 'last',
    stopLoss: null,
    stopLossSource: 'mark',
  };
}
