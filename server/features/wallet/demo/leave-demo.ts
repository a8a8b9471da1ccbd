import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { DemoStore } from './demo.store.js';

/** Leaves the demo. Its money and what is open with it stay as they are. Doing it again changes nothing. */
@Injectable()
export class LeaveDemo {
  constructor(
    private readonly store: DemoStore,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  async execute(userId: string): Promise<void> {
    await this.transactions.run((tx) => this.store.leave(tx, userId, new Date(this.clock.now())));
  }
}
