import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import type { DecideAppealRequest } from '../../../contract/operations/otc.dto.js';
import type { DecisionView } from '../../../contract/operations/cases.dto.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { RoomsStore } from '../../account/rooms/index.js';
import { roomOf, StepOtcOrder } from '../../trading/otc/index.js';
import { AuditLog } from '../audit/index.js';
import { type ActingOperator, ClaimCase, sameDetail, SecondPerson, takesTwoPeople } from '../review/index.js';
import { AppealsStore } from './appeals.store.js';

const REASON_MIN = 3;

/**
 * An operator's decision on a claimed appeal: the coins go to one of the two who dealt with each other. Above the limit of
 * the order two operators have to say the same. So they have to where one of them has awarded so much alone on that day that the
 * order would go beyond it: many small awards are one large one.
 */
@Injectable()
export class DecideAppeals {
  constructor(
    private readonly store: AppealsStore,
    private readonly claimCase: ClaimCase,
    private readonly second: SecondPerson,
    private readonly stepOtcOrder: StepOtcOrder,
    private readonly rooms: RoomsStore,
    private readonly log: AuditLog,
  ) {}

  /** @throws Refusal `operations.claim-needed`, `wallet.second-person`, `wallet.reason-required`, `otc.wrong-state`. */
  decide(actor: ActingOperator, id: string, { award, reason: words }: DecideAppealRequest): Promise<DecisionView> {
    const reason = words.trim();
    if (reason.length < REASON_MIN) throw new Refusal('wallet.reason-required');
    return this.claimCase.decide(actor, { kind: 'otc', id }, async (tx): Promise<DecisionView> => {
      const about = { kind: 'otc-appeal' as const, subjectId: id };
      // What was proposed about it comes before the operator's own awards.
      await this.second.open(tx, actor, about);
      await this.store.lockAwards(tx, actor.operatorId);
      const terms = await this.store.terms(tx, id, actor.operatorId);
      if (!terms) throw new Refusal('operations.not-found');
      if (!terms.isOpen) throw new Refusal('otc.wrong-state');
      const { sellerId: userId, quantity, coin, price, fiat, limit } = terms;
      const event = award === 'buyer' ? 'award-buyer' : 'award-seller';
      const takesTwo = takesTwoPeople(limit, new Decimal(terms.awardedAlone).plus(quantity).toFixed());
      const asked = {
        ...about,
        userId,
        detail: { outcome: event, quantity, coin, price, fiat },
        reason,
        reasonMin: REASON_MIN,
        isSame: isSameOutcome,
      };
      const isDecided = !takesTwo || (await this.second.confirm(tx, actor, asked)) !== null;
      if (!takesTwo) await this.second.settle(tx, actor, about, 'rejected');
      const outcome = isDecided ? 'done' : 'second-person';
      const line = { action: 'appeal.decide', subject: 'otc', subjectId: id, userId };
      await this.log.record(tx, actor, { ...line, detail: { award, quantity, coin, reason, outcome } });
      if (!isDecided) {
        // The two may have settled it between themselves while this was said.
        if (!(await this.store.holdOpen(tx, id))) throw new Refusal('otc.wrong-state');
        return { outcome };
      }
      const { operatorId } = actor;
      await this.stepOtcOrder.execute(tx, {
        orderId: id,
        event,
        by: { operatorId },
        // Both read why.
        after: async (_order, at) => {
          const line = { room: roomOf(id), voice: 'desk', operatorId, kind: 'text' as const, body: reason, at };
          await this.rooms.add(tx, line);
        },
      });
      return { outcome };
    });
  }

  /**
   * A first opinion is put away at the desk's list only once its appeal has ended otherwise.
   * @throws Refusal `operations.claim-needed` as long as it is open: then it is decided at its case.
   */
  async dropOpinion(tx: Transaction, id: string): Promise<void> {
    if (await this.store.isOpen(tx, id)) throw new Refusal('operations.claim-needed');
  }
}

/** Whether two operators say the same. A first opinion of before the price was part of it holds by what it names. */
function isSameOutcome(before: Record<string, unknown>, now: Record<string, unknown>): boolean {
  if ('price' in before) return sameDetail(before, now);
  const { outcome, quantity, coin } = now;
  return sameDetail(before, { outcome, quantity, coin });
}
