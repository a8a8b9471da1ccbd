import { Injectable } from '@nestjs/common';
import type { OperatorLoginView } from '../../../contract/operations/people.dto.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { Actor } from '../audit/index.js';
import { RegisterOperatorPasskey } from './register-operator-passkey.js';
import { OpenDeskSession } from './open-desk-session.js';
import { OperatorsStore } from './operators.store.js';
import { ProveOperator } from './prove-operator.js';
import { ReadOperatorPasskey } from './read-operator-passkey.js';

interface FirstPasskey {
  login: string;
  /** The one-time one. */
  password: string;
  /** Of the passkey. */
  name: string;
  /** What the browser answered, as JSON text. */
  answer: string;
  userAgent: string;
}

/**
 * The first login of whoever has a one-time password, by a passkey that is made in its place: no password is left that
 * somebody could be asked for. An authenticator with an own password is for devices that know no passkeys.
 */
@Injectable()
export class EnrolOperatorPasskey {
  constructor(
    private readonly proveOperator: ProveOperator,
    private readonly store: OperatorsStore,
    private readonly registerOperatorPasskey: RegisterOperatorPasskey,
    private readonly readOperatorPasskey: ReadOperatorPasskey,
    private readonly openDeskSession: OpenDeskSession,
    private readonly transactions: Transactions,
  ) {}

  /**
   * @throws Refusal `operations.locked`, `operations.login-wrong`, `operations.invitation-expired`,
   *   `account.passkey-not-added`, `account.passkey-expired`, `account.passkey-known`.
   */
  async execute({ login, password, name, answer, userAgent }: FirstPasskey, caller: Actor): Promise<OperatorLoginView> {
    const { operator, wasRight } = await this.proveOperator.withoutCode({ login, password }, caller);
    const asked = { purpose: 'enrolment', operatorId: operator.id, sessionId: null } as const;
    const made = await this.readOperatorPasskey.made(answer, asked, caller);
    const view = await this.transactions.run(async (tx) => {
      const known = await this.store.lock(tx, operator.id);
      const isSame = known && known.passwordHash === operator.passwordHash && !known.disabledAt;
      if (!isSame || known.oneTimeUntil === null) throw new Refusal('operations.login-wrong');
      const actor = { ...caller, operatorId: operator.id };
      await this.registerOperatorPasskey.execute(tx, actor, { made, name, action: 'operator.enrol' });
      await this.store.dropPassword(tx, operator.id);
      const detail = { isFirst: true, by: 'passkey' } as const;
      return this.openDeskSession.execute(tx, { ...known, passwordHash: null }, { caller, userAgent, detail });
    });
    await wasRight();
    return view;
  }
}
