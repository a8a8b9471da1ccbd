import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import type { DecimalText } from '../../../contract/money.js';
import { pairDirection, standsBetween, stopReserve } from '../../../contract/rules/spot-stop.rules.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { assertSize, type PricedSpotOrder, PriceSpotOrder, type SpotWish, within } from './price-spot-order.js';
import type { PairedStop } from './spot.store.js';

/** A pair as it is wished: one quantity, an order that waits on one side of the price, and a stop on the other. */
export interface PairWish
  extends Pick<
    SpotWish,
    'baseCurrencyId' | 'quoteCurrencyId' | 'demo' | 'side' | 'quantity' | 'expiresAt' | 'worstFeeRatio'
  > {
  limitPrice: string;
  triggerPrice: string;
  /** Of the order that the stop becomes; null: a market order, which a purchase cannot be here. */
  stopLimitPrice: string | null;
}

export interface DraftedPair {
  priced: PricedSpotOrder;
  stop: Omit<PairedStop, 'most'>;
  /** Enough for either. */
  reserve: DecimalText;
}

/** Holds a pair against the price of this moment: what previews show and placing does. */
@Injectable()
export class DraftSpotPair {
  constructor(private readonly priceSpotOrder: PriceSpotOrder) {}

  /**
   * @throws Refusal as {@link PriceSpotOrder}; `request.invalid` for a purchase without a limit behind its stop, `spot.pair-sides` where
   * the price is not between the two.
   */
  async execute({ stopLimitPrice: typed, triggerPrice: trigger, ...wish }: PairWish): Promise<DraftedPair> {
    if (wish.side === 'buy' && typed === null) throw new Refusal('request.invalid', { field: 'stop_limit_price' });
    const priced = await this.priceSpotOrder.execute({
      ...wish,
      ...(wish.expiresAt !== undefined && { timeInForce: 'gtd' as const }),
    });
    const { market, product, prices, terms, fill } = priced;
    const triggerPrice = within(trigger, market.priceScale, 'trigger_price');
    const limitPrice = typed === null ? null : within(typed, market.priceScale, 'stop_limit_price');
    const { side, quantity, feeRatio, quoteScale } = terms;
    const wanted = { limitPrice: terms.limitPrice as DecimalText, triggerPrice };
    if (fill !== null || !standsBetween(side, wanted, prices.last)) {
      throw new Refusal('spot.pair-sides', { price: prices.last });
    }
    assertSize({ quantity, limitPrice: limitPrice ?? triggerPrice }, product, triggerPrice);
    const needed = stopReserve({ side, limitPrice, quantity, cost: null, feeRatio, quoteScale });
    const reserve = Decimal.max(priced.reserve, needed).toFixed();
    return { priced, stop: { direction: pairDirection(side), triggerPrice, limitPrice }, reserve };
  }
}
