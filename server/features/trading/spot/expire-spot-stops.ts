import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { SpotStopsStore } from './spot-stops.store.js';

/** Stops of one transaction. */
const AT_ONCE = 200;
/** Transactions of one round; the next round goes on. */
const MOST_BATCHES = 50;

/**
 * Ends the stops whose date has come by the database's clock and that no price had reached by then, and gives back what is frozen for
 * them. Any number of rounds may run at once or be killed: a stop that somebody is at is left out, and whoever has it first decides.
 */
@Injectable()
export class ExpireSpotStops {
  constructor(
    private readonly store: SpotStopsStore,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** Answers how many stops ended. */
  async execute(): Promise<number> {
    let all = 0;
    for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
      const ended = await this.transactions.run(async (tx) => {
        const expired = await this.store.expire(tx, AT_ONCE, new Date(this.clock.now()));
        this.outbox.announce(tx, [...new Set(expired.userIds)]);
        return expired.ended;
      });
      all += ended;
      if (ended < AT_ONCE) break;
    }
    return all;
  }
}
