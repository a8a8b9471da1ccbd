import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { SecurityLog } from '../notices/index.js';
import { type Caller, UsersStore } from '../users/index.js';
import { ErasureStore } from './erasure.store.js';

/** A user wants to keep the account after all: whoever is logged in may say so, up to the very moment in which it is erased. */
@Injectable()
export class TakeBackErasure {
  constructor(
    private readonly store: ErasureStore,
    private readonly users: UsersStore,
    private readonly log: SecurityLog,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** @throws Refusal `account.erasure-none` where none waits. */
  async execute(userId: string, caller: Caller): Promise<void> {
    await this.transactions.run(async (tx) => {
      const user = await this.users.lock(tx, userId);
      if (!user || user.disabledAt) throw new Refusal('session.required');
      const isBack = await this.store.takeBack(tx, userId, new Date(this.clock.now()));
      if (!isBack) throw new Refusal('account.erasure-none');
      await this.log.record(tx, user, 'erasure-taken-back', caller);
    });
  }
}
