import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { AuditLog } from '../audit/index.js';
import type { ActingOperator } from './acting-operator.js';
import { DeskStore } from './desk.store.js';

/** One transaction of a reviewer's step and its line in the audit log. */
@Injectable()
export class RecordVerificationStep {
  constructor(
    private readonly desk: DeskStore,
    private readonly log: AuditLog,
    private readonly transactions: Transactions,
  ) {}

  /** The step comes first: it knows whether there is such a case. */
  execute<Result>(
    actor: ActingOperator,
    caseId: string,
    verb: string,
    detail: Record<string, unknown>,
    step: (tx: Transaction) => Promise<Result>,
  ): Promise<Result> {
    return this.transactions.run(async (tx) => {
      const result = await step(tx);
      const userId = await this.desk.ownerOfCase(tx, caseId);
      const line = { action: `verification.${verb}`, subject: 'verification', subjectId: caseId, userId };
      await this.log.record(tx, actor, { ...line, detail });
      return result;
    });
  }
}
