import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import { HoldOpenSession, RequireRecentLogin } from '../sessions/index.js';
import type { Caller } from '../users/index.js';
import type { Proof } from './proofs.rules.js';
import { ProvePassword } from './prove-password.js';

/** That a user knows the login password: by typing it, or by a login with it a moment ago. */
@Injectable()
export class ProveLogin {
  constructor(
    private readonly provePassword: ProvePassword,
    private readonly requireRecentLogin: RequireRecentLogin,
    private readonly holdOpenSession: HoldOpenSession,
  ) {}

  /**
   * A password that was typed is looked at alone: a wrong one is counted, whatever the session is.
   * @returns whether it was the login of a moment ago.
   * @throws Refusal `account.old-password-wrong`, `account.locked`, `account.login-again`.
   */
  async execute(userId: string, proofs: readonly Proof[], caller: Caller): Promise<boolean> {
    const typed = proofs.find((proof) => proof.kind === 'login-password');
    const session = proofs.find((proof) => proof.kind === 'recent-login');
    if (typed || !session) {
      await this.provePassword.execute(userId, typed?.password ?? '', caller);
      return false;
    }
    await this.requireRecentLogin.execute(userId, session.sessionId, caller);
    return true;
  }

  /** That the login in which it was shown lasts until the act is done. @throws Refusal `session.required`. */
  holdOpen(tx: Transaction, session: { userId: string; sessionId: string }): Promise<void> {
    return this.holdOpenSession.execute(tx, session);
  }
}
