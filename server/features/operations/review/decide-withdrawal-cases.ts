import { Injectable } from '@nestjs/common';
import type { DecisionView } from '../../../contract/operations/cases.dto.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AuditLog } from '../audit/index.js';
import { ApproveWithdrawal, MarkWithdrawalPaid, RejectWithdrawal } from '../../wallet/withdrawals/index.js';
import { ClaimCase } from './claim-case.js';
import type { ActingOperator } from './acting-operator.js';
import { SecondPerson } from './second-person.js';
import type { CaseTerms } from './cases.store.js';
import { WithdrawalCasesStore } from './withdrawal-cases.store.js';

/** Steps that an operator takes with a withdrawal, each a class of the withdrawals. */
@Injectable()
export class WithdrawalSteps {
  constructor(
    readonly approve: ApproveWithdrawal,
    readonly reject: RejectWithdrawal,
    readonly pay: MarkWithdrawalPaid,
  ) {}
}

/** An operator's decision on a claimed withdrawal: one transaction with its line in the audit log. */
@Injectable()
export class DecideWithdrawalCases {
  constructor(
    private readonly claimCase: ClaimCase,
    private readonly second: SecondPerson,
    private readonly store: WithdrawalCasesStore,
    private readonly steps: WithdrawalSteps,
    private readonly log: AuditLog,
  ) {}

  /**
   * Releases it; above the limit only after two operators said so.
   * @throws Refusal `operations.claim-needed`, and those of `ApproveWithdrawal`.
   */
  approve(actor: ActingOperator, id: string): Promise<DecisionView> {
    return this.decide(actor, id, async (tx, { userId, amount, coin }) => {
      const { operatorId } = actor;
      const about = { kind: 'withdrawal' as const, subjectId: id };
      const isDone = (await this.steps.approve.execute({ withdrawalId: id, operatorId }, tx)) === 'released';
      // A constraint forbids approving one's own proposal.
      if (isDone) await this.second.settle(tx, actor, about, 'approved');
      else await this.second.propose(tx, actor, { ...about, userId, detail: { amount, coin }, reason: '' });
      const outcome = isDone ? 'done' : 'second-person';
      await this.note(tx, actor, { id, userId, action: 'withdrawal.approve', detail: { amount, coin, outcome } });
      return { outcome };
    });
  }

  /** The money goes back whole. @throws Refusal `operations.claim-needed`, and those of `RejectWithdrawal`. */
  reject(actor: ActingOperator, id: string, reason: string): Promise<DecisionView> {
    return this.decide(actor, id, async (tx, { userId }) => {
      await this.second.settle(tx, actor, { kind: 'withdrawal', subjectId: id }, 'rejected');
      await this.note(tx, actor, { id, userId, action: 'withdrawal.reject', detail: { reason } });
      await this.steps.reject.execute({ withdrawalId: id, operatorId: actor.operatorId, reason }, tx);
      return { outcome: 'done' };
    });
  }

  /** It has left the house. @throws Refusal `operations.claim-needed`, and those of `MarkWithdrawalPaid`. */
  pay(actor: ActingOperator, id: string, transaction: string): Promise<DecisionView> {
    return this.decide(actor, id, async (tx, { userId, amount, coin }) => {
      await this.note(tx, actor, { id, userId, action: 'withdrawal.pay', detail: { transaction, amount, coin } });
      await this.steps.pay.execute({ withdrawalId: id, operatorId: actor.operatorId, transaction }, tx);
      return { outcome: 'done' };
    });
  }

  private decide(
    actor: ActingOperator,
    id: string,
    work: (tx: Transaction, terms: CaseTerms) => Promise<DecisionView>,
  ): Promise<DecisionView> {
    return this.claimCase.decide(actor, { kind: 'withdrawal', id }, async (tx) => {
      const terms = await this.store.terms(tx, id);
      if (!terms) throw new Refusal('operations.not-found');
      return work(tx, terms);
    });
  }

  private note(
    tx: Transaction,
    actor: ActingOperator,
    { id, ...line }: { id: string; userId: string; action: string; detail: Record<string, unknown> },
  ): Promise<void> {
    return this.log.record(tx, actor, { ...line, subject: 'withdrawal', subjectId: id });
  }
}
