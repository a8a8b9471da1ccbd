import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { JudgeListing, ListCoin, type ListingTerms } from '../../markets/listing/index.js';
import { OffersStore, type SubscriptionOffer } from './offers.store.js';

/** Lists the coin of an offer with a market of its own. From then on the worker delivers, and the lock-up runs. */
@Injectable()
export class LaunchOffer {
  constructor(
    private readonly store: OffersStore,
    private readonly listCoin: ListCoin,
    private readonly judgeListing: JudgeListing,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws Refusal `subscription.not-offered`, `subscription.offer-ended` for one that was launched or cancelled, or is to be given back,
   * `subscription.still-sold` before its end while something is left, and `request.invalid` for a market that nobody could trade in.
   */
  async judge(tx: Transaction, id: number, terms: ListingTerms): Promise<void> {
    const { coinCode: code, coinScale: scale, paymentCurrencyId: quoteCurrencyId, price } = await this.ready(tx, id);
    await this.judgeListing.execute(tx, { ...terms, code, scale, quoteCurrencyId, price });
  }

  private async ready(tx: Transaction, id: number): Promise<SubscriptionOffer> {
    const at = new Date(this.clock.now());
    const known = await this.store.lock(tx, id, at);
    const offer = known && (await this.store.find(id, tx));
    if (!known || !offer) throw new Refusal('subscription.not-offered');
    if (known.status !== 'open' || known.isLate) throw new Refusal('subscription.offer-ended');
    if (!(await this.store.isSoldOrOver(tx, id, at))) throw new Refusal('subscription.still-sold');
    return offer;
  }

  /** Within the transaction of the act. @throws Refusal as {@link judge}. */
  async execute(tx: Transaction, id: number, terms: ListingTerms): Promise<void> {
    const offer = await this.ready(tx, id);
    const { priceScale, quantityScale, leastOrder, instruments } = terms;
    const { coinCode: code, coinName: name, coinScale: scale, paymentCurrencyId: quoteCurrencyId, price } = offer;
    const coin = { code, name, scale, quoteCurrencyId, price, priceScale, quantityScale, leastOrder, instruments };
    const { currencyId, marketId } = await this.listCoin.execute(tx, coin);
    await this.store.launch(tx, { id, currencyId, marketId, at: new Date(this.clock.now()) });
  }
}
