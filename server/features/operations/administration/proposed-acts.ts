import { Injectable } from '@nestjs/common';
import type { OperatorInvitationView } from '../../../contract/operations/people.dto.js';
import type { ProposalKind } from '../../../contract/operations/words.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AdjustBalance } from '../../wallet/balances/index.js';
import type { Invitation } from '../operators/index.js';
import type { ActingOperator, ProposalRow } from '../review/index.js';
import { ApplySettings } from './apply-settings.js';
import { ChangeOperators, isOperatorKind } from './change-operators.js';
import { QuarantineRows } from './quarantine-rows.js';
import { ReopenTrading } from './reopen-trading.js';
import { TopUpInsurance } from './top-up-insurance.js';

/** What is approved at the case that it is about, which somebody holds. */
const DECIDED_AT_THEIR_CASES: readonly ProposalKind[] = ['deposit', 'withdrawal', 'otc-appeal'];

/** What each kind of proposal does when two people have agreed, and when one of them has not. */
@Injectable()
export class ProposedActs {
  constructor(
    private readonly adjustBalance: AdjustBalance,
    private readonly topUpInsurance: TopUpInsurance,
    private readonly applySettings: ApplySettings,
    private readonly quarantineRows: QuarantineRows,
    private readonly reopenTrading: ReopenTrading,
    private readonly changeOperators: ChangeOperators,
  ) {}

  /**
   * What takes too long for a transaction that holds locks.
   * @returns what a new operator, or one that is reset, will log in with. @throws Refusal of the act.
   */
  async prepare(proposal: ProposalRow): Promise<Invitation | null> {
    if (proposal.kind === 'books-quarantine') await this.quarantineRows.prepare(proposal);
    if (proposal.kind === 'books-reopen') await this.reopenTrading.prepare(proposal);
    return isOperatorKind(proposal.kind) ? this.changeOperators.prepare(proposal) : null;
  }

  /**
   * The act itself, within the transaction of the decision.
   * @throws Refusal `operations.claim-needed` for deposits, withdrawals and appeals, which are decided at their own calls,
   * and those of the act.
   */
  async carryOut(
    tx: Transaction,
    actor: ActingOperator,
    proposal: ProposalRow,
    invitation: Invitation | null,
  ): Promise<OperatorInvitationView | null> {
    const { kind, subjectId } = proposal;
    const { operatorId } = actor;
    if (DECIDED_AT_THEIR_CASES.includes(kind)) throw new Refusal('operations.claim-needed');
    if (isOperatorKind(kind)) return this.changeOperators.execute(tx, actor, proposal, invitation);
    if (kind === 'adjustment') await this.adjustBalance.approve({ adjustmentId: subjectId ?? '0', operatorId }, tx);
    else if (kind === 'insurance') await this.topUpInsurance.execute(tx, proposal);
    else if (kind === 'books-quarantine') await this.quarantineRows.execute(tx, proposal);
    else if (kind === 'books-reopen') await this.reopenTrading.execute(tx, actor, proposal);
    else await this.applySettings.execute(tx, proposal);
    return null;
  }

  /** Once the decision is committed: what was set holds in this process at once. */
  async followUp(kind: ProposalKind): Promise<void> {
    await this.applySettings.reload(kind);
  }

  /** Nothing comes of the proposal. @throws Refusal `operations.claim-needed` as `carryOut`, of an appeal as long as it is open. */
  async drop(
    tx: Transaction,
    { operatorId }: Pick<ActingOperator, 'operatorId'>,
    proposal: ProposalRow,
  ): Promise<void> {
    const { kind, subjectId } = proposal;
    if (kind === 'deposit' || kind === 'withdrawal') throw new Refusal('operations.claim-needed');
    await this.applySettings.reject(tx, proposal);
    if (kind === 'adjustment') await this.adjustBalance.reject({ adjustmentId: subjectId ?? '0', operatorId }, tx);
  }
}
