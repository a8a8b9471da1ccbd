import { Injectable } from '@nestjs/common';
import type { Language } from '../../../contract/errors.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { OpenSession } from '../sessions/index.js';
import { type Caller, type UserRow, UsersStore } from '../users/index.js';

/** Opens the session of somebody whose password was found right. */
@Injectable()
export class OpenLogin {
  constructor(
    private readonly users: UsersStore,
    private readonly openSession: OpenSession,
    private readonly transactions: Transactions,
  ) {}

  /** The row is read again under its lock: whoever changes the password meanwhile lets no session be opened with the former one. */
  async execute(
    { id, passwordHash }: UserRow,
    { language, caller }: { language: Language; caller: Caller },
  ): Promise<string> {
    const opened = await this.transactions.run(async (tx) => {
      const user = await this.users.lock(tx, id);
      if (!user || user.disabledAt || user.passwordHash !== passwordHash) {
        throw new Refusal('account.login-wrong');
      }
      return this.openSession.execute(tx, user, { method: 'password', caller, language });
    });
    opened.announce();
    return opened.token;
  }
}
