import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import { fillAgainst, reserveFor, reserveLeft, type SpotTerms } from '../../../contract/rules/spot.rules.js';
import { surrounds } from '../../../contract/rules/spot-exit.rules.js';
import { timeObstacle } from '../../../contract/rules/spot-time.rules.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { type LeftMarket, TakenDepth, takingOf } from '../taken-depth/index.js';
import { assertSize, bookOf, quotedBookOf, within } from './price-spot-order.js';
import type { SpotAmendment } from './spot-amendments.store.js';
import { type SpotOrder, SpotStore } from './spot.store.js';

/** What of an order is to be another; null: as it is. */
export interface AmendmentWish {
  userId: string;
  orderId: string;
  limitPrice: string | null;
  /** All of the order, with what is executed of it. */
  quantity: string | null;
}

export interface DraftedAmendment extends SpotAmendment {
  order: SpotOrder;
  prices: LeftMarket;
}

/** Holds an order that waits, as it is to become, against what is left of the quoted book: what previews show and amending does. */
@Injectable()
export class DraftAmendment {
  constructor(
    private readonly store: SpotStore,
    private readonly takenDepth: TakenDepth,
  ) {}

  /**
   * @throws Refusal of `TradableMarkets`; `spot.not-found`, `spot.not-open`, `spot.paired`, `spot.rest-is-paid`, `spot.unchanged`, `spot.below-filled`, `market.not-offered`,
   * `request.invalid`, `spot.decimals`, `spot.below-minimum`, `spot.above-maximum`, `spot.would-take`, `spot.exit-sides`.
   */
  async execute(wish: AmendmentWish): Promise<DraftedAmendment> {
    const order = await this.store.order(wish.userId, wish.orderId);
    if (!order) throw new Refusal('spot.not-found');
    if (order.status !== 'open' || order.limitPrice === null) throw new Refusal('spot.not-open');
    if (order.pairedStopId) throw new Refusal('spot.paired');
    // The hold of an order that has nothing frozen any more is closed for good.
    if (new Decimal(order.reserved).isZero()) throw new Refusal('spot.rest-is-paid');
    const { marketId, demo } = order;
    const prices = await this.takenDepth.require({ marketId, product: 'spot', demo });
    const product = await this.store.product(marketId);
    if (!product) throw new Refusal('market.not-offered');
    const { limitPrice, ...rest } = termsOf(wish, { ...order, limitPrice: order.limitPrice }, prices);
    const terms = { ...rest, limitPrice };
    const leaves = order.exit?.status === 'waiting' ? order.exit : null;
    if (leaves && !surrounds(leaves, limitPrice)) throw new Refusal('spot.exit-sides', { price: limitPrice });
    assertSize(terms, product, limitPrice);
    const fill = fillAgainst(terms, order, bookOf(prices));
    const quoted = quotedBookOf(prices);
    const obstacle = timeObstacle(terms, { timeInForce: order.timeInForce, fill, quoted, last: prices.last });
    if (obstacle !== null) throw new Refusal(`spot.${obstacle}`);
    const reserved = reserveFor(terms, order);
    return {
      order,
      prices,
      limitPrice,
      quantity: terms.quantity,
      reserved,
      reservedAfter: fill === null ? reserved : reserveLeft(terms, reserved, fill),
      fill,
      taking: takingOf(prices, order, fill?.levels ?? []),
      book: { at: new Date(prices.book?.at ?? prices.at), origin: prices.origin },
    };
  }
}

type LimitTerms = SpotTerms & { limitPrice: string };

function termsOf(wish: AmendmentWish, order: SpotOrder & LimitTerms, { market }: LeftMarket): LimitTerms {
  const { side, feeRatio, quoteScale, filled } = order;
  const limitPrice =
    wish.limitPrice === null ? order.limitPrice : within(wish.limitPrice, market.priceScale, 'target_price');
  const quantity = wish.quantity === null ? order.quantity : within(wish.quantity, market.quantityScale, 'amount');
  const isSame = new Decimal(limitPrice).eq(order.limitPrice) && new Decimal(quantity).eq(order.quantity);
  if (isSame) throw new Refusal('spot.unchanged');
  if (new Decimal(quantity).lte(filled)) throw new Refusal('spot.below-filled', { filled });
  return { side, feeRatio, quoteScale, limitPrice, quantity };
}
