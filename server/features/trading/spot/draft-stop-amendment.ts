import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import type { DecimalText } from '../../../contract/money.js';
import { fillAgainst, NOTHING_FILLED, reserveFor } from '../../../contract/rules/spot.rules.js';
import { isTriggered, standsBetween, stopReserve } from '../../../contract/rules/spot-stop.rules.js';
import { isTrailFit, type Trail, trailPrice } from '../../../contract/rules/spot-trail.rules.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { MarketCatalog, type MarketEntity } from '../../markets/market-board/index.js';
import { type LeftMarket, TakenDepth } from '../taken-depth/index.js';
import { TRAIL_PERCENT } from './draft-spot-stop.js';
import { assertMinimum, assertSize, assertStep, bookOf, within } from './price-spot-order.js';
import type { SpotStopAmendment, AmendedStopTerms } from './spot-stop-amendments.store.js';
import { type SpotStop, SpotStopsStore } from './spot-stops.store.js';
import { type SpotOrder, SpotStore } from './spot.store.js';

/** What of a stop is to be another; null: as it is. */
export interface StopAmendmentWish {
  userId: string;
  stopId: string;
  triggerPrice: string | null;
  limitPrice: string | null;
  /** Of the coin; of a purchase at the market what it may cost. */
  amount: string | null;
  /** Of one that follows the price: how far behind, in the way that it was placed with. */
  trailPercent: string | null;
  trailDistance: string | null;
  /** Of a pair: the limit of its order. */
  pairedLimitPrice: string | null;
  /** How often it had been changed when this was decided; null asks for no such thing. */
  amendments: number | null;
}

export interface DraftedStopAmendment extends SpotStopAmendment {
  stop: SpotStop;
  market: MarketEntity;
  /** What is frozen for it now, or for the order that it is paired with. */
  held: DecimalText;
  /** The last price; null where less of it and nothing else is asked for, which no market is asked for. */
  last: DecimalText | null;
}

/** Holds a stop that waits, as it is to become, against the price of this moment: what previews show and amending does. */
@Injectable()
export class DraftStopAmendment {
  constructor(
    private readonly stops: SpotStopsStore,
    private readonly catalog: MarketCatalog,
    private readonly takenDepth: TakenDepth,
    private readonly store: SpotStore,
  ) {}

  /**
   * @throws Refusal `spot.not-found`, `spot.not-open`, `spot.stop-reached`, `spot.changed`, `spot.unchanged`, `market.not-offered`,
   * `request.invalid`, `spot.decimals`, `spot.below-minimum`; where more is changed than that it becomes less, those of `TradableMarkets` and
   * `spot.trigger-reached`, `spot.trail`, `spot.pair-sides`, `spot.above-maximum`.
   */
  async execute(wish: StopAmendmentWish): Promise<DraftedStopAmendment> {
    const stop = await this.stops.find(wish.userId, wish.stopId);
    if (!stop) throw new Refusal('spot.not-found');
    assertWaiting(stop);
    if (wish.amendments !== null && wish.amendments !== stop.amendments) throw new Refusal('spot.changed');
    const order = await this.pairedWith(stop);
    const market = this.catalog.byId(stop.marketId);
    const product = await this.store.product(stop.marketId);
    if (!market) throw new Refusal('market.not-offered');
    const terms = termsOf(wish, stop, market);
    const sizes = sizesOf(terms);
    const held = order?.reserved ?? stop.reserved;
    const drafted = { stop, market, terms, held, reserve: reserveOf({ ...stop, ...terms }) };
    if (isLess(terms, stop)) {
      if (product) for (const size of sizes) assertMinimum(size, product, size.limitPrice);
      assertStep({ ...stop, ...terms }, terms.triggerPrice, market);
      return { ...drafted, last: null };
    }
    const prices = await this.takenDepth.require({ marketId: stop.marketId, product: 'spot', demo: stop.demo });
    if (!product) throw new Refusal('market.not-offered');
    assertPlace({ ...stop, ...terms }, prices);
    for (const size of sizes) assertSize(size, product, size.limitPrice);
    assertStep({ ...stop, ...terms }, terms.triggerPrice, market);
    return { ...drafted, last: prices.last };
  }

  /** The order that it is paired with, which waits as long as it does. */
  private async pairedWith({ userId, pairedOrderId }: SpotStop): Promise<SpotOrder | null> {
    if (pairedOrderId === null) return null;
    const order = await this.store.order(userId, pairedOrderId);
    if (order?.status !== 'open') throw new Refusal('spot.not-open');
    return order;
  }
}

/** Whether nobody has ended it, and no price has reached it: then it is no longer its owner's to move. */
function assertWaiting({ status, triggeredPrice }: SpotStop): void {
  if (status !== 'waiting') throw new Refusal('spot.not-open');
  if (triggeredPrice !== null) throw new Refusal('spot.stop-reached');
}

/**
 * It waits on the side of the price that it was placed on, and follows it neither too closely nor too far; the price is between it and the
 * order that it is paired with, which only waits.
 */
