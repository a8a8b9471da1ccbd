import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transaction.js';
import { Refusal } from '../../platform/http/refusal.js';
import { SecondFactor } from './second-factor.js';
import { UsersStore } from '../users/index.js';
import { VerificationCodes } from './verification-codes.js';

const PURPOSE = 'confirm';

/**
 * The fresh factor of a step of a signed-in user: the code of the authenticator when one is on, else a code sent to
 * its mail or phone. A user with neither (by user name or wallet only) has none to bring; its fund password stands
 * alone there.
 */
@Injectable()
export class ConfirmationCodes {
  constructor(
    private readonly codes: VerificationCodes,
    private readonly factor: SecondFactor,
    private readonly users: UsersStore,
  ) {}

  /**
   * Call before the transaction of the step, so that a wrong try is counted whatever becomes of it.
   * @throws Refusal `account.code-required`, `account.code-wrong`, `account.totp-required`, `account.totp-wrong`.
   */
  async check(userId: string, code: string): Promise<void> {
    if (await this.factor.isOn(userId)) return this.factor.check(userId, code);
    const user = await this.users.byId(userId);
    if (!user) throw new Refusal('session.required');
    if (user.email !== null || user.phone !== null) await this.codes.check(nameOf(userId), code);
  }

  /**
   * Call inside the transaction of the step, after {@link check}: of two steps with the same code one goes on.
   * @throws Refusal `account.code-wrong`.
   */
  async use(tx: Transaction, userId: string, code: string): Promise<void> {
    // Through the transaction's own connection: many that each wait for a second one would wait for each other.
    if (await this.factor.isOn(userId, tx)) return;
    const user = await this.users.byId(userId, tx);
    if (user && (user.email !== null || user.phone !== null)) await this.codes.use(tx, nameOf(userId), code);
  }
}

function nameOf(userId: string) {
  return { target: `user:${userId}`, purpose: PURPOSE };
}
