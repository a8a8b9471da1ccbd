import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { AuditLog, WORKER } from '../audit/index.js';
import { ProposalsStore } from '../review/index.js';
import { ProposedActs } from './proposed-acts.js';

const AT_ONCE = 100;

/**
 * What nobody approved within seven days has lapsed: the words of a day on which much was otherwise are not found again, and the same can be
 * proposed anew. Each in one transaction, whichever process does it.
 */
@Injectable()
export class LapseProposals {
  private readonly logger = new Logger('Operations');

  constructor(
    private readonly store: ProposalsStore,
    private readonly proposedActs: ProposedActs,
    private readonly log: AuditLog,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<void> {
    for (const id of await this.store.lapsed(this.now(), AT_ONCE)) {
      try {
        await this.lapse(id);
      } catch (error) {
        // It keeps nothing else open.
        this.logger.error(error, `Proposal ${id} is still to lapse`);
      }
    }
  }

  private lapse(id: string): Promise<void> {
    return this.transactions.run(async (tx) => {
      const proposal = await this.store.lock(tx, id);
      if (!proposal || !(await this.store.lapse(tx, id, this.now()))) return;
      const { kind, userId, proposedBy, detail } = proposal;
      const line = { action: 'proposal.lapse', subject: 'proposal', subjectId: id, userId };
      await this.log.record(tx, WORKER, { ...line, detail: { kind, proposedBy, ...detail } });
      // As if whoever proposed it had taken it back.
      await this.proposedActs.drop(tx, { operatorId: proposal.proposedById }, proposal);
    });
  }

  private now(): Date {
    return new Date(this.clock.now());
  }
}
