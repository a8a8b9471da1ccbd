import { Injectable } from '@nestjs/common';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { TakenDepth } from '../taken-depth/index.js';
import { type AmendmentWish, DraftAmendment } from './draft-amendment.js';
import { SpotAmendmentsStore } from './spot-amendments.store.js';
import { spotRefusal } from './spot-refusals.js';
import { shortage } from './check-spot-balance.js';

/**
 * Changes limit and quantity of an order that waits, under its own number: the difference is frozen or given back, and what the
 * book then gives is executed at once, as it would be of a new order. What was executed stays, also what is executed while it is
 * asked for: the order is then priced again as it has become.
 */
@Injectable()
export class AmendSpotOrder {
  constructor(
    private readonly draftAmendment: DraftAmendment,
    private readonly takenDepth: TakenDepth,
    private readonly store: SpotAmendmentsStore,
    private readonly commands: IdempotentCommands,
    private readonly outbox: Outbox,
  ) {}

  /** @throws Refusal as {@link DraftAmendment}; `spot.insufficient-balance`, `spot.insufficient-sellable`, `ledger.cancel-only`. */
  async execute({ key, ...wish }: AmendmentWish & { key: string | null }): Promise<void> {
    const { userId, ...body } = wish;
    let side: 'buy' | 'sell' = 'buy';
    try {
      await this.commands.call({ userId, route: 'spot/amend', key, body }, (tx, claim) =>
        this.takenDepth.inTurn(
          () => this.draftAmendment.execute(wish),
          async (drafted) => {
            side = drafted.order.side;
            await this.store.amend(tx, claim, drafted);
            this.outbox.announce(tx, [userId]);
          },
        ),
      );
    } catch (error) {
      throw shortage(spotRefusal(error), { side });
    }
  }
}
