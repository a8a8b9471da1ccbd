import { Injectable } from '@nestjs/common';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { spotRefusal } from './spot-refusals.js';
import { SpotStopsStore } from './spot-stops.store.js';

/** Takes a waiting stop back. Works in cancel-only, and whatever the market's state. */
@Injectable()
export class CancelSpotStop {
  constructor(
    private readonly store: SpotStopsStore,
    private readonly commands: IdempotentCommands,
    private readonly outbox: Outbox,
  ) {}

  /** @throws Refusal `spot.not-found`, `spot.not-open`. */
  async execute({ userId, stopId, key }: { userId: string; stopId: string; key: string | null }): Promise<void> {
    try {
      await this.commands.call({ userId, route: 'spot/stop/cancel', key, body: { stopId } }, async (tx, claim) => {
        await this.store.cancel(tx, claim, stopId);
        this.outbox.announce(tx, [userId]);
      });
    } catch (error) {
      throw spotRefusal(error);
    }
  }
}
