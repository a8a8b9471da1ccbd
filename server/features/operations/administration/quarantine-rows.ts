import { Injectable } from '@nestjs/common';
import type { ProposeQuarantineRequest } from '../../../contract/operations/books.dto.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AuditLog } from '../audit/index.js';
import { QuarantineViolations } from '../../wallet/ledger/index.js';
import { parseDetail, quarantineDetail } from './proposal-details.js';
import { type ActingOperator, type ProposalRow, SecondPerson } from '../review/index.js';

/** Violations that cannot be put right, for immutable rows show them: two operators let them stand, row by row. */
@Injectable()
export class QuarantineRows {
  constructor(
    private readonly quarantineViolations: QuarantineViolations,
    private readonly second: SecondPerson,
    private readonly log: AuditLog,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Nothing is let stand yet. @returns the proposal's number.
   * @throws Refusal `operations.not-found`, `operations.violation-gone`, `operations.not-for-quarantine`.
   */
  async propose(actor: ActingOperator, { invariant, fingerprints, reason }: ProposeQuarantineRequest): Promise<string> {
    const violations = await this.quarantineViolations.find(invariant, fingerprints);
    return this.transactions.run(async (tx) => {
      const detail = { invariant, violations };
      const asked = { kind: 'books-quarantine', subjectId: null, userId: null, detail, reason } as const;
      const id = await this.second.propose(tx, actor, asked);
      const line = { action: 'books-quarantine.propose', subject: 'proposal', subjectId: id };
      await this.log.record(tx, actor, { ...line, detail: { ...detail, reason } });
      return id;
    });
  }

  /** The second person lets stand what the first one saw. @throws Refusal `operations.violation-gone`. */
  async prepare({ detail }: ProposalRow): Promise<void> {
    const { invariant, violations } = parseDetail(quarantineDetail, detail);
    await this.quarantineViolations.find(
      invariant,
      violations.map(({ fingerprint }) => fingerprint),
    );
  }

  async execute(tx: Transaction, { id, detail }: ProposalRow): Promise<void> {
    const { invariant, violations } = parseDetail(quarantineDetail, detail);
    await this.quarantineViolations.impose(tx, { proposalId: id, invariant }, violations);
  }

  /** One is enough: it makes the check stricter. @throws Refusal `operations.not-found`. */
  async lift(actor: ActingOperator, id: string, reason: string): Promise<void> {
    const { operatorId } = actor;
    await this.transactions.run(async (tx) => {
      const lifted = await this.quarantineViolations.lift(tx, id, { operatorId, reason });
      if (!lifted) throw new Refusal('operations.not-found');
      const line = { action: 'books-quarantine.lift', subject: 'quarantine', subjectId: id };
      await this.log.record(tx, actor, { ...line, detail: { ...lifted, reason } });
    });
  }
}
