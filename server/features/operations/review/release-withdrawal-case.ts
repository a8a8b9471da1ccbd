import { Injectable } from '@nestjs/common';
import type { DecisionView } from '../../../contract/operations/cases.dto.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { ApproveWithdrawal, PostponeWithdrawal } from '../../wallet/withdrawals/index.js';
import type { ActingOperator } from './acting-operator.js';
import { AnnouncedActs } from './announced-acts.js';
import type { CaseTerms } from './cases.store.js';
import { SecondPerson } from './second-person.js';

/** Releases a withdrawal that is decided: at once, or later where it goes beyond what its two persons may on one day. */
@Injectable()
export class ReleaseWithdrawalCase {
  constructor(
    private readonly approveWithdrawal: ApproveWithdrawal,
    private readonly postponeWithdrawal: PostponeWithdrawal,
    private readonly announcedActs: AnnouncedActs,
    private readonly second: SecondPerson,
  ) {}

  /** @throws Refusal `operations.act-waits` where it waits already, and those of `ApproveWithdrawal`. */
  async execute(
    tx: Transaction,
    actor: ActingOperator,
    { id, userId, amount, coin }: { id: string } & CaseTerms,
  ): Promise<DecisionView['outcome']> {
    const { operatorId } = actor;
    const about = { kind: 'withdrawal' as const, subjectId: id };
    const proposal = await this.second.open(tx, actor, about);
    const isFirstVoid = await this.second.dropLapsed(tx, actor, about);
    await this.postponeWithdrawal.assertNone(tx, id);
    const approval = { withdrawalId: id, operatorId, isFirstVoid, mayWait: this.announcedActs.isOn };
    const outcome = await this.approveWithdrawal.execute(approval, tx);
    if (outcome === 'second-person') {
      await this.second.propose(tx, actor, { ...about, userId, detail: { amount, coin }, reason: '' });
      return 'second-person';
    }
    // A constraint forbids approving one's own proposal.
    await this.second.settle(tx, actor, about, 'approved');
    if (outcome === 'released') return 'done';
    if (proposal === null) throw new Refusal('operations.not-found');
    const dueAt = await this.announcedActs.beginProposed(tx, 'withdrawal', proposal, { approvedById: operatorId });
    await this.postponeWithdrawal.execute(tx, id, dueAt);
    return 'announced';
  }
}
