import { Injectable } from '@nestjs/common';
import { Refusal } from '../../platform/http/refusal.js';
import { type NewPassword, PasswordPolicy } from './password-policy.js';
import { ProvePassword } from './prove-password.js';
import { ReplacePassword } from './replace-password.js';
import type { Caller } from '../users/index.js';

export interface PasswordChange {
  userId: string;
  old: string;
  password: NewPassword;
  caller: Caller;
}

/** Changes the login password of a user who knows the old one. Every session ends, the caller's too. */
@Injectable()
export class ChangePassword {
  constructor(
    private readonly policy: PasswordPolicy,
    private readonly prove: ProvePassword,
    private readonly replace: ReplacePassword,
  ) {}

  /**
   * @throws Refusal `account.old-password-wrong` (counted with the wrong logins: `account.locked`),
   *   `account.password-unchanged`, and those of {@link PasswordPolicy}.
   */
  async execute({ userId, old, password, caller }: PasswordChange): Promise<void> {
    this.policy.assertPassword(password, []);
    const user = await this.prove.execute(userId, old, caller);
    this.policy.assertPassword(password, [user.email, user.phone, user.username]);
    if (old === password.password) throw new Refusal('account.password-unchanged');
    await this.replace.execute({
      userId,
      password: password.password,
      kind: 'password-changed',
      caller,
      alongside: async (_tx, oldHash) => {
        if (oldHash !== user.passwordHash) throw new Refusal('account.old-password-wrong');
      },
    });
  }
}
