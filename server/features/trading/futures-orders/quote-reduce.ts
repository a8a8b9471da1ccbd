import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import type { DecimalText } from '../../../contract/money.js';
import { opposite, quantityOf } from '../../../contract/rules/margin.rules.js';
import { isHeld } from '../../../contract/rules/position-figures.rules.js';
import type { FuturesPositionView } from '../../../contract/trading/futures.dto.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { PositionsStore, reachesLimit } from '../futures/index.js';
import { CLOSINGS_MAX } from './futures-refusals.js';
import { type QuotedClosing, QuoteClosing } from './quote-closing.js';
import { limitOf, type OrderWish } from './quote-order.js';
import { freeOf, type Portion, portionsOf, waitingPortionsOf } from './reduce.rules.js';

/** A reduce-only order, mapped from the wire. */
export interface ReduceWish
  extends Pick<
    OrderWish,
    'userId' | 'demo' | 'marketId' | 'side' | 'lots' | 'isLimit' | 'limitPrice' | 'marginMode' | 'worstPrice'
  > {
  reduceOnly: true;
}

/** The positions that a reduce-only order closes, with their lots. */
export interface Reduction {
  portions: Portion<FuturesPositionView>[];
  /** Total of all portions. */
  lots: number;
}

/** The quote of a reduce-only market order. */
export interface QuotedReduction extends Reduction {
  closing: QuotedClosing;
}

/** A reduce-only limit order: closing orders that wait. */
export interface WaitingReduction extends Reduction {
  market: QuotedClosing['market'];
  product: QuotedClosing['product'];
  limitPrice: DecimalText;
}

export function isReducing(wish: OrderWish | ReduceWish): wish is ReduceWish {
  return 'reduceOnly' in wish;
}

/** Quotes reduce-only orders. Order and preview share it, so that they cannot differ. */
@Injectable()
export class QuoteReduce {
  constructor(
    private readonly positions: PositionsStore,
    private readonly quoteClosing: QuoteClosing,
  ) {}

  /**
   * All portions are quoted together and close at one average price.
   * @param forced as {@link QuoteClosing}.
   * @throws Refusal `futures.nothing-to-reduce`, `futures.price-moved`, `market.*`.
   */
  async execute(wish: ReduceWish, forced = false): Promise<QuotedReduction> {
    const reduction = reductionOf(portionsOf(await this.reduced(wish), wish.lots));
    const quantity = reduction.portions.reduce(
      (sum, { position, lots }) => sum.plus(quantityOf(lots, position.lotSize)),
      new Decimal(0),
    );
    const closing = await this.quoteClosing.execute({ ...wish, side: opposite(wish.side) }, quantity, forced);
    const { price } = closing;
    if (wish.worstPrice !== null && !reachesLimit(wish.side, price, new Decimal(wish.worstPrice))) {
      throw new Refusal('futures.price-moved', { price: price.toFixed() });
    }
    return { ...reduction, closing };
  }

  /**
   * @throws Refusal `futures.nothing-to-reduce`, `futures.closing-lots`, `futures.too-many-closings`,
   *   `futures.limit-price`, `request.invalid`, `market.*`.
   */
  async waiting(wish: ReduceWish): Promise<WaitingReduction> {
    const open = (await this.reduced(wish)).filter(({ status }) => status === 1);
    const { market, product } = await this.quoteClosing.market(wish);
    const limitPrice = limitOf(wish.limitPrice, { product, market, field: 'target_price' });
    const reduction = reductionOf(waitingPortionsOf(open, wish.lots, CLOSINGS_MAX));
    if (reduction.lots === 0) {
      const hasFree = open.some((position) => freeOf(position) > 0);
      throw hasFree
        ? new Refusal('futures.too-many-closings', { maximum: CLOSINGS_MAX })
        : new Refusal('futures.closing-lots', { lots: 0 });
    }
    return { ...reduction, market, product, limitPrice };
  }

  /** Open positions of the other side. @throws Refusal `futures.nothing-to-reduce`. */
  private async reduced({ userId, demo, marketId, side, marginMode }: ReduceWish): Promise<FuturesPositionView[]> {
    const open = await this.positions.open({ userId, demo });
    const meant = open.filter(
      (position) =>
        isHeld(position) &&
        position.marketId === marketId &&
        position.side === opposite(side) &&
        (marginMode === null || position.marginMode === marginMode),
    );
    if (meant.length === 0) throw new Refusal('futures.nothing-to-reduce');
    return meant;
  }
}

function reductionOf(portions: Portion<FuturesPositionView>[]): Reduction {
  return { portions, lots: portions.reduce((sum, { lots }) => sum + lots, 0) };
}
