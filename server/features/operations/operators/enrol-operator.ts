import { Injectable } from '@nestjs/common';
import type { EnrolmentView } from '../../../contract/operations/people.dto.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { type Actor, AuditLog } from '../audit/index.js';
import { OperatorCredentials } from './operator-credentials.js';
import { OperatorsStore } from './operators.store.js';
import { ProveOperator } from './prove-operator.js';

/**
 * An operator with a one-time password makes an authenticator of their own: its secret is shown to nobody else. It can
 * be made again, in the place of the one before, until the first login has used the one-time password up.
 */
@Injectable()
export class EnrolOperator {
  constructor(
    private readonly proveOperator: ProveOperator,
    private readonly store: OperatorsStore,
    private readonly credentials: OperatorCredentials,
    private readonly log: AuditLog,
    private readonly transactions: Transactions,
  ) {}

  /** @throws Refusal `operations.locked`, `operations.login-wrong`, `operations.invitation-expired`. */
  async execute(given: { login: string; password: string }, caller: Actor): Promise<EnrolmentView> {
    const { operator, wasRight } = await this.proveOperator.withoutCode(given, caller);
    const { secret, uri } = this.credentials.newAuthenticator(operator.login);
    await this.transactions.run(async (tx) => {
      const known = await this.store.lock(tx, operator.id);
      const isSame = known && known.passwordHash === operator.passwordHash && !known.disabledAt;
      if (!isSame || known.oneTimeUntil === null) throw new Refusal('operations.login-wrong');
      await this.store.enrol(tx, operator.id, secret);
      const actor = { ...caller, operatorId: operator.id };
      await this.log.record(tx, actor, { action: 'operator.enrol', subject: 'operator', subjectId: operator.id });
    });
    await wasRight();
    return { totpUri: uri };
  }
}
