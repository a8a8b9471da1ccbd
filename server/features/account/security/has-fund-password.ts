import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { FundPasswordsStore } from './fund-passwords.store.js';

/** Whether a user has a fund password, and one that is good for all that it is asked for. */
@Injectable()
export class HasFundPassword {
  constructor(private readonly store: FundPasswordsStore) {}

  execute(userId: string, tx?: Transaction): Promise<boolean> {
    return this.store.exists(userId, tx);
  }

  /**
   * Coins go to another user, and others' money to an account that a user names, by the fund password alone. One that was set by
   * nothing but the login is as good as the login there, and that takes no money (decision 179). Where none is set nothing is said.
   * @throws Refusal `account.fund-password-plain`.
   */
  async assertNotPlain(userId: string, tx?: Transaction): Promise<void> {
    if ((await this.store.isPlain(userId, tx)) === true) throw new Refusal('account.fund-password-plain');
  }
}
