import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import type { DecimalText } from '../../../contract/money.js';
import type { SpotSide } from '../../../contract/rules/spot.rules.js';
import {
  directionOf,
  isTriggered,
  pairDirection,
  type StopDirection,
  stopReserve,
  type StopTerms,
} from '../../../contract/rules/spot-stop.rules.js';
import { firstWatermark, isTrailFit, TRAIL, type Trail, trailPrice } from '../../../contract/rules/spot-trail.rules.js';
import { Refusal } from '../../../platform/http/refusal.js';
import {
  MarketCatalog,
  type MarketEntity,
  type TradableMarket,
  TradableMarkets,
} from '../../markets/market-board/index.js';
import { assertSize, assertStep, within } from './price-spot-order.js';
import type { NewSpotStop } from './spot-stops.store.js';
import { assertFee } from './spot-refusals.js';
import { asDate } from './spot-wishes.js';
import { SpotStore } from './spot.store.js';

/** What refusals say of how far behind a stop may follow, in percent. */
export const TRAIL_PERCENT = {
  least: new Decimal(TRAIL.least).times(100).toFixed(),
  most: new Decimal(TRAIL.most).times(100).toFixed(),
};

/** A stop as it is wished. */
export interface StopWish {
  baseCurrencyId: number;
  quoteCurrencyId: number;
  demo: boolean;
  side: SpotSide;
  /** As the user typed it; of a purchase at the market what it may cost. */
  quantity: string;
  /** Null: it follows the price, by one of the two. */
  triggerPrice: string | null;
  trailPercent?: string | null;
  trailDistance?: string | null;
  /** The way that its user saw; left out: whichever it is. */
  direction?: StopDirection | undefined;
  /** Null: a market order. */
  limitPrice: string | null;
  /** Until when it waits, Unix milliseconds; left out: for ever. */
  expiresAt?: number;
  /** The fee that the user was shown, which it is not placed above; left out: at any. */
  worstFeeRatio?: DecimalText;
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
   * @throws Refusal of `TradableMarkets`; `market.not-offered`, `request.invalid`, `spot.decimals`, `spot.trigger-reached`, `spot.trail`,
   * `spot.below-minimum`, `spot.above-maximum`, `spot.fee-raised`.
   */
  async execute(wish: StopWish): Promise<DraftedStop> {
    const found = this.catalog.byCurrencies(wish.baseCurrencyId, wish.quoteCurrencyId);
    const priced = this.tradable.require({ marketId: found?.id ?? 0, product: 'spot', demo: wish.demo });
    const { market, last } = priced;
    const product = await this.store.product(market.id);
    if (!product) throw new Refusal('market.not-offered');
    assertFee(product, wish);
    const at = wish.triggerPrice === null ? following(wish, market, priced) : standing(wish, market, last);
    const terms = termsOf(wish, market, product.feeRatio);
    const price = terms.limitPrice ?? at.triggerPrice;
    const quantity = terms.quantity ?? new Decimal(terms.cost ?? '0').dividedBy(price).toFixed();
    assertSize({ quantity, limitPrice: price }, product, price);
    assertStep(terms, price, market);
    const { side, limitPrice, cost, feeRatio } = terms;
    const common = { marketId: market.id, demo: wish.demo, side, limitPrice, expiresAt: asDate(wish.expiresAt), ...at };
    return { market, stop: { ...common, quantity: terms.quantity, cost, feeRatio }, reserve: stopReserve(terms), last };
  }
}

type Place = Pick<NewSpotStop, 'direction' | 'triggerPrice' | 'trailRatio' | 'trailDistance' | 'watermark'>;

/** One whose trigger price stays where it is. */
function standing({ triggerPrice: typed, ...wish }: StopWish, market: MarketEntity, last: DecimalText): Place {
  if ((wish.trailPercent ?? wish.trailDistance ?? null) !== null) {
    throw new Refusal('request.invalid', { field: 'trigger_price' });
  }
  const triggerPrice = within(typed ?? '', market.priceScale, 'trigger_price');
  const direction = directionOf(triggerPrice, last);
  if (direction === null || direction !== (wish.direction ?? direction)) {
    throw new Refusal('spot.trigger-reached', { price: last });
  }
  return { direction, triggerPrice, trailRatio: null, trailDistance: null, watermark: null };
}

/** One that follows the price, always at the market. */
function following(wish: StopWish, market: MarketEntity, { last, index }: TradableMarket): Place {
  const { trailPercent: percent = null, trailDistance = null } = wish;
  if (wish.limitPrice !== null) throw new Refusal('request.invalid', { field: 'target_price' });
  if ((percent === null) === (trailDistance === null)) throw new Refusal('request.invalid', { field: 'trigger_price' });
  const trail: Trail =
    percent === null
      ? { ratio: null, distance: within(trailDistance ?? '', market.priceScale, 'trail_distance') }
      : { ratio: new Decimal(within(percent, 2, 'trail_percent')).dividedBy(100).toFixed(), distance: null };
  if (!isTrailFit(trail, last)) throw new Refusal('spot.trail', TRAIL_PERCENT);
  const direction = pairDirection(wish.side);
  const watermark = firstWatermark(direction, last, index);
  const triggerPrice = trailPrice(direction, watermark, trail, market.priceScale);
  if (isTriggered({ direction, triggerPrice }, last)) throw new Refusal('spot.trigger-reached', { price: last });
  return { direction, triggerPrice, trailRatio: trail.ratio, trailDistance: trail.distance, watermark };
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
