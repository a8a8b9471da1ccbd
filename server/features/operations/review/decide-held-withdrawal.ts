import { Injectable } from '@nestjs/common';
import type { DecisionView } from '../../../contract/operations/cases.dto.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AuditLog } from '../audit/index.js';
import type { ActingOperator } from './acting-operator.js';
import { ClaimCase } from './claim-case.js';
import { WithdrawalCasesStore, type WithdrawalTerms } from './withdrawal-cases.store.js';

/** One transaction, its own or one that is open, about a withdrawal that the operator has claimed, with its line in the audit log. */
@Injectable()
export class DecideHeldWithdrawal {
  constructor(
    private readonly claimCase: ClaimCase,
    private readonly store: WithdrawalCasesStore,
    private readonly log: AuditLog,
  ) {}

  /** @throws Refusal `operations.claim-needed`, `operations.not-found`, and those of the work. */
  execute(
    actor: ActingOperator,
    id: string,
    work: (tx: Transaction, terms: WithdrawalTerms) => Promise<DecisionView>,
    open?: Transaction,
  ): Promise<DecisionView> {
    const decision = async (tx: Transaction) => {
      const terms = await this.store.terms(tx, id);
      if (!terms) throw new Refusal('operations.not-found');
      return work(tx, terms);
    };
    return this.claimCase.decide(actor, { kind: 'withdrawal', id }, decision, open);
  }

  /** The line in the audit log. */
  note(
    tx: Transaction,
    actor: ActingOperator,
    { id, ...line }: { id: string; userId: string; action: string; detail: Record<string, unknown> },
  ): Promise<void> {
    return this.log.record(tx, actor, { ...line, subject: 'withdrawal', subjectId: id });
  }
}
