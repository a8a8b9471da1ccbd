import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { EndSessions } from '../sessions/index.js';
import { ApiKeyEnds } from './api-key-ends.js';
import { PasswordHasher } from './password-hasher.js';
import { SecurityLog } from '../notices/index.js';
import { type Caller, UsersStore } from '../users/index.js';

export interface PasswordReplacement {
  userId: string;
  password: string;
  kind: 'password-changed' | 'password-reset';
  caller: Caller;
  /** What must happen in the same transaction or prevent it: using a code up, looking at the old hash again. */
  alongside: (tx: Transaction, oldHash: string | null) => Promise<void>;
}

/** Puts a new login password in the place of the old one and ends every session and every API key of the user. */
@Injectable()
export class ReplacePassword {
  constructor(
    private readonly users: UsersStore,
    private readonly endSessions: EndSessions,
    private readonly apiKeyEnds: ApiKeyEnds,
    private readonly hasher: PasswordHasher,
    private readonly log: SecurityLog,
    private readonly transactions: Transactions,
  ) {}

  async execute({ userId, password, kind, caller, alongside }: PasswordReplacement): Promise<void> {
    const hash = await this.hasher.hash(password);
    const { announce, announceKeys } = await this.transactions.run(async (tx) => {
      const user = await this.users.lock(tx, userId);
      if (!user) throw new Error('The user is gone');
      await alongside(tx, user.passwordHash);
      await this.users.setPassword(tx, userId, hash);
      await this.log.record(tx, user, kind, caller);
      return {
        announceKeys: await this.apiKeyEnds.endAll(tx, userId, 'password', caller),
        announce: await this.endSessions.execute(tx, userId, { reason: 'password', caller }),
      };
    });
    announce();
    announceKeys();
  }
}
