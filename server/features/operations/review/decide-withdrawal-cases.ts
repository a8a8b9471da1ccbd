import { Injectable } from '@nestjs/common';
import type { DecisionView } from '../../../contract/operations/cases.dto.js';
import { ApproveWithdrawal, MarkWithdrawalPaid, RejectWithdrawal } from '../../wallet/withdrawals/index.js';
import { DecideHeldWithdrawal } from './decide-held-withdrawal.js';
import type { ActingOperator } from './acting-operator.js';
import { SecondPerson } from './second-person.js';

/** An operator's decision on a claimed withdrawal: one transaction with its line in the audit log. */
@Injectable()
export class DecideWithdrawalCases {
  constructor(
    private readonly decideHeldWithdrawal: DecideHeldWithdrawal,
    private readonly second: SecondPerson,
    private readonly approveWithdrawal: ApproveWithdrawal,
    private readonly rejectWithdrawal: RejectWithdrawal,
    private readonly markWithdrawalPaid: MarkWithdrawalPaid,
  ) {}

  /**
   * Releases it; above the limit only after two operators said so, both with the access that they have now.
   * @throws Refusal `operations.claim-needed`, and those of `ApproveWithdrawal`.
   */
  approve(actor: ActingOperator, id: string): Promise<DecisionView> {
    return this.decideHeldWithdrawal.execute(actor, id, async (tx, { userId, amount, coin }) => {
      const { operatorId } = actor;
      const about = { kind: 'withdrawal' as const, subjectId: id };
      const isFirstVoid = await this.second.dropLapsed(tx, actor, about);
      const approval = { withdrawalId: id, operatorId, isFirstVoid };
      const isDone = (await this.approveWithdrawal.execute(approval, tx)) === 'released';
      // A constraint forbids approving one's own proposal.
      if (isDone) await this.second.settle(tx, actor, about, 'approved');
      else await this.second.propose(tx, actor, { ...about, userId, detail: { amount, coin }, reason: '' });
      const outcome = isDone ? 'done' : 'second-person';
      await this.decideHeldWithdrawal.note(tx, actor, {
        id,
        userId,
        action: 'withdrawal.approve',
        detail: { amount, coin, outcome },
      });
      return { outcome };
    });
  }

  /** The money goes back whole. @throws Refusal `operations.claim-needed`, and those of `RejectWithdrawal`. */
  reject(actor: ActingOperator, id: string, reason: string): Promise<DecisionView> {
    return this.decideHeldWithdrawal.execute(actor, id, async (tx, { userId }) => {
      await this.second.settle(tx, actor, { kind: 'withdrawal', subjectId: id }, 'rejected');
      await this.decideHeldWithdrawal.note(tx, actor, { id, userId, action: 'withdrawal.reject', detail: { reason } });
      await this.rejectWithdrawal.execute({ withdrawalId: id, operatorId: actor.operatorId, reason }, tx);
      return { outcome: 'done' };
    });
  }

  /** It has left the house. @throws Refusal `operations.claim-needed`, and those of `MarkWithdrawalPaid`. */
  pay(actor: ActingOperator, id: string, transaction: string): Promise<DecisionView> {
    return this.decideHeldWithdrawal.execute(actor, id, async (tx, { userId, amount, coin }) => {
      await this.decideHeldWithdrawal.note(tx, actor, {
        id,
        userId,
        action: 'withdrawal.pay',
        detail: { transaction, amount, coin },
      });
      await this.markWithdrawalPaid.execute({ withdrawalId: id, operatorId: actor.operatorId, transaction }, tx);
      return { outcome: 'done' };
    });
  }
}
