import { Injectable } from '@nestjs/common';
import { Refusal } from '../../../platform/http/refusal.js';
import { LoginTries } from './login-tries.js';
import { PasswordHasher } from './password-hasher.js';
import { type Caller, UsersStore } from '../users/index.js';

/** Whether a signed-in user knows its login password. */
@Injectable()
export class ProvePassword {
  constructor(
    private readonly users: UsersStore,
    private readonly hasher: PasswordHasher,
    private readonly tries: LoginTries,
  ) {}

  /** @throws Refusal `account.old-password-wrong` also for a user without one, `account.locked`. */
  async execute(userId: string, password: string, caller: Caller): Promise<void> {
    const user = await this.users.byId(userId);
    if (!user) throw new Refusal('session.required');
    const tried = await this.tries.begin({ subject: `user:${userId} signed in`, userId, caller });
    const isRight = await this.hasher.verify(user.passwordHash, password);
    if (user.passwordHash === null || !isRight) {
      await this.tries.wasWrong(tried, 'password-wrong');
      throw new Refusal('account.old-password-wrong');
    }
    await this.tries.wasRight(tried);
  }
}
