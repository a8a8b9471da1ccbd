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
   * Credits it, or lets it wait: where two have agreed on it, it goes beyond a cap of theirs, and anything waits here.
   * @throws Refusal `operations.act-waits` where it waits already, and those of {@link ApproveDeposit.execute}.
   */
  async execute(tx: Transaction, approval: Approval, proposal: ProposalRow | null): Promise<'announced' | 'done'> {
    const { depositId, operatorId } = approval;
    if (proposal && (await this.isLater(tx, approval, proposal))) {
      const dueAt = await this.announcedActs.beginProposed(tx, 'deposit', proposal, { approvedById: operatorId });
      await this.postponeDeposit.execute(tx, depositId, dueAt);
      return 'announced';
    }
    await this.approveDeposit.execute(approval, tx);
    return 'done';
  }

  private async isLater(
    tx: Transaction,
    { depositId, operatorId, amount }: Approval,
    { proposedById }: ProposalRow,
  ): Promise<boolean> {
    if (!this.announcedActs.isOn) return false;
    return this.postponeDeposit.isNeeded(tx, depositId, { amount, people: [proposedById, operatorId] });
  }
}
