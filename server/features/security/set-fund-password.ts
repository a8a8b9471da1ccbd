import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transaction.js';
import { Refusal } from '../../platform/http/refusal.js';
import { CheckFundPassword } from './check-fund-password.js';
import { ConfirmationCodes } from '../codes/index.js';
import { KeepFundPassword } from './keep-fund-password.js';
import { type NewPassword, PasswordPolicy } from './password-policy.js';
import { ProvePassword } from './prove-password.js';
import type { Caller } from '../users/index.js';

export interface FundPasswordChange {
  userId: string;
  /** Empty the first time, and when it is forgotten. */
  old: string;
  password: NewPassword;
  /** A code sent to the user; empty when none was given. */
  code: string;
  /** With a code, in the place of the forgotten old fund password. */
  loginPassword: string;
  caller: Caller;
}

/** Sets the fund password, changes it with the old one, or resets it with a code and the login password. */
@Injectable()
export class SetFundPassword {
  constructor(
    private readonly policy: PasswordPolicy,
    private readonly prove: ProvePassword,
    private readonly check: CheckFundPassword,
    private readonly codes: ConfirmationCodes,
    private readonly keep: KeepFundPassword,
  ) {}

  /**
   * @throws Refusal `account.old-password-wrong`, those of {@link CheckFundPassword}, of {@link ConfirmationCodes}
   *   and of {@link PasswordPolicy}.
   */
  async execute(change: FundPasswordChange): Promise<void> {
    const user = await this.keep.user(change.userId);
    this.policy.assertFundPassword(change.password, user.phone);
    const { password } = change.password;
    if (!(await this.keep.exists(user.id))) return this.keep.first(user, password, change.caller);
    if (change.old === password) throw new Refusal('account.password-unchanged');
    if (change.old === '') return this.reset(change);
    const replaced = await this.check.execute(user.id, change.old);
    if (change.code !== '') await this.codes.check(user.id, change.code);
    return this.keep.again(user, { password, replaced, caller: change.caller }, (tx) => this.useCode(tx, change));
  }

  /** Unlocks too: nobody else can have both the login password and the user's mailbox. */
  private async reset(change: FundPasswordChange): Promise<void> {
    const { userId, loginPassword, caller } = change;
    if (loginPassword === '') throw new Refusal('account.old-password-wrong');
    const user = await this.prove.execute(userId, loginPassword, caller);
    await this.codes.check(userId, change.code);
    const { password } = change.password;
    await this.keep.again(user, { password, replaced: null, caller }, (tx) => this.useCode(tx, change));
  }

  private async useCode(tx: Transaction, { userId, code }: FundPasswordChange): Promise<void> {
    if (code !== '') await this.codes.use(tx, userId, code);
  }
}
