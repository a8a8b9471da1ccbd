import { Injectable } from '@nestjs/common';
import type { DecimalText } from '../../../contract/money.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { requestedAmount } from '../../wallet/ledger/index.js';
import { trustRefusal } from './trust-refusals.js';
import { TrustStore } from './trust.store.js';

export interface TrustPurchase {
  userId: string;
  productId: number;
  demo: boolean;
  /** As the user typed it. */
  amount: string;
  /** Whether the service agreement is ticked, which the order keeps; absent where the client asks for it itself. */
  agreed: boolean | undefined;
  /** The interest of a day that the user was shown, which it is not bought below; left out: at any. */
  worstDailyRatio?: DecimalText;
  /** The client's own key of this command; null when it sends none. */
  key: string | null;
}

/** Locks money of the trust account, and of spot where that is short, in a product for its term. Interest begins the day after. */
@Injectable()
export class BuyTrustProduct {
  constructor(
    private readonly store: TrustStore,
    private readonly commands: IdempotentCommands,
    private readonly outbox: Outbox,
  ) {}

  /**
   * @throws Refusal `trust.agreement`, `trust.not-offered`, `trust.below-minimum`, `trust.above-maximum`,
   * `trust.sold-out`, `trust.rate-lowered`, `ledger.insufficient-balance`, `ledger.too-many-decimals`, `ledger.cancel-only`.
   */
  async execute({ userId, productId, demo, agreed, key, ...asked }: TrustPurchase): Promise<void> {
    if (agreed === false) throw new Refusal('trust.agreement');
    const product = await this.store.product(productId, demo);
    if (!product) throw new Refusal('trust.not-offered');
    const purchase = { ...asked, productId, demo, amount: requestedAmount(asked.amount, product.scale, 'amount') };
    try {
      await this.commands.call({ userId, route: 'lh/deposit', key, body: purchase }, async (tx, claim) => {
        await this.store.buy(tx, claim, { ...purchase, agreed: agreed ?? null });
        this.outbox.announce(tx, [userId]);
      });
    } catch (error) {
      throw trustRefusal(error);
    }
  }
}
