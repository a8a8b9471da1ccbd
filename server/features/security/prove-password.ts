import { Injectable } from '@nestjs/common';
import { Refusal } from '../../platform/http/refusal.js';
import { LoginTries } from './login-tries.js';
import { PasswordHasher } from './password-hasher.js';
import { type Caller, type UserRow, UsersStore } from '../users/index.js';

/** Asks a signed-in user for its login password once more, before a change that a borrowed phone must not make. */
@Injectable()
export class ProvePassword {
  constructor(
    private readonly users: UsersStore,
    private readonly hasher: PasswordHasher,
    private readonly tries: LoginTries,
  ) {}

  /**
   * Answers the user. One who logs in by wallet only has no password and is not asked.
   * @throws Refusal `account.old-password-wrong`, `account.locked`.
   */
  async execute(userId: string, password: string, caller: Caller): Promise<UserRow> {
    const user = await this.users.byId(userId);
    if (!user) throw new Refusal('session.required');
    if (user.passwordHash === null) return user;
    const tried = await this.tries.begin(`user:${userId}`, caller.ip);
    if (!(await this.hasher.verify(user.passwordHash, password))) throw new Refusal('account.old-password-wrong');
    await this.tries.wasRight(tried);
    return user;
  }
}
