import { Injectable } from '@nestjs/common';
import { OTC_PAUSE_DAYS, otcPausedUntil, otcPayUntil } from '../../../contract/rules/otc-order.rules.js';
import { wireTime } from '../../../contract/pages.dto.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { DraftOtcOrder, type OtcDraft, type OtcWish } from './draft-otc-order.js';
import { AdvertsStore } from './adverts.store.js';
import { NoteOtcOrder } from './note-otc-order.js';
import { OpenBook } from './open-book.js';
import { type NewOtcOrder, OtcOrdersStore } from './otc-orders.store.js';
import { escrowMove } from './step-otc-order.js';

/** Open orders that one person may have taken. */
const TAKEN_MAX = 3;
const DAY_MS = 86_400_000;

/**
 * Takes an advert. The seller's coins are held in the transaction in which the order comes to be, before anybody can see it:
 * there is no order without its coins. Locks: the taker, the new order, its advert, the accounts.
 */
@Injectable()
export class PlaceOtcOrder {
  constructor(
    private readonly draftOtcOrder: DraftOtcOrder,
    private readonly openBook: OpenBook,
    private readonly orders: OtcOrdersStore,
    private readonly adverts: AdvertsStore,
    private readonly noteOtcOrder: NoteOtcOrder,
    private readonly commands: IdempotentCommands,
  ) {}

  /**
   * @returns the order's number.
   * @throws Refusal those of {@link DraftOtcOrder} and {@link OpenBook}; `otc.paused`, `otc.too-many-orders`, `otc.open-order`,
   * `otc.not-enough`, `otc.seller-short`.
   */
  execute({ key, ...wish }: OtcWish & { key: string | null }): Promise<string> {
    const { userId } = wish;
    const command = { userId, route: 'ctc/order/add', key, body: wish };
    return this.commands.run(command, async (tx) => {
      const at = await this.openBook.begin(tx, userId);
      await this.assertFree(tx, userId, at);
      const draft = await this.draftOtcOrder.execute(wish, tx);
      await this.openBook.mayBuy(tx, { takerId: userId, draft, at });
      const { advert, quantity } = draft;
      const order = await this.orders.insert(tx, newOrder(draft, userId, at));
      if (!(await this.adverts.take(tx, advert, quantity))) throw new Refusal('otc.advert-changed');
      const doer = { actor: 'taker' as const, userId };
      const money = escrowMove(order, 'lock');
      await this.noteOtcOrder.execute(tx, { order, from: 0, event: 'open', doer, at, money });
      return order.id;
    });
  }

  private async assertFree(tx: Transaction, userId: string, at: Date): Promise<void> {
    const since = new Date(at.getTime() - OTC_PAUSE_DAYS * DAY_MS);
    const until = otcPausedUntil(await this.orders.unpaidOf(userId, since, tx));
    if (until > at.getTime()) throw new Refusal('otc.paused', { until: wireTime(new Date(until)) });
    if ((await this.orders.takenBy(tx, userId)) >= TAKEN_MAX)
      throw new Refusal('otc.too-many-orders', { most: TAKEN_MAX });
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
