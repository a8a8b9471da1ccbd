import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import { SecurityLog } from '../notices/index.js';
import { UsersStore, wireTime } from '../users/index.js';

/** Tells users that their file is ready, in the product and at each of their contacts. */
@Injectable()
export class NotifyOfExport {
  constructor(
    private readonly users: UsersStore,
    private readonly log: SecurityLog,
  ) {}

  async ready(tx: Transaction, userId: string, until: Date): Promise<void> {
    const user = await this.users.byId(userId, tx);
    if (user) await this.log.notify(tx, user, 'data-export-ready', { until: wireTime(until) });
  }
}
