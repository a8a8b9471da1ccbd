import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { FundPasswordsStore } from './fund-passwords.store.js';
import { PasswordHasher } from './password-hasher.js';
import type { UseUp } from './require-fresh-proof.js';
import { SecurityLog } from '../notices/index.js';
import { type Caller, type UserRow, UsersStore } from '../users/index.js';

interface Setting {
  password: string;
  /** Nothing but the login was asked for: money goes to no other user by it. */
  isPlain: boolean;
  caller: Caller;
}

/** Writes a fund password that was allowed, with its trace. */
@Injectable()
export class WriteFundPassword {
  constructor(
    private readonly users: UsersStore,
    private readonly store: FundPasswordsStore,
    private readonly hasher: PasswordHasher,
    private readonly log: SecurityLog,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  async user(userId: string): Promise<UserRow> {
    const user = await this.users.byId(userId);
    if (!user) throw new Refusal('session.required');
    return user;
  }

  exists(userId: string): Promise<boolean> {
    return this.store.exists(userId);
  }

  /** @throws Refusal `account.old-password-wrong` when another one was set meanwhile. */
  async first(user: UserRow, { password, isPlain, caller }: Setting, alongside: UseUp): Promise<void> {
    const hash = await this.hasher.hash(password);
    await this.transactions.run(async (tx) => {
      await alongside(tx);
      const now = new Date(this.clock.now());
      const isFirst = await this.store.insert(tx, { userId: user.id, hash, now, isPlain });
      if (!isFirst) throw new Refusal('account.old-password-wrong');
      await this.log.record(tx, user, 'fund-password-set', caller);
    });
  }

  /**
   * Replaces the one with the hash `replaced`; null resets whichever there is, and also ends a lock that would stay.
   * @throws Refusal `account.old-password-wrong` when it was replaced meanwhile: of two changes one goes on.
   */
  async again(user: UserRow, change: Setting & { replaced: string | null }, alongside: UseUp): Promise<void> {
    const hash = await this.hasher.hash(change.password);
    await this.transactions.run(async (tx) => {
      await alongside(tx);
      const now = new Date(this.clock.now());
      const { replaced, isPlain } = change;
      const isReplaced = await this.store.replace(tx, { userId: user.id, hash, replaced, now, isPlain });
      if (!isReplaced) throw new Refusal('account.old-password-wrong');
      await this.log.record(tx, user, 'fund-password-changed', change.caller);
    });
  }
}
