import { Injectable } from '@nestjs/common';
import type { AccountStateView } from '../../../contract/state.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { StateParts } from '../../../platform/outbox/state-parts.js';

/** A user's whole state with its place in the stream of events, both read from one snapshot of the database. */
@Injectable()
export class GetAccountState {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly parts: StateParts,
    private readonly clock: Clock,
  ) {}

  async execute(userId: string): Promise<AccountStateView> {
    return this.transactions.snapshot(async (tx) => {
      const { epoch, sequence } = await this.outbox.placeOf(tx, userId);
      const parts = await this.parts.read(tx, userId);
      return { epoch, sequence, at: this.clock.now(), parts };
    });
  }
}
