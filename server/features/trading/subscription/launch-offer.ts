import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { ListCoin, type ListingTerms } from '../../markets/listing/index.js';
import { OffersStore } from './offers.store.js';

/** Lists the coin of an offer with a market of its own. From then on the worker delivers, and the lock-up runs. */
@Injectable()
export class LaunchOffer {
  constructor(
    private readonly store: OffersStore,
    private readonly listCoin: ListCoin,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws Refusal `subscription.not-offered`, `subscription.offer-ended` for one that was launched or cancelled, and
   * `subscription.still-sold` before its end while something is left.
   */
  async judge(tx: Transaction, id: number): Promise<void> {
    const offer = await this.store.lock(tx, id);
    if (!offer) throw new Refusal('subscription.not-offered');
    if (offer.status !== 'open') throw new Refusal('subscription.offer-ended');
    if (!(await this.store.isSoldOrOver(tx, id, new Date(this.clock.now()))))
      throw new Refusal('subscription.still-sold');
  }

  /** Within the transaction of the act. @throws Refusal as {@link judge}. */
  async execute(tx: Transaction, id: number, { priceScale, quantityScale, instruments }: ListingTerms): Promise<void> {
    await this.judge(tx, id);
    const offer = await this.store.find(id);
    if (!offer) throw new Refusal('subscription.not-offered');
    const { coinCode: code, coinName: name, coinScale: scale, paymentCurrencyId: quoteCurrencyId, price } = offer;
    const coin = { code, name, scale, quoteCurrencyId, price, priceScale, quantityScale, instruments };
    const { currencyId, marketId } = await this.listCoin.execute(tx, coin);
    await this.store.launch(tx, { id, currencyId, marketId, at: new Date(this.clock.now()) });
  }
}
