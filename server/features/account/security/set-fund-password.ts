import { Injectable } from '@nestjs/common';
import { Refusal } from '../../../platform/http/refusal.js';
import { plainAct } from '../codes/index.js';
import { CheckFundPassword } from './check-fund-password.js';
import { WriteFundPassword } from './write-fund-password.js';
import { type NewPassword, PasswordPolicy } from './password-policy.js';
import type { Proof } from './proofs.rules.js';
import { RequireFreshProof } from './require-fresh-proof.js';
import type { Caller } from '../users/index.js';

export interface FundPasswordChange {
  userId: string;
  sessionId: string;
  /** Empty the first time, and when it is forgotten. */
  old: string;
  password: NewPassword;
  proofs: Proof[];
  caller: Caller;
}

/** Sets the fund password, changes it with the old one, or resets it; each with a fresh proof of its own. */
@Injectable()
export class SetFundPassword {
  constructor(
    private readonly policy: PasswordPolicy,
    private readonly requireFreshProof: RequireFreshProof,
    private readonly checkFundPassword: CheckFundPassword,
    private readonly writeFundPassword: WriteFundPassword,
  ) {}

  /**
   * @throws Refusal `account.old-password-wrong`, those of {@link CheckFundPassword}, of {@link RequireFreshProof}
   *   and of {@link PasswordPolicy}.
   */
  async execute({ userId, sessionId, old, password: typed, proofs, caller }: FundPasswordChange): Promise<void> {
    const user = await this.writeFundPassword.user(userId);
    this.policy.assertFundPassword(typed, user.phone);
    const { password } = typed;
    const isFirst = !(await this.writeFundPassword.exists(userId));
    if (!isFirst && old === password) throw new Refusal('account.password-unchanged');
    const isReset = !isFirst && old === '';
    // Nobody else can have both the login and the user's mailbox or authenticator: only they unlock what is locked.
    const act = plainAct(isReset ? 'fund-password-reset' : 'fund-password');
    const replaced = isFirst || isReset ? null : await this.checkFundPassword.execute(userId, old, caller);
    const proven = await this.requireFreshProof.execute({ userId, sessionId, act, proofs, caller });
    const setting = { password, isPlain: proven.isLoginAlone, caller };
    if (isFirst) return this.writeFundPassword.first(user, setting, proven.useUp);
    return this.writeFundPassword.again(user, { ...setting, replaced }, proven.useUp);
  }
}
