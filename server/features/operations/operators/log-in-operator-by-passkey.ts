import { Injectable } from '@nestjs/common';
import type { OperatorLoginView } from '../../../contract/operations/people.dto.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { Actor } from '../audit/index.js';
import { ANYBODY } from './ask-operator-passkey.js';
import { OpenDeskSession } from './open-desk-session.js';
import { OperatorPasskeysStore } from './operator-passkeys.store.js';
import { OperatorsStore } from './operators.store.js';
import { ReadOperatorPasskey } from './read-operator-passkey.js';

/**
 * Opens a session at the desk for whoever holds an operator's passkey and was verified by its device: two factors, which
 * no page but the desk's own can be given. It is counted by the network alone, so nobody's guesses keep an operator out.
 */
@Injectable()
export class LogInOperatorByPasskey {
  constructor(
    private readonly store: OperatorsStore,
    private readonly passkeys: OperatorPasskeysStore,
    private readonly readOperatorPasskey: ReadOperatorPasskey,
    private readonly openDeskSession: OpenDeskSession,
    private readonly transactions: Transactions,
  ) {}

  /** @throws Refusal those of {@link ReadOperatorPasskey}. */
  async execute(
    { answer, userAgent }: { answer: string; userAgent: string },
    caller: Actor,
  ): Promise<OperatorLoginView> {
    const { id, operatorId } = await this.readOperatorPasskey.used(answer, ANYBODY, caller);
    return this.transactions.run(async (tx) => {
      const operator = await this.store.lock(tx, operatorId);
      const isOpen = operator && !operator.disabledAt && operator.oneTimeUntil === null;
      if (!isOpen || !(await this.passkeys.isLeft(tx, id))) throw new Refusal('account.passkey-login-failed');
      const detail = { isFirst: false, by: 'passkey' } as const;
      return this.openDeskSession.execute(tx, operator, { caller, userAgent, detail });
    });
  }
}
