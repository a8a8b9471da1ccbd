import { Injectable } from '@nestjs/common';
import { PASSKEYS_MAX } from '../../../contract/account/passkeys.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { PasskeyMade } from '../../account/passkeys/index.js';
import { type Actor, AuditLog } from '../audit/index.js';
import { OperatorPasskeysStore } from './operator-passkeys.store.js';

/** Keeps a passkey that was made for the actor, within the transaction that holds the operator's row. */
@Injectable()
export class RegisterOperatorPasskey {
  constructor(
    private readonly passkeys: OperatorPasskeysStore,
    private readonly log: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** @throws Refusal `account.passkeys-full`, `account.passkey-known`. */
  async execute(
    tx: Transaction,
    actor: Actor & { operatorId: string },
    { made, name, action }: { made: PasskeyMade; name: string; action: 'operator.enrol' | 'operator.passkey-add' },
  ): Promise<void> {
    const { operatorId } = actor;
    const own = await this.passkeys.list(operatorId, tx);
    if (own.length >= PASSKEYS_MAX) throw new Refusal('account.passkeys-full', { most: PASSKEYS_MAX });
    const isNew = await this.passkeys.insert(tx, { ...made, operatorId, name, at: new Date(this.clock.now()) });
    if (!isNew) throw new Refusal('account.passkey-known');
    const line = { action, subject: 'operator', subjectId: operatorId };
    await this.log.record(tx, actor, { ...line, detail: { by: 'passkey', name } });
  }
}
