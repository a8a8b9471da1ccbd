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
 * Changes limit and lots of a pending order, under its own number. What the book then fills whole is filled at once, as it
 * would be of a new order. An order that is filled while it is changed was filled by its old terms, and the change is refused.
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

  /** @throws Refusal as {@link DraftOrderAmendment}; where more than lots is taken away, what an order is refused for. */
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
