import { Injectable } from '@nestjs/common';
import type { DecimalText } from '../../../contract/money.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { redemptionOf } from './quote-redemption.js';
import { trustRefusal } from './trust-refusals.js';
import { TrustStore } from './trust.store.js';

export interface TrustRedemption {
  userId: string;
  orderId: string;
  /** The quote that the user agreed to; null: what the rule says now. */
  quoteId: string | null;
  key: string | null;
}

/** Breaks an order off: principal less the penalty, and the interest so far, are at once where the money came from. */
@Injectable()
export class RedeemTrustOrder {
  constructor(
    private readonly store: TrustStore,
    private readonly commands: IdempotentCommands,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws Refusal `trust.not-found`, `trust.ended`, `trust.not-redeemable`, `trust.interest-pending`; `trust.quote-expired` when the quote is
   * over, or a day's interest came between it and this call.
   */
  async execute({ userId, orderId, quoteId, key }: TrustRedemption): Promise<void> {
    const command = { userId, route: 'lh/deposit/order/cancel', key, body: { orderId, quoteId } };
    try {
      await this.commands.call(command, async (tx, claim) => {
        const terms = await this.termsOf(userId, orderId, quoteId);
        await this.store.redeem(tx, claim, { orderId, ...terms });
        this.outbox.announce(tx, [userId]);
      });
    } catch (error) {
      throw trustRefusal(error);
    }
  }

  /**
   * What the order ends at. An order that has ended already is no error here: the stored function answers a repetition
   * with the first reply, and everybody else with a refusal.
   */
  private async termsOf(
    userId: string,
    orderId: string,
    quoteId: string | null,
  ): Promise<{ accruedDays: number; penalty: DecimalText }> {
    const order = await this.store.orderUpTo(userId, orderId, new Date(this.clock.now()));
    if (!order) throw new Refusal('trust.not-found');
    if (order.state !== 'custody') return order;
    const { penalty } = redemptionOf(order, this.clock.now());
    const terms = { accruedDays: order.accruedDays, penalty };
    if (quoteId === null) return terms;
    // What the quote says is only compared: the order's own rule says what it costs.
    const quote = await this.store.quote(quoteId, orderId);
    const isSame = quote?.accruedDays === terms.accruedDays && quote.penalty === terms.penalty;
    if (!isSame || quote.expiresAt.getTime() < this.clock.now()) throw new Refusal('trust.quote-expired');
    return terms;
  }
}
