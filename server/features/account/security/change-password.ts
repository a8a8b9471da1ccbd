import { Injectable } from '@nestjs/common';
import { Refusal } from '../../../platform/http/refusal.js';
import { plainAct } from '../codes/index.js';
import { type NewPassword, PasswordPolicy } from './password-policy.js';
import type { Proof } from './proofs.rules.js';
import { ReplacePassword } from './replace-password.js';
import { RequireFreshProof } from './require-fresh-proof.js';
import type { Caller } from '../users/index.js';

export interface PasswordChange {
  userId: string;
  sessionId: string;
  /** The old password is one, and the only one that counts where there is an old password. */
  proofs: Proof[];
  password: NewPassword;
  caller: Caller;
}

/** Changes the login password of a user, or sets the first one. Every session ends, the caller's too. */
@Injectable()
export class ChangePassword {
  constructor(
    private readonly policy: PasswordPolicy,
    private readonly requireFreshProof: RequireFreshProof,
    private readonly replacePassword: ReplacePassword,
  ) {}

  /**
   * @throws Refusal `account.old-password-wrong` (counted with the wrong logins: `account.locked`),
   *   `account.password-unchanged`, and those of {@link PasswordPolicy} and {@link RequireFreshProof}.
   */
  async execute({ userId, sessionId, proofs, password, caller }: PasswordChange): Promise<void> {
    this.policy.assertPassword(password, []);
    const { user, useUp } = await this.requireFreshProof.execute({
      userId,
      sessionId,
      act: plainAct('login-password'),
      proofs,
      caller,
    });
    this.policy.assertPassword(password, [user.email, user.phone, user.username]);
    const isSame = proofs.some((proof) => proof.kind === 'login-password' && proof.password === password.password);
    if (user.passwordHash !== null && isSame) throw new Refusal('account.password-unchanged');
    await this.replacePassword.execute({
      userId,
      password: password.password,
      kind: 'password-changed',
      caller,
      alongside: async (tx, oldHash) => {
        if (oldHash !== user.passwordHash) throw new Refusal('account.old-password-wrong');
        await useUp(tx);
      },
    });
  }
}
