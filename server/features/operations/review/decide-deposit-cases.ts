import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import type { DecimalText } from '../../../contract/money.js';
import type { ApproveDepositRequest, DecisionView } from '../../../contract/operations/cases.dto.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AuditLog } from '../audit/index.js';
import { isBelow } from '../../wallet/balances/index.js';
import { RejectDeposit, settledBy } from '../../wallet/deposits/index.js';
import { ClaimCase } from './claim-case.js';
import { CreditDepositCase } from './credit-deposit-case.js';
import { DepositCasesStore, type DepositTerms } from './deposit-cases.store.js';
import type { ActingOperator } from './acting-operator.js';
import { takesTwoPeople } from './desk-views.js';
import { sameDetail, SecondPerson } from './second-person.js';

/** A reason in words. */
const REASON_MIN = 3;

/** An operator's decision on a claimed deposit: one transaction with its line in the audit log. */
@Injectable()
export class DecideDepositCases {
  constructor(
    private readonly claimCase: ClaimCase,
    private readonly second: SecondPerson,
    private readonly store: DepositCasesStore,
    private readonly creditDepositCase: CreditDepositCase,
    private readonly rejectDeposit: RejectDeposit,
    private readonly log: AuditLog,
  ) {}

  /**
   * Credits the deposit. Two operators have to name the same amount where it is above the limit or above what the user
   * claims, and where no chain confirms it, whatever its size: there each of them says why (decision 185). So does whoever credits what came by a bank. There
   * the limit is what one operator credits alone in a day: many small claims are one large one. Beyond what one person may
   * credit on one day without a chain's word it takes two, and is credited later, where anything waits.
   * @throws Refusal `operations.claim-needed`, `wallet.second-person`, `deposits.chain-objects` and
   * `wallet.reason-required` without a reason, `operations.act-waits`, and those of `ApproveDeposit`.
   */
  approve(actor: ActingOperator, id: string, request: ApproveDepositRequest) {
    const { amount: arrived, reason: words = '', transaction = null } = request;
    return this.claimCase.decide(actor, { kind: 'deposit', id }, async (tx): Promise<DecisionView> => {
      // What was proposed about it comes before the caps of its coin.
      await this.second.open(tx, actor, { kind: 'deposit', subjectId: id });
      // Before the terms: a chain that confirms it in between is in them.
      const objection = await this.creditDepositCase.objection(tx, id);
      const terms = await this.store.terms(tx, id, actor.operatorId);
      if (!terms) throw new Refusal('operations.not-found');
      const { userId, coin } = terms;
      const amount = arrived ?? terms.amount;
      const reason = words.trim();
      const isOther = isOtherThanConfirmed(terms, amount);
      const needsReason = objection !== null || isOther || terms.chainVerdict !== 'confirmed';
      const reasonMin = needsReason ? REASON_MIN : 0;
      if (reason.length < reasonMin) {
        throw new Refusal(objection === null ? 'wallet.reason-required' : 'deposits.chain-objects');
      }
      const settledTx = settledBy(terms, transaction);
      const against = {
        ...(objection === null ? {} : { chainObjection: objection }),
        ...(settledTx === null ? {} : { transaction: settledTx }),
      };
      const asked = { kind: 'deposit' as const, subjectId: id, userId, detail: { amount, ...against }, reason };
      const isMore = isBelow(terms.amount, amount);
      const alone = terms.chainVerdict === null ? new Decimal(terms.creditedAlone).plus(amount).toFixed() : amount;
      const mine = { depositId: id, operatorId: actor.operatorId, amount, transaction: settledTx };
      const isBeyond = await this.creditDepositCase.isBeyondCap(tx, mine);
      const takesTwo = objection !== null || isOther || isMore || isBeyond || takesTwoPeople(terms.limit, alone);
      const proposal = takesTwo ? await this.second.confirm(tx, actor, { ...asked, reasonMin, isSame }) : null;
      const isDecided = !takesTwo || proposal !== null;
      if (!takesTwo) await this.second.settle(tx, actor, asked, 'rejected');
      const proposedBy = proposal?.proposedById ?? null;
      const approval = { ...mine, proposedBy, overruled: objection };
      const outcome = isDecided ? await this.creditDepositCase.execute(tx, approval, proposal) : 'second-person';
      const line = { action: 'deposit.approve', subject: 'deposit', subjectId: id, userId };
      const why = reason === '' ? against : { ...against, reason };
      await this.log.record(tx, actor, { ...line, detail: { amount, claimed: terms.amount, coin, outcome, ...why } });
      return { outcome };
    });
  }

  /** @throws Refusal `operations.claim-needed`, and those of `RejectDeposit`. */
  reject(actor: ActingOperator, id: string, reason: string): Promise<DecisionView> {
    return this.claimCase.decide(actor, { kind: 'deposit', id }, async (tx) => {
      const userId = (await this.store.terms(tx, id, actor.operatorId))?.userId ?? null;
      await this.second.settle(tx, actor, { kind: 'deposit', subjectId: id }, 'rejected');
      const line = { action: 'deposit.reject', subject: 'deposit', subjectId: id, userId };
      await this.log.record(tx, actor, { ...line, detail: { reason } });
      await this.rejectDeposit.execute({ depositId: id, operatorId: actor.operatorId, reason }, tx);
      return { outcome: 'done' };
    });
  }
}

/** Whether the chain confirmed the claim, and this is not the amount that was claimed: the chain says nothing about it. */
function isOtherThanConfirmed(terms: DepositTerms, amount: DecimalText): boolean {
  const isSame = !isBelow(amount, terms.amount) && !isBelow(terms.amount, amount);
  return terms.chainVerdict === 'confirmed' && !isSame;
}

/**
 * Whether two operators say the same of a deposit. That its chain was not asked lately comes and goes with the minutes: it is no part of what they agree
 * on, only of what each of them gives a reason for. What the chain has found against it is.
 */
function isSame(before: Record<string, unknown>, now: Record<string, unknown>): boolean {
  return sameDetail(lasting(before), lasting(now));
}

function lasting({ chainObjection, ...said }: Record<string, unknown>): Record<string, unknown> {
  return chainObjection === undefined || chainObjection === 'not-asked' ? said : { ...said, chainObjection };
}
