import { Injectable } from '@nestjs/common';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { RegisterOperatorPasskey } from './register-operator-passkey.js';
import { OperatorSessions } from './operator-sessions.js';
import { OperatorsStore } from './operators.store.js';
import type { AtDesk } from './prove-at-desk.js';
import { ReadOperatorPasskey } from './read-operator-passkey.js';

/** Gives a signed-in operator the passkey that was made as proposed in the same session. */
@Injectable()
export class AddOperatorPasskey {
  constructor(
    private readonly store: OperatorsStore,
    private readonly sessions: OperatorSessions,
    private readonly registerOperatorPasskey: RegisterOperatorPasskey,
    private readonly readOperatorPasskey: ReadOperatorPasskey,
    private readonly transactions: Transactions,
  ) {}

  /**
   * @throws Refusal `account.passkey-not-added`, `account.passkey-expired`, `account.passkey-known`, `account.passkeys-full`;
   *   `session.required` where the session was ended meanwhile.
   */
  async execute(actor: AtDesk, { name, answer }: { name: string; answer: string }): Promise<void> {
    const { operatorId, sessionId } = actor;
    const made = await this.readOperatorPasskey.made(answer, { purpose: 'addition', operatorId, sessionId }, actor);
    await this.transactions.run(async (tx) => {
      const operator = await this.store.lock(tx, operatorId);
      if (!operator || operator.disabledAt || operator.oneTimeUntil) throw new Refusal('session.required');
      await this.sessions.assertOpen(tx, { operatorId, sessionId });
      await this.registerOperatorPasskey.execute(tx, actor, { made, name, action: 'operator.passkey-add' });
    });
  }
}
