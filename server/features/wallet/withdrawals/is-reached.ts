import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { WithdrawalsStore } from './withdrawals.store.js';

/** Whether an instant is past by the clock that withdrawals are stamped with: the database's. */
@Injectable()
export class IsReached {
  constructor(
    private readonly store: WithdrawalsStore,
    private readonly clock: Clock,
  ) {}

  execute(tx: Transaction, at: Date): Promise<boolean> {
    return this.store.isReached(tx, at, new Date(this.clock.now()));
  }
}
