import { Injectable } from '@nestjs/common';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AuditLog } from '../audit/index.js';
import { OperatorPasskeysStore } from './operator-passkeys.store.js';
import { OperatorSessions } from './operator-sessions.js';
import { OperatorsStore } from './operators.store.js';
import { type AtDesk, type DeskProof, ProveAtDesk } from './prove-at-desk.js';

/** Takes a passkey from the signed-in operator whose it is, but for the only way in. */
@Injectable()
export class RemoveOperatorPasskey {
  constructor(
    private readonly passkeys: OperatorPasskeysStore,
    private readonly store: OperatorsStore,
    private readonly proveAtDesk: ProveAtDesk,
    private readonly sessions: OperatorSessions,
    private readonly log: AuditLog,
    private readonly transactions: Transactions,
  ) {}

  /**
   * The other sessions end: one of them may be of whoever has the device.
   * @throws Refusal `account.passkey-unknown`, `operations.last-passkey`, those of {@link ProveAtDesk};
   *   `session.required` where the session was ended meanwhile.
   */
  async execute(actor: AtDesk, id: string, proof: DeskProof): Promise<void> {
    const { operatorId, sessionId } = actor;
    const { spend } = await this.proveAtDesk.execute(actor, proof);
    await this.transactions.run(async (tx) => {
      const operator = await this.store.lock(tx, operatorId);
      if (!operator || operator.disabledAt || operator.oneTimeUntil) throw new Refusal('session.required');
      await this.sessions.assertOpen(tx, { operatorId, sessionId });
      const name = await this.passkeys.remove(tx, operatorId, id);
      if (name === null) throw new Refusal('account.passkey-unknown');
      const left = await this.passkeys.list(operatorId, tx);
      // Nobody would get in any more.
      if (operator.passwordHash === null && left.length === 0) throw new Refusal('operations.last-passkey');
      await spend(tx);
      await this.sessions.endAll(tx, operatorId, sessionId);
      const line = { action: 'operator.passkey-remove', subject: 'operator', subjectId: operatorId };
      await this.log.record(tx, actor, { ...line, detail: { name } });
    });
  }
}
