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
  /** Slippage bound of the opening leg. The closing leg comes first in the book, so it is never worse; null: none. */
  worstPrice: string | null;
  /** Maximum fee ratio of the opening leg; undefined: none. */
  worstFeeRatio?: DecimalText;
}

/** The quote of a reversal. */
export interface QuotedReverse {
  position: FuturesPositionView;
  closing: FilledPrice;
  /** The opening leg, quoted on the depth that the close leaves. */
  wish: OrderWish;
  opening: QuotedOrder;
  /** The depth that both legs take. */
  taking: Taking[];
}

/**
 * Quotes a reversal: a close, and an opening of the same lots on the other side. Both legs take the same side of the book,
 * the second behind the first, so together they cost as much as one order of the summed lots.
 */
@Injectable()
export class QuoteReverse {
  constructor(
    private readonly positions: PositionsStore,
    private readonly quoteOrder: QuoteOrder,
    private readonly quoteClosing: QuoteClosing,
  ) {}

  /**
   * @throws Refusal `futures.not-found`, `futures.not-open`, `market.*` where closing is impossible, too; those of
   *   {@link QuoteOrder}, marked as closing being possible.
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

/** The opening leg: the position's other side, without stops. */
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
