import { Injectable } from '@nestjs/common';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { SecurityLog } from '../notices/index.js';
import { type Caller, UsersStore } from '../users/index.js';

/** Keeps the word by which a user knows that a message is ours; null takes it away. */
@Injectable()
export class SetAntiPhishingWord {
  constructor(
    private readonly users: UsersStore,
    private readonly log: SecurityLog,
    private readonly transactions: Transactions,
  ) {}

  /** The same word again is no change. */
  execute(userId: string, word: string | null, caller: Caller): Promise<void> {
    return this.transactions.run(async (tx) => {
      const isChanged = await this.users.setAntiPhishingWord(tx, userId, word);
      if (isChanged)
        await this.log.note(tx, userId, 'anti-phishing-changed', caller, word === null ? 'removed' : 'set');
    });
  }
}
