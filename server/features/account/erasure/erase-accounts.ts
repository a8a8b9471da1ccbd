import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Failures } from '../../../platform/database/failures.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { allowLonger } from '../../../platform/database/watched-pool.js';
import { UsersStore } from '../users/index.js';
import { EraseAccount } from './erase-account.js';
import { type ErasureRow, ErasureStore } from './erasure.store.js';

const AT_ONCE = 20;
const STATEMENT_LIMIT_MS = 60_000;

/**
 * Erases the accounts whose time has come by the database's clock, each in one transaction: cut off anywhere, nothing of it has
 * happened and the next round begins anew. Whatever stands in the way by then stops it, and the user is told.
 */
@Injectable()
export class EraseAccounts {
  private readonly logger = new Logger('Erasure');

  constructor(
    private readonly store: ErasureStore,
    private readonly users: UsersStore,
    private readonly eraseAccount: EraseAccount,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<void> {
    // One account that cannot be erased keeps no other waiting, and neither do many.
    const failures = new Failures();
    let after = '0';
    for (;;) {
      const page = await this.store.due(new Date(this.clock.now()), after, AT_ONCE);
      for (const due of page) {
        await failures.apart(() => this.transactions.run((tx) => this.one(tx, due)), undefined);
        after = due.id;
      }
      if (page.length < AT_ONCE) break;
    }
    await failures.apart(() => this.store.prune(new Date(this.clock.now()), AT_ONCE), 0);
    failures.end();
  }

  private async one(tx: Transaction, due: ErasureRow): Promise<void> {
    const user = await this.users.lockWhole(tx, due.userId);
    // Taken back meanwhile, or another process has done it.
    if (!user || !(await this.store.isWaiting(tx, due.id))) return;
    // One call erases all there is, and of a user who has traded for years there is much.
    await allowLonger(tx, STATEMENT_LIMIT_MS);
    const outcome = await this.eraseAccount.execute(tx, due, user);
    this.logger.log(`Account ${due.userId}: ${outcome}`);
  }
}
