import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import type { DecimalText } from '../../../contract/money.js';
import type { SpotSide } from '../../../contract/rules/spot.rules.js';
import {
  directionOf,
  type StopDirection,
  stopReserve,
  type StopTerms,
} from '../../../contract/rules/spot-stop.rules.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { MarketCatalog, type MarketEntity, TradableMarkets } from '../../markets/market-board/index.js';
import { assertSize, within } from './price-spot-order.js';
import type { NewSpotStop } from './spot-stops.store.js';
import { SpotStore } from './spot.store.js';

/** A stop as it is wished. */
export interface StopWish {
  baseCurrencyId: number;
  quoteCurrencyId: number;
  demo: boolean;
  side: SpotSide;
  /** As the user typed it; of a purchase at the market what it may cost. */
  quantity: string;
  triggerPrice: string;
  /** The way that its user saw; left out: whichever it is. */
  direction?: StopDirection | undefined;
  /** Null: a market order. */
  limitPrice: string | null;
}

export interface DraftedStop {
  market: MarketEntity;
  stop: NewSpotStop;
  /** What it needs frozen. */
  reserve: DecimalText;
  last: DecimalText;
}

/** Holds a stop against the price of this moment: what previews show and placing does. */
@Injectable()
export class DraftSpotStop {
  constructor(
    private readonly catalog: MarketCatalog,
    private readonly tradable: TradableMarkets,
    private readonly store: SpotStore,
  ) {}

  /**
   * @throws Refusal of `TradableMarkets`; `market.not-offered`, `request.invalid`, `spot.decimals`, `spot.trigger-reached`,
   * `spot.below-minimum`, `spot.above-maximum`.
   */
  async execute(wish: StopWish): Promise<DraftedStop> {
    const found = this.catalog.byCurrencies(wish.baseCurrencyId, wish.quoteCurrencyId);
    const { market, last } = this.tradable.require({ marketId: found?.id ?? 0, product: 'spot', demo: wish.demo });
    const product = await this.store.product(market.id);
    if (!product) throw new Refusal('market.not-offered');
    const triggerPrice = within(wish.triggerPrice, market.priceScale, 'trigger_price');
    const direction = directionOf(triggerPrice, last);
    if (direction === null || direction !== (wish.direction ?? direction)) {
      throw new Refusal('spot.trigger-reached', { price: last });
    }
    const terms = termsOf(wish, market, product.feeRatio);
    const price = terms.limitPrice ?? triggerPrice;
    const quantity = terms.quantity ?? new Decimal(terms.cost ?? '0').dividedBy(price).toFixed();
    assertSize({ quantity, limitPrice: price }, product, price);
    const { side, limitPrice, cost, feeRatio } = terms;
    const kept = { marketId: market.id, demo: wish.demo, side, direction, triggerPrice, limitPrice };
    return { market, stop: { ...kept, quantity: terms.quantity, cost, feeRatio }, reserve: stopReserve(terms), last };
  }
}

function termsOf(wish: StopWish, market: MarketEntity, feeRatio: DecimalText): StopTerms {
  const { side } = wish;
  const limitPrice = wish.limitPrice === null ? null : within(wish.limitPrice, market.priceScale, 'target_price');
  const quoteScale = market.quote.scale;
  const terms = { side, limitPrice, feeRatio, quoteScale };
  // What a purchase at the market will cost nobody knows before: it says what it may.
  if (side === 'buy' && limitPrice === null) {
    return { ...terms, quantity: null, cost: within(wish.quantity, quoteScale, 'amount') };
  }
  return { ...terms, quantity: within(wish.quantity, market.quantityScale, 'amount'), cost: null };
}
