import { Injectable } from '@nestjs/common';
import { Refusal } from '../../../platform/http/refusal.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { futuresRefusalOf } from './futures-refusals.js';
import { FuturesStore } from './futures.store.js';

/** Cancels a pending order and releases its reservation. */
@Injectable()
export class CancelOrder {
  constructor(
    private readonly store: FuturesStore,
    private readonly commands: IdempotentCommands,
    private readonly outbox: Outbox,
  ) {}

  /** @throws Refusal `futures.not-found`, `futures.not-pending`. */
  async execute({
    userId,
    positionId,
    key,
  }: {
    userId: string;
    positionId: string;
    key: string | null;
  }): Promise<void> {
    const command = { userId, route: 'lever/cancel', key, body: { positionId } };
    try {
      await this.commands.call(command, async (tx, claim) => {
        await this.store.cancel(tx, claim, positionId);
        this.outbox.announce(tx, [userId]);
      });
    } catch (error) {
      const refusal = futuresRefusalOf(error);
      const isOver = refusal instanceof Refusal && refusal.code === 'futures.not-open';
      throw isOver ? new Refusal('futures.not-pending') : refusal;
    }
  }
}
