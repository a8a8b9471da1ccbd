import { Injectable } from '@nestjs/common';
import { Refusal } from '../../../platform/http/refusal.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { requestedAmount } from '../../wallet/ledger/index.js';
import { OffersStore } from './offers.store.js';
import { subscriptionRefusal } from './subscription-refusals.js';
import { SubscriptionStore } from './subscription.store.js';

export interface SubscriptionPurchase {
  userId: string;
  offerId: number;
  /** The demo has none of this. */
  demo: boolean;
  /** In the payment coin, as the user typed it. */
  amount: string;
  /** Whether the rules are agreed to; absent where the client asks for it itself. */
  agreed: boolean | undefined;
  /** The client's own key of this command; null when it sends none. */
  key: string | null;
}

/** Reserves money of the spot account for a new coin until its launch. Real money only. */
@Injectable()
export class BuySubscription {
  constructor(
    private readonly store: SubscriptionStore,
    private readonly offers: OffersStore,
    private readonly commands: IdempotentCommands,
    private readonly outbox: Outbox,
  ) {}

  /**
   * @throws Refusal `subscription.real-only`, `subscription.agreement`, `subscription.not-offered`, `subscription.not-open`,
   * `subscription.below-minimum`, `subscription.above-maximum`, `subscription.only-left`, `subscription.sold-out`,
   * `verification.required`, `ledger.insufficient-balance`, `ledger.too-many-decimals`, `ledger.cancel-only`.
   */
  async execute({ userId, offerId, demo, amount, agreed, key }: SubscriptionPurchase): Promise<void> {
    if (demo) throw new Refusal('subscription.real-only');
    if (agreed === false) throw new Refusal('subscription.agreement');
    const offer = await this.offers.find(offerId);
    if (!offer) throw new Refusal('subscription.not-offered');
    const purchase = { offer: offerId, amount: requestedAmount(amount, offer.paymentScale, 'amount') };
    try {
      await this.commands.call({ userId, route: 'lh/send/order', key, body: purchase }, async (tx, claim) => {
        await this.store.buy(tx, claim, purchase);
        this.outbox.announce(tx, [userId]);
      });
    } catch (error) {
      throw subscriptionRefusal(error);
    }
  }
}
