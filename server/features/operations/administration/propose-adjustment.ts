import { Injectable } from '@nestjs/common';
import type { ProposeAdjustmentRequest } from '../../../contract/operations/proposals.dto.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { TEXT_REPLY } from '../../../platform/idempotency/command-key.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { AdjustBalance } from '../../wallet/balances/index.js';
import { AuditLog } from '../audit/index.js';
import { type ActingOperator, AnnouncedActs, SecondPerson } from '../review/index.js';
import { SettingsStore } from './settings.store.js';

/** A change of a user's money by hand, for two people to decide. */
@Injectable()
export class ProposeAdjustment {
  constructor(
    private readonly adjustBalance: AdjustBalance,
    private readonly store: SettingsStore,
    private readonly second: SecondPerson,
    private readonly announcedActs: AnnouncedActs,
    private readonly log: AuditLog,
    private readonly commands: IdempotentCommands,
  ) {}

  /**
   * Proposes a change of somebody's money by hand, once however often it is sent.
   * @throws Refusal of `AdjustBalance.propose`, `request.key-reused`.
   */
  execute(actor: ActingOperator, request: ProposeAdjustmentRequest, key: string | null): Promise<string> {
    const { userId, account, currencyId, amount, reason } = request;
    const command = { userId: actor.operatorId, route: 'ops/adjustments', key, body: request, reply: TEXT_REPLY };
    return this.commands.run(command, async (tx) => {
      if (!(await this.store.isUser(tx, userId))) throw new Refusal('operations.not-found');
      const mayWait = this.announcedActs.isOn;
      const proposal = { userId, account, currencyId, amount, reason, operatorId: actor.operatorId, mayWait };
      const subjectId = await this.adjustBalance.propose(proposal, tx);
      const detail = { account, currencyId, amount };
      const id = await this.second.propose(tx, actor, { kind: 'adjustment', subjectId, userId, detail, reason });
      const line = { action: 'adjustment.propose', subject: 'proposal', subjectId: id, userId };
      await this.log.record(tx, actor, { ...line, detail: { ...detail, reason } });
      return id;
    });
  }
}
