import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { expireDue } from './expire-due.js';
import { SpotStopsStore } from './spot-stops.store.js';

/**
 * Ends the stops whose date has come by the database's clock and that no price had reached by then, and gives back what is frozen for
 * them.
 */
@Injectable()
export class ExpireSpotStops {
  constructor(
    private readonly store: SpotStopsStore,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** Answers how many stops ended, as {@link expireDue}. */
  execute(): Promise<number> {
    return expireDue({
      name: 'stop',
      due: (limit, except) => this.store.due(limit, except, new Date(this.clock.now())),
      expire: (some) => this.expire(some),
    });
  }

  private expire(some: readonly string[]): Promise<number> {
    return this.transactions.run(async (tx) => {
      const expired = await this.store.expire(tx, some, new Date(this.clock.now()));
      this.outbox.announce(tx, [...new Set(expired.userIds)]);
      return expired.ended;
    });
  }
}
