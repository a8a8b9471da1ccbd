import { Injectable } from '@nestjs/common';
import { Refusal } from '../../../platform/http/refusal.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { TakenDepth } from '../taken-depth/index.js';
import { DraftOrderAmendment, type OrderAmendmentWish } from './draft-order-amendment.js';
import { futuresRefusalOf } from './futures-refusals.js';
import { FuturesStore } from './futures.store.js';
import { OrderLimits } from './submit-order.js';

/**
 * Amends limit price and lots of a pending order in place. An order that becomes marketable is filled at once, as a new
 * one would be. A fill that commits first happens at the old terms, and the amendment is refused.
 */
@Injectable()
export class AmendOrder {
  constructor(
    private readonly draftOrderAmendment: DraftOrderAmendment,
    private readonly takenDepth: TakenDepth,
    private readonly store: FuturesStore,
    private readonly commands: IdempotentCommands,
    private readonly outbox: Outbox,
    private readonly orderLimits: OrderLimits,
  ) {}

  /** @throws Refusal as {@link DraftOrderAmendment}; unless it only reduces lots, also the refusals of a new order. */
  async execute({ key, ...wish }: OrderAmendmentWish & { key: string | null }): Promise<void> {
    const { userId, ...body } = wish;
    try {
      await this.commands.call({ userId, route: 'lever/amend', key, body }, (tx, claim) =>
        this.takenDepth.inTurn(
          () => this.draftOrderAmendment.execute(wish),
          async (drafted) => {
            await this.store.amend(tx, claim, drafted, this.orderLimits.now(drafted.order.demo));
            this.outbox.announce(tx, [userId]);
          },
        ),
      );
    } catch (error) {
      const refusal = futuresRefusalOf(error, this.orderLimits.newAccountLeverage);
      const isOver = refusal instanceof Refusal && refusal.code === 'futures.not-open';
      throw isOver ? new Refusal('futures.not-pending') : refusal;
    }
  }
}