function assertPlace(stop: SpotStop, prices: LeftMarket): void {
  const { last } = prices;
  const trail = trailOf(stop);
  if (trail !== null && !isTrailFit(trail, last)) throw new Refusal('spot.trail', TRAIL_PERCENT);
  const order = orderOf(stop);
  if (order === null) {
    if (isTriggered(stop, last)) throw new Refusal('spot.trigger-reached', { price: last });
    return;
  }
  const isTaken = fillAgainst(order, NOTHING_FILLED, bookOf(prices)) !== null;
  const { limitPrice } = order;
  if (isTaken || !standsBetween(stop.side, { limitPrice, triggerPrice: stop.triggerPrice }, last)) {
    throw new Refusal('spot.pair-sides', { price: last });
  }
}

/** The order that it is paired with, as it is to be. */
function orderOf({ side, pairedLimitPrice: limitPrice, quantity, feeRatio, quoteScale }: SpotStop) {
  return limitPrice === null ? null : { side, limitPrice, quantity: quantity ?? '0', feeRatio, quoteScale };
}

/** Enough for it, and for the order that it is paired with. */
function reserveOf(stop: SpotStop): DecimalText {
  const order = orderOf(stop);
  const own = stopReserve(stop);
  return order === null ? own : Decimal.max(own, reserveFor(order, NOTHING_FILLED)).toFixed();
}

/** Of the orders that there may be. */
function sizesOf({ triggerPrice, limitPrice, pairedLimitPrice, quantity, cost }: AmendedStopTerms) {
  const prices = [limitPrice ?? triggerPrice, ...(pairedLimitPrice === null ? [] : [pairedLimitPrice])];
  return prices.map((price) => ({
    limitPrice: price,
    quantity: quantity ?? new Decimal(cost ?? '0').dividedBy(price).toFixed(),
  }));
}

function termsOf(wish: StopAmendmentWish, stop: SpotStop, market: MarketEntity): AmendedStopTerms {
  const wrong = (field: string) => new Refusal('request.invalid', { field });
  if (wish.triggerPrice !== null && stop.watermark !== null) throw wrong('trigger_price');
  if (wish.limitPrice !== null && stop.limitPrice === null) throw wrong('target_price');
  if (wish.pairedLimitPrice !== null && stop.pairedLimitPrice === null) throw wrong('paired_price');
  if (wish.trailPercent !== null && stop.trailRatio === null) throw wrong('trail_percent');
  if (wish.trailDistance !== null && stop.trailDistance === null) throw wrong('trail_distance');
  const { priceScale, quantityScale, quote } = market;
  const read = (text: string | null, scale: number, field: string) =>
    text === null ? null : within(text, scale, field);
  const percent = read(wish.trailPercent, 2, 'trail_percent');
  const amount = read(wish.amount, stop.cost === null ? quantityScale : quote.scale, 'amount');
  const moved = {
    trailRatio: percent === null ? stop.trailRatio : new Decimal(percent).dividedBy(100).toFixed(),
    trailDistance: read(wish.trailDistance, priceScale, 'trail_distance') ?? stop.trailDistance,
  };
  const terms = {
    ...moved,
    triggerPrice: read(wish.triggerPrice, priceScale, 'trigger_price') ?? stop.triggerPrice,
    limitPrice: read(wish.limitPrice, priceScale, 'target_price') ?? stop.limitPrice,
    pairedLimitPrice: read(wish.pairedLimitPrice, priceScale, 'paired_price') ?? stop.pairedLimitPrice,
    quantity: stop.quantity === null ? null : (amount ?? stop.quantity),
    cost: stop.cost === null ? null : (amount ?? stop.cost),
  };
  if (isSame(terms, stop)) throw new Refusal('spot.unchanged');
  const trail = trailOf(moved);
  const isMoved = !isEqual(moved.trailRatio, stop.trailRatio) || !isEqual(moved.trailDistance, stop.trailDistance);
  if (trail === null || stop.watermark === null || !isMoved) return terms;
  return { ...terms, triggerPrice: trailPrice(stop.direction, stop.watermark, trail, priceScale) };
}

function trailOf({ trailRatio, trailDistance }: Pick<AmendedStopTerms, 'trailRatio' | 'trailDistance'>): Trail | null {
  if (trailRatio !== null) return { ratio: trailRatio, distance: null };
  return trailDistance === null ? null : { ratio: null, distance: trailDistance };
}

function isEqual(one: DecimalText | null, other: DecimalText | null): boolean {
  return one === null || other === null ? one === other : new Decimal(one).eq(other);
}

/** Whether it is for another amount at most. */
function isSamePlace(terms: AmendedStopTerms, stop: AmendedStopTerms): boolean {
  const places = ['triggerPrice', 'limitPrice', 'trailRatio', 'trailDistance', 'pairedLimitPrice'] as const;
  return places.every((term) => isEqual(terms[term], stop[term]));
}

function isSame(terms: AmendedStopTerms, stop: AmendedStopTerms): boolean {
  return isSamePlace(terms, stop) && isEqual(terms.quantity, stop.quantity) && isEqual(terms.cost, stop.cost);
}

/** Whether it becomes less and nothing else, which lowers risk as taking it back does. */
function isLess(terms: AmendedStopTerms, stop: AmendedStopTerms): boolean {
  const [after, before] = [terms, stop].map(({ quantity, cost }) => new Decimal(quantity ?? cost ?? '0'));
  return isSamePlace(terms, stop) && after !== undefined && before !== undefined && after.lt(before);
}
