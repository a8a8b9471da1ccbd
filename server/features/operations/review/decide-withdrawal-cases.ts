import { Injectable } from '@nestjs/common';
import type { DecisionView } from '../../../contract/operations/cases.dto.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { MarkWithdrawalPaid, RejectWithdrawal, SendWithdrawal } from '../../wallet/withdrawals/index.js';
import { DecideHeldWithdrawal } from './decide-held-withdrawal.js';
import type { ActingOperator } from './acting-operator.js';
import { ReleaseWithdrawalCase } from './release-withdrawal-case.js';
import { SecondPerson } from './second-person.js';
import type { WithdrawalTerms } from './withdrawal-cases.store.js';

/** What a proposal says that is about giving a released withdrawal back. */
const TAKEN_BACK = { status: 'rejected' };
/** Of one that is being sent: that nothing has left the house, or that it has, whoever sends it. */
const NOT_SENT = { status: 'not-sent' };
const PAID = { status: 'paid' };
/** Of a reason in words. */
const REASON_MIN = 3;

/** What an operator says of a withdrawal that is being sent. */
type Said = WithdrawalTerms & { id: string; reason: string; detail: Record<string, unknown> };

export interface PaidSaid {
  transaction: string;
  /** Why, where another operator sends it. */
  reason?: string;
}

/** An operator's decision on a claimed withdrawal: one transaction with its line in the audit log. */
@Injectable()
export class DecideWithdrawalCases {
  constructor(
    private readonly decideHeldWithdrawal: DecideHeldWithdrawal,
    private readonly second: SecondPerson,
    private readonly releaseWithdrawalCase: ReleaseWithdrawalCase,
    private readonly rejectWithdrawal: RejectWithdrawal,
    private readonly sendWithdrawal: SendWithdrawal,
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

  /** The operator sends it, before any money leaves the house. @throws Refusal `operations.claim-needed`, and those of `SendWithdrawal`. */
  send(actor: ActingOperator, id: string): Promise<DecisionView> {
    return this.decideHeldWithdrawal.execute(actor, id, async (tx, { userId, amount, coin }) => {
      // That somebody wants it back has come to nothing.
      await this.second.settle(tx, actor, { kind: 'withdrawal', subjectId: id }, 'rejected');
      const line = { id, userId, action: 'withdrawal.send', detail: { amount, coin } };
      await this.decideHeldWithdrawal.note(tx, actor, line);
      await this.sendWithdrawal.execute({ withdrawalId: id, operatorId: actor.operatorId }, tx);
      return { outcome: 'done' };
    });
  }

  /**
   * Nothing has left the house: two operators say so, each with a reason, and it is to be sent again.
   * @throws Refusal `operations.claim-needed`, `wallet.reason-required`, `wallet.second-person`, and those of `SendWithdrawal.undo`.
   */
  sendNot(actor: ActingOperator, id: string, reason: string): Promise<DecisionView> {
    return this.decideHeldWithdrawal.execute(actor, id, async (tx, terms) => {
      const { sendingBy, userId, amount, coin } = terms;
      if (sendingBy === null) throw new Refusal('withdrawals.not-being-sent');
      const isAgreed = await this.agreed(tx, actor, { ...terms, id, reason, detail: { ...NOT_SENT, amount, coin } });
      const outcome = isAgreed ? 'done' : 'second-person';
      const detail = { amount, coin, reason, outcome, sendingBy };
      await this.decideHeldWithdrawal.note(tx, actor, { id, userId, action: 'withdrawal.send-not', detail });
      if (isAgreed) await this.sendWithdrawal.undo(id, tx);
      return { outcome };
    });
  }

  /**
   * It has left the house: whoever sends it says so. Where that is somebody else, two others do, each with a reason.
   * @throws Refusal `operations.claim-needed`, `wallet.reason-required`, `wallet.second-person`, and those of `MarkWithdrawalPaid`.
   */
  pay(actor: ActingOperator, id: string, { transaction, reason }: PaidSaid, open?: Transaction): Promise<DecisionView> {
    const pay = async (tx: Transaction, terms: WithdrawalTerms): Promise<DecisionView> => {
      const { userId, amount, coin, sendingBy } = terms;
      const isOther = sendingBy !== null && sendingBy !== actor.operatorId;
      if (isOther && reason !== undefined) return this.payForAnother(tx, actor, { ...terms, id, transaction, reason });
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

  private async payForAnother(
    tx: Transaction,
    actor: ActingOperator,
    { transaction: typed, ...terms }: WithdrawalTerms & { id: string; transaction: string; reason: string },
  ): Promise<DecisionView> {
    const { id, userId, amount, coin, reason, sendingBy } = terms;
    const said = { withdrawalId: id, operatorId: actor.operatorId, transaction: typed };
    // Two mean the same one, however each of them spells it.
    const transaction = await this.markWithdrawalPaid.judged(tx, said);
    const isAgreed = await this.agreed(tx, actor, { ...terms, detail: { ...PAID, transaction, amount, coin } });
    const outcome = isAgreed ? 'done' : 'second-person';
    const detail = { transaction, amount, coin, reason, outcome, sendingBy };
    await this.decideHeldWithdrawal.note(tx, actor, { id, userId, action: 'withdrawal.pay', detail });
    if (isAgreed) await this.markWithdrawalPaid.execute({ ...said, transaction, isAgreed }, tx);
    return { outcome };
  }

  /** Whether a second operator says the same by now; the first one's word waits. */
  private async agreed(tx: Transaction, actor: ActingOperator, { id, userId, reason, detail }: Said): Promise<boolean> {
    if (reason.trim().length < REASON_MIN) throw new Refusal('wallet.reason-required');
    const asked = { kind: 'withdrawal' as const, subjectId: id, userId, detail, reason };
    return (await this.second.confirm(tx, actor, { ...asked, reasonMin: REASON_MIN })) !== null;
  }

  private async takeBack(
    tx: Transaction,
    actor: ActingOperator,
    { id, userId, amount, coin, reason, sendingBy }: WithdrawalTerms & { id: string; reason: string },
  ): Promise<DecisionView> {
    if (sendingBy !== null) throw new Refusal('withdrawals.being-sent');
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
