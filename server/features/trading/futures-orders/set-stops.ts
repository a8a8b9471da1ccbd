import { Injectable } from '@nestjs/common';
import { sqlStateOf, type Transaction } from '../../../platform/database/transaction.js';
import type { Claim } from '../../../platform/idempotency/command-key.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { DraftStops, type StopsWish } from './draft-stops.js';
import { futuresRefusalOf } from './futures-refusals.js';
import { FuturesStore } from './futures.store.js';

const TRIES = 3;

/** Sets, changes or removes take-profit and stop-loss of an order or position, independently of each other. */
@Injectable()
export class SetStops {
  constructor(
    private readonly draftStops: DraftStops,
    private readonly store: FuturesStore,
    private readonly commands: IdempotentCommands,
    private readonly outbox: Outbox,
  ) {}

  /**
   * @throws Refusal `futures.not-found`, `futures.not-open`, `futures.take-profit-…`, `futures.stop-loss-…`,
   *   `futures.stop-beyond-liquidation`, `futures.changed`.
   */
  async execute(wish: StopsWish): Promise<void> {
    const { userId, key, ...body } = wish;
    try {
      await this.commands.call({ userId, route: 'lever/setstop', key, body }, async (tx, claim) => {
        await this.set(tx, claim, wish);
        this.outbox.announce(tx, [userId]);
      });
    } catch (error) {
      throw futuresRefusalOf(error);
    }
  }

  /** All tries share one idempotency claim, so that a retry inside does not look like a repeated command. */
  private async set(tx: Transaction, claim: Claim, wish: StopsWish): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { position, stops } = await this.draftStops.execute(wish);
        return await this.store.setStops(tx, claim, position, stops);
      } catch (error) {
        // FU007: the version changed between check and write, so the check is repeated.
        if (sqlStateOf(error) !== 'FU007' || attempt === TRIES) throw error;
      }
    }
  }
}
