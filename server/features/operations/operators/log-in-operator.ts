import { Injectable } from '@nestjs/common';
import type { OperatorLoginView } from '../../../contract/operations/people.dto.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { Actor } from '../audit/index.js';
import { OpenDeskSession } from './open-desk-session.js';
import { OperatorCredentials } from './operator-credentials.js';
import { isStrongEnough, OPERATOR_PASSWORD_MIN } from './operator-password.rules.js';
import { type OperatorRow, OperatorsStore } from './operators.store.js';
import { type Proof, ProveOperator, type Proven } from './prove-operator.js';

export interface OperatorLogin extends Proof {
  newPassword: string | undefined;
  userAgent: string;
}

/** Opens a session at the desk. The first time the operator chooses a password in the place of the one-time one. */
@Injectable()
export class LogInOperator {
  constructor(
    private readonly proveOperator: ProveOperator,
    private readonly store: OperatorsStore,
    private readonly credentials: OperatorCredentials,
    private readonly openDeskSession: OpenDeskSession,
    private readonly transactions: Transactions,
  ) {}

  /**
   * @throws Refusal `operations.locked`, `operations.login-wrong`, `operations.invitation-expired`,
   * `operations.new-password-required`, `operations.password-weak`.
   */
  async execute(login: OperatorLogin, caller: Actor): Promise<OperatorLoginView> {
    const proven = await this.proveOperator.execute(login, caller);
    const passwordHash = await this.ownPassword(proven, login);
    const { operator } = proven;
    const view = await this.transactions.run(async (tx) => {
      await proven.spend(tx);
      if (passwordHash !== null) await this.store.setPassword(tx, operator.id, passwordHash);
      const detail = { isFirst: operator.oneTimeUntil !== null, by: 'authenticator' } as const;
      return this.openDeskSession.execute(tx, operator, { caller, userAgent: login.userAgent, detail });
    });
    await proven.wasRight();
    return view;
  }

  /** What takes the hash's place: that of the password which follows a one-time one, or of the same one anew; null: it stays. */
  private async ownPassword(
    { operator, at, wasRight }: Proven,
    { password, newPassword }: OperatorLogin,
  ): Promise<string | null> {
    if (operator.oneTimeUntil === null) return this.credentials.renewed(operator, password);
    if (operator.oneTimeUntil <= at) throw new Refusal('operations.invitation-expired');
    if (newPassword === undefined) {
      await wasRight();
      throw new Refusal('operations.new-password-required');
    }
    return this.hashOwn(operator, password, newPassword);
  }

  /** @throws Refusal `operations.password-weak`. */
  hashOwn({ login }: Pick<OperatorRow, 'login'>, former: string, wanted: string): Promise<string> {
    if (wanted === former || !isStrongEnough(wanted, login)) {
      throw new Refusal('operations.password-weak', { length: OPERATOR_PASSWORD_MIN });
    }
    return this.credentials.hash(wanted);
  }
}
