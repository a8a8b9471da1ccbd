import { Injectable } from '@nestjs/common';
import type { OperatorSessionView } from '../../../contract/operations/people.dto.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { type Actor, AuditLog } from '../audit/index.js';
import { LogInOperator } from './log-in-operator.js';
import { DESK_IDLE_MINUTES, OperatorSessions } from './operator-sessions.js';
import { operatorView } from './operator-views.js';
import { type OperatorRow, OperatorsStore } from './operators.store.js';
import type { AtDesk } from './prove-at-desk.js';
import { ProveOperator } from './prove-operator.js';

type SignedIn = Actor & { operatorId: string };

/** A signed-in operator's own access. */
@Injectable()
export class OwnAccess {
  constructor(
    private readonly store: OperatorsStore,
    private readonly sessions: OperatorSessions,
    private readonly proveOperator: ProveOperator,
    private readonly logInOperator: LogInOperator,
    private readonly log: AuditLog,
    private readonly transactions: Transactions,
  ) {}

  async look({ operatorId, sessionId }: SignedIn): Promise<OperatorSessionView> {
    const operator = await this.own(operatorId);
    const expiresAt = sessionId === null ? null : await this.sessions.expiresAt(sessionId);
    return { operator: operatorView(operator), expiresAt: expiresAt?.getTime() ?? 0, idleMinutes: DESK_IDLE_MINUTES };
  }

  async logOut(actor: SignedIn): Promise<void> {
    const { operatorId, sessionId } = actor;
    await this.transactions.run(async (tx) => {
      if (sessionId !== null) await this.sessions.end(tx, sessionId);
      await this.log.record(tx, actor, { action: 'operator.logout', subject: 'operator', subjectId: operatorId });
    });
  }

  /**
   * All other sessions end.
   * @throws Refusal `operations.login-wrong`, `operations.locked`, `operations.password-weak`; `session.required` where the session
   *   was ended meanwhile.
   */
  async changePassword(actor: AtDesk, given: { password: string; totp: string; newPassword: string }): Promise<void> {
    const { login } = await this.own(actor.operatorId);
    const { operator, spend, wasRight } = await this.proveOperator.execute({ ...given, login }, actor);
    // Whoever has a one-time password chooses their own by logging in, which alone takes the invitation's end into account.
    if (operator.oneTimeUntil) throw new Refusal('operations.login-wrong');
    const passwordHash = await this.logInOperator.hashOwn(operator, given.password, given.newPassword);
    await this.transactions.run(async (tx) => {
      // A reset, a disabling or another change since the proof stands.
      await spend(tx);
      await this.sessions.assertOpen(tx, actor);
      await this.store.setPassword(tx, operator.id, passwordHash);
      await this.sessions.endAll(tx, operator.id, actor.sessionId);
      await this.log.record(tx, actor, { action: 'operator.password', subject: 'operator', subjectId: operator.id });
    });
    await wasRight();
  }

  private async own(operatorId: string): Promise<OperatorRow> {
    const operator = await this.store.byId(operatorId);
    if (!operator) throw new Refusal('session.required');
    return operator;
  }
}
