import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AuditLog } from '../audit/index.js';
import { type ActingOperator, AnnouncedActsStore } from '../review/index.js';
import { AnnouncedWork } from './announced-work.js';

/** Any administrator alone stops what waits, whoever decided it. It is final: it would have to be proposed anew. */
@Injectable()
export class StopAnnouncedAct {
  constructor(
    private readonly store: AnnouncedActsStore,
    private readonly announcedWork: AnnouncedWork,
    private readonly log: AuditLog,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** @throws Refusal `operations.not-found`, `operations.act-ended` once it took effect or was stopped. */
  async execute(actor: ActingOperator, id: string, reason: string): Promise<void> {
    const { operatorId } = actor;
    await this.transactions.run(async (tx) => {
      const act = await this.store.lock(tx, id);
      if (!act) throw new Refusal('operations.not-found');
      if (act.status !== 'waiting') throw new Refusal('operations.act-ended');
      const { kind, userId, detail, proposedBy, approvedBy } = act;
      await this.store.end(tx, id, { status: 'stopped', operatorId, reason }, new Date(this.clock.now()));
      const line = { action: 'announced-act.stop', subject: 'announced-act', subjectId: id, userId };
      await this.log.record(tx, actor, { ...line, detail: { kind, proposedBy, approvedBy, ...detail, reason } });
      await this.announcedWork.drop(tx, act, operatorId);
    });
  }
}
