import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AdjustBalance } from '../../wallet/balances/index.js';
import { ApproveDeposit, PostponeDeposit } from '../../wallet/deposits/index.js';
import { PostponeWithdrawal } from '../../wallet/withdrawals/index.js';
import type { Actor } from '../audit/index.js';
import type { AnnouncedActRow } from '../review/index.js';
import { ApplySettings } from './apply-settings.js';
import { ChangeNetwork } from './change-network.js';
import { depositDetail, parseDetail } from './proposal-details.js';

/** What each kind of announced act does when it takes effect, and when it never will. */
@Injectable()
export class AnnouncedWork {
  constructor(
    private readonly adjustBalance: AdjustBalance,
    private readonly approveDeposit: ApproveDeposit,
    private readonly postponeDeposit: PostponeDeposit,
    private readonly postponeWithdrawal: PostponeWithdrawal,
    private readonly applySettings: ApplySettings,
    private readonly changeNetwork: ChangeNetwork,
  ) {}

  /** In the transaction in which it ends. @throws Refusal of the act, `request.unavailable` where it may be done a little later. */
  async carryOut(tx: Transaction, actor: Actor, act: AnnouncedActRow): Promise<void> {
    const { kind, subjectId, detail, proposedById, approvedById } = act;
    if (kind === 'network-change') return this.changeNetwork.carryOut(tx, actor, act);
    // Held by the table: all others took two.
    if (approvedById === null) throw new Refusal('operations.not-found');
    const subject = subjectId ?? '0';
    if (kind === 'adjustment') {
      await this.adjustBalance.approve({ adjustmentId: subject, operatorId: approvedById }, tx);
    } else if (kind === 'deposit') {
      const { amount, transaction, chainObjection } = parseDetail(depositDetail, detail);
      // The version before did not write down that no chain was asked: two agreed on it all the same (decision 185).
      const overruled =
        chainObjection ?? ((await this.approveDeposit.objection(tx, subject)) === 'not-asked' ? 'not-asked' : null);
      const said = { amount, transaction, overruled };
      // Of the moment, as of a node that is silent: it waits for the next look at its chain.
      const isUnheard = overruled !== 'not-asked' && (await this.approveDeposit.isOutOfDate(tx, subject));
      if (isUnheard) throw new Refusal('request.unavailable');
      const approval = { depositId: subject, operatorId: approvedById, proposedBy: proposedById, ...said };
      await this.approveDeposit.execute(approval, tx);
    } else if (kind === 'withdrawal') {
      await this.postponeWithdrawal.carryOut(tx, subject, approvedById);
    } else await this.applySettings.execute(tx, { kind, subjectId, detail });
  }

  /** Once it is committed: what was set holds in this process at once. */
  followUp({ kind }: Pick<AnnouncedActRow, 'kind'>): Promise<void> {
    return this.applySettings.reload(kind === 'network-change' ? undefined : kind);
  }

  /** Nothing comes of it: a change by hand is decided so by the operator, a deposit and a withdrawal are as they were before. */
  async drop(tx: Transaction, { kind, subjectId, detail }: AnnouncedActRow, operatorId: string): Promise<void> {
    const subject = subjectId ?? '0';
    if (kind === 'adjustment') await this.adjustBalance.reject({ adjustmentId: subject, operatorId }, tx);
    if (kind === 'deposit') await this.postponeDeposit.undo(tx, subject);
    if (kind === 'withdrawal') await this.postponeWithdrawal.undo(tx, subject);
    if (kind !== 'network-change') await this.applySettings.drop(tx, { kind, subjectId, detail });
  }
}
