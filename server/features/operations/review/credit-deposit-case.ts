import { Injectable } from '@nestjs/common';
import type { DecimalText } from '../../../contract/money.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { ApproveDeposit, PostponeDeposit } from '../../wallet/deposits/index.js';
import { AnnouncedActs } from './announced-acts.js';
import type { ProposalRow } from './proposals.store.js';

type Approval = Parameters<ApproveDeposit['execute']>[0] & { amount: DecimalText };

/** Credits a deposit that is decided: at once, or later where it goes beyond what its two persons may say on one day. */
@Injectable()
export class CreditDepositCase {
  constructor(
    private readonly approveDeposit: ApproveDeposit,
    private readonly postponeDeposit: PostponeDeposit,
    private readonly announcedActs: AnnouncedActs,
  ) {}

  /** @see ApproveDeposit.objection */
  objection(tx: Transaction, depositId: string): ReturnType<ApproveDeposit['objection']> {
    return this.approveDeposit.objection(tx, depositId);
  }

  /** Whether it goes beyond what the operator may credit on one day without a chain's word, so that it takes two. */
  isBeyondCap(tx: Transaction, { depositId, operatorId, amount }: Approval): Promise<boolean> {
    return this.postponeDeposit.isNeeded(tx, depositId, { amount, people: [operatorId] });
  }

  /**
   * Lets a credit wait that two have agreed on, where it goes beyond a cap of theirs and anything waits here.
   * @returns when it is credited; null: it does not wait. @throws Refusal `operations.act-waits` where it waits already.
   */
  async announce(
    tx: Transaction,
    { depositId, operatorId, amount }: Approval,
    proposal: ProposalRow,
  ): Promise<Date | null> {
    if (!this.announcedActs.isOn) return null;
    const people = [proposal.proposedById, operatorId];
    if (!(await this.postponeDeposit.isNeeded(tx, depositId, { amount, people }))) return null;
    const dueAt = await this.announcedActs.beginProposed(tx, 'deposit', proposal, { approvedById: operatorId });
    await this.postponeDeposit.execute(tx, depositId, dueAt);
    return dueAt;
  }

  /** @see ApproveDeposit.execute */
  execute(tx: Transaction, approval: Approval): Promise<void> {
    return this.approveDeposit.execute(approval, tx);
  }
}
