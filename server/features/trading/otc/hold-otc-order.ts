import { Injectable } from '@nestjs/common';
import { otcPayUntil } from '../../../contract/rules/otc-order.rules.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AdvertsStore } from './adverts.store.js';
import type { OtcDraft } from './draft-otc-order.js';
import { NoteOtcOrder } from './note-otc-order.js';
import { type NewOtcOrder, OtcOrdersStore } from './otc-orders.store.js';
import { escrowMove } from './step-otc-order.js';

/**
 * Opens an order. The seller's coins are held in the transaction in which the order comes to be, before anybody can see it:
 * there is no order without its coins.
 */
@Injectable()
export class HoldOtcOrder {
  constructor(
    private readonly orders: OtcOrdersStore,
    private readonly adverts: AdvertsStore,
    private readonly noteOtcOrder: NoteOtcOrder,
  ) {}

  /** @returns its number. @throws Refusal `otc.open-order`, `otc.advert-changed`, `otc.seller-short`. */
  async execute(
    tx: Transaction,
    { draft, takerId, at }: { draft: OtcDraft; takerId: string; at: Date },
  ): Promise<string> {
    const order = await this.orders.insert(tx, newOrder(draft, takerId, at));
    if (!(await this.adverts.take(tx, draft.advert, draft.quantity))) throw new Refusal('otc.advert-changed');
    const doer = { actor: 'taker' as const, userId: takerId };
    const money = escrowMove(order, 'lock');
    await this.noteOtcOrder.execute(tx, { order, from: 0, event: 'open', doer, at, money });
    return order.id;
  }
}

function newOrder(
  { advert, payment: { way, ...payment }, ...draft }: OtcDraft,
  takerId: string,
  at: Date,
): NewOtcOrder {
  const { price, quantity, amount, buyerId, sellerId, buyerName, sellerName } = draft;
  return {
    advertId: advert.id,
    merchantId: advert.merchantId,
    takerId,
    buyerId,
    sellerId,
    currencyId: advert.currencyId,
    fiat: advert.fiat,
    price,
    quantity,
    amount,
    way,
    payment,
    buyerName,
    sellerName,
    terms: advert.terms,
    windowMinutes: advert.windowMinutes,
    secondPersonAbove: advert.secondPersonAbove,
    payUntil: new Date(otcPayUntil(at.getTime(), advert.windowMinutes)),
    at,
  };
}
