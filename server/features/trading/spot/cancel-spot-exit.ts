import { Injectable } from '@nestjs/common';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { SpotExitsStore } from './spot-exits.store.js';
import { spotRefusal } from './spot-refusals.js';

/** Takes back what a purchase was to leave behind: its coins are free. Works in cancel-only, and whatever the market's state. */
@Injectable()
export class CancelSpotExit {
  constructor(
    private readonly store: SpotExitsStore,
    private readonly commands: IdempotentCommands,
    private readonly outbox: Outbox,
  ) {}

  /** @throws Refusal `spot.not-found`, `spot.not-open`. */
  async execute({ userId, orderId, key }: { userId: string; orderId: string; key: string | null }): Promise<void> {
    try {
      await this.commands.call({ userId, route: 'spot/exit/cancel', key, body: { orderId } }, async (tx, claim) => {
        await this.store.cancel(tx, claim, orderId);
        this.outbox.announce(tx, [userId]);
      });
    } catch (error) {
      throw spotRefusal(error);
    }
  }
}
