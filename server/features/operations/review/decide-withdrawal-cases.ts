import { Injectable } from '@nestjs/common';
import type { DecisionView } from '../../../contract/operations/cases.dto.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { MarkWithdrawalPaid, RejectWithdrawal } from '../../wallet/withdrawals/index.js';
import { DecideHeldWithdrawal } from './decide-held-withdrawal.js';
import type { ActingOperator } from './acting-operator.js';
import { ReleaseWithdrawalCase } from './release-withdrawal-case.js';
import { SecondPerson } from './second-person.js';
import type { WithdrawalTerms } from './withdrawal-cases.store.js';

/** What a proposal says that is about giving a released withdrawal back. */
const TAKEN_BACK = { status: 'rejected' };

/** An operator's decision on a claimed withdrawal: one transaction with its line in the audit log. */
@Injectable()
export class DecideWithdrawalCases {
  constructor(
    private readonly decideHeldWithdrawal: DecideHeldWithdrawal,
    private readonly second: SecondPerson,
    private readonly releaseWithdrawalCase: ReleaseWithdrawalCase,
    private readonly rejectWithdrawal: RejectWithdrawal,
    private readonly markWithdrawalPaid: MarkWithdrawalPaid,
  ) {}

  /**
   * Releases it; above the limit only after two operators said so, both with the access that they have now, and beyond what
   * one of them may release on one day later, where anything waits.
   * @throws Refusal `operations.claim-needed`, and those of `ReleaseWithdrawalCase`.
   */
  approve(actor: ActingOperator, id: string, open?: Transaction): Promise<DecisionView> {
    const release = async (tx: Transaction, terms: WithdrawalTerms): Promise<DecisionView> => {
      const { userId, amount, coin } = terms;
      const outcome = await this.releaseWithdrawalCase.execute(tx, actor, { ...terms, id });
      const line = { id, userId, action: 'withdrawal.approve', detail: { amount, coin, outcome } };
      await this.decideHeldWithdrawal.note(tx, actor, line);
      return { outcome };
    };
    return this.decideHeldWithdrawal.execute(actor, id, release, open);
  }

  /**
   * The money goes back whole. Of one that is released, which may be on its way already, two operators have to say so, each with a reason.
   * @throws Refusal `operations.claim-needed`, `wallet.second-person`, and those of `RejectWithdrawal`.
   */
  reject(actor: ActingOperator, id: string, reason: string, open?: Transaction): Promise<DecisionView> {
    const reject = async (tx: Transaction, terms: WithdrawalTerms): Promise<DecisionView> => {
      if (terms.status === 'approved') return this.takeBack(tx, actor, { ...terms, id, reason });
      const { userId } = terms;
      await this.second.settle(tx, actor, { kind: 'withdrawal', subjectId: id }, 'rejected');
      await this.decideHeldWithdrawal.note(tx, actor, { id, userId, action: 'withdrawal.reject', detail: { reason } });
      await this.rejectWithdrawal.execute({ withdrawalId: id, operatorId: actor.operatorId, reason }, tx);
      return { outcome: 'done' };
    };
    return this.decideHeldWithdrawal.execute(actor, id, reject, open);
  }

  /** It has left the house. @throws Refusal `operations.claim-needed`, and those of `MarkWithdrawalPaid`. */
  pay(actor: ActingOperator, id: string, transaction: string, open?: Transaction): Promise<DecisionView> {
    const pay = async (tx: Transaction, { userId, amount, coin }: WithdrawalTerms): Promise<DecisionView> => {
      // That somebody wants it back has come to nothing.
      await this.second.settle(tx, actor, { kind: 'withdrawal', subjectId: id }, 'rejected');
      await this.decideHeldWithdrawal.note(tx, actor, {
        id,
        userId,
        action: 'withdrawal.pay',
        detail: { transaction, amount, coin },
      });
      await this.markWithdrawalPaid.execute({ withdrawalId: id, operatorId: actor.operatorId, transaction }, tx);
      return { outcome: 'done' };
    };
    return this.decideHeldWithdrawal.execute(actor, id, pay, open);
  }

  private async takeBack(
    tx: Transaction,
    actor: ActingOperator,
    { id, userId, amount, coin, reason }: WithdrawalTerms & { id: string; reason: string },
  ): Promise<DecisionView> {
    if (reason.trim() === '') throw new Refusal('wallet.reason-required');
    const asked = {
      kind: 'withdrawal' as const,
      subjectId: id,
      userId,
      detail: { ...TAKEN_BACK, amount, coin },
      reason,
    };
    const proposal = await this.second.confirm(tx, actor, { ...asked, reasonMin: 1 });
    const outcome = proposal === null ? 'second-person' : 'done';
    const detail = { amount, coin, reason, outcome };
    await this.decideHeldWithdrawal.note(tx, actor, { id, userId, action: 'withdrawal.take-back', detail });
    if (proposal !== null) {
      const { operatorId } = actor;
      await this.rejectWithdrawal.execute({ withdrawalId: id, operatorId, reason, isTakenBack: true }, tx);
    }
    return { outcome };
  }
}
