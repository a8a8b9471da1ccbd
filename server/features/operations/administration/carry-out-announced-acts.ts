import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AuditLog, WORKER } from '../audit/index.js';
import { type AnnouncedActRow, AnnouncedActsStore, ProposalsStore } from '../review/index.js';
import { AnnouncedWork } from './announced-work.js';

const AT_ONCE = 100;

/**
 * Carries out what has waited long enough by the database's clock, each in one transaction with its end: whatever process
 * does it, and wherever it breaks off, it is done once.
 */
@Injectable()
export class CarryOutAnnouncedActs {
  private readonly logger = new Logger('Operations');

  constructor(
    private readonly store: AnnouncedActsStore,
    private readonly proposals: ProposalsStore,
    private readonly announcedWork: AnnouncedWork,
    private readonly log: AuditLog,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** What is due. One that cannot be done now does not keep the others; it waits for the next round. */
  async execute(): Promise<void> {
    for (const id of await this.store.due(this.now(), AT_ONCE)) {
      try {
        await this.carryOut(id);
      } catch (error) {
        this.logger.error(error, `Announced act ${id} is still to be carried out`);
      }
    }
  }

  private async carryOut(id: string): Promise<void> {
    try {
      const done = await this.end(id, async (tx, act) => {
        await this.assertStillThere(tx, act);
        await this.store.end(tx, id, { status: 'done' }, this.now());
        await this.note(tx, act, 'announced-act.done');
        await this.announcedWork.carryOut(tx, WORKER, act);
      });
      if (done) await this.announcedWork.followUp(done);
    } catch (error) {
      if (!(error instanceof Refusal) || PASSING.has(error.code)) throw error;
      const { code } = error;
      await this.end(id, async (tx, act) => {
        await this.store.end(tx, id, { status: 'failed', reason: code }, this.now());
        await this.note(tx, act, 'announced-act.fail', { code });
        await this.announcedWork.drop(tx, act, act.approvedById ?? act.proposedById);
      });
    }
  }

  /** What somebody decided whose access was changed since goes with it. @throws Refusal `operations.proposer-gone`. */
  private async assertStillThere(tx: Transaction, act: AnnouncedActRow): Promise<void> {
    const { proposedById, proposedAt, approvedById, beganAt } = act;
    const people = [
      { proposedById, proposedAt },
      ...(approvedById === null ? [] : [{ proposedById: approvedById, proposedAt: beganAt }]),
    ];
    // What is asked about them next sees what was changed until then, and nothing is changed any more.
    await this.proposals.lockPeople(
      tx,
      people.map(({ proposedById: id }) => id),
    );
    for (const person of people) {
      if (!(await this.proposals.isByWhoItWas(tx, person))) throw new Refusal('operations.proposer-gone');
    }
  }

  private end(
    id: string,
    work: (tx: Transaction, act: AnnouncedActRow) => Promise<void>,
  ): Promise<AnnouncedActRow | null> {
    return this.transactions.run(async (tx) => {
      const act = await this.store.lockDue(tx, id, this.now());
      if (act) await work(tx, act);
      return act;
    });
  }

  private note(tx: Transaction, act: AnnouncedActRow, action: string, detail: Record<string, unknown> = {}) {
    const { id, kind, userId, proposedBy, approvedBy } = act;
    const line = { action, subject: 'announced-act', subjectId: id, userId };
    return this.log.record(tx, WORKER, { ...line, detail: { kind, proposedBy, approvedBy, ...act.detail, ...detail } });
  }

  private now(): Date {
    return new Date(this.clock.now());
  }
}

/** Of the moment, not of the act: tried again. */
const PASSING: ReadonlySet<string> = new Set(['request.unavailable']);
