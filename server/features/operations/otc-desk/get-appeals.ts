import { Injectable } from '@nestjs/common';
import type { CaseListRequest } from '../../../contract/operations/cases.dto.js';
import type { AppealCasePage, AppealCaseView, AppealDetailView } from '../../../contract/operations/otc.dto.js';
import type { DecimalText } from '../../../contract/money.js';
import { pageAsked } from '../../../contract/pages.dto.js';
import { otcOrderNumber, otcReference } from '../../../contract/rules/otc-market.rules.js';
import { Decimal } from '../../../contract/decimal.js';
import { OTC_STATES, otcDecisionUntil } from '../../../contract/rules/otc-order.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { OtcOrdersStore, otcStepView, ReadOtcRoom } from '../../trading/otc/index.js';
import { AuditLog } from '../audit/index.js';
import {
  type ActingOperator,
  askedCases,
  caseFilter,
  caseUserView,
  claimView,
  DeskStore,
  listedAccount,
  takesTwoPeople,
} from '../review/index.js';
import { type AppealRow, AppealsStore } from './appeals.store.js';

/** The first is what waits. */
export const APPEAL_STATUSES = ['appeal', 'decided'];

/** Appeals for the desk. A look at the list, or at one of them, is written down first. */
@Injectable()
export class GetAppeals {
  constructor(
    private readonly store: AppealsStore,
    private readonly desk: DeskStore,
    private readonly orders: OtcOrdersStore,
    private readonly readOtcRoom: ReadOtcRoom,
    private readonly log: AuditLog,
    private readonly clock: Clock,
  ) {}

  async list(actor: ActingOperator, request: CaseListRequest): Promise<AppealCasePage> {
    const { page, limit } = pageAsked(request);
    const { operatorId } = actor;
    const filter = caseFilter(request, APPEAL_STATUSES, { operatorId, now: this.clock.now() });
    const [rows, total] = await Promise.all([
      this.store.list(filter, limit, (page - 1) * limit),
      this.store.count(filter),
    ]);
    const looked = { filter: askedCases(filter, { page, limit }), rows: rows.length, total };
    await this.log.recordList(actor, { action: 'appeal.list', subject: 'otc', userId: filter.userId }, looked);
    return { list: await this.views(rows, operatorId), total, page, limit };
  }

  /** @throws Refusal `operations.not-found`. */
  async open(actor: ActingOperator, id: string): Promise<AppealDetailView> {
    const row = await this.known(actor, id);
    const [[appeal], order, steps, buyer, seller, { lines }] = await Promise.all([
      this.views([row], actor.operatorId),
      this.orders.find(id),
      this.orders.steps(id),
      this.desk.user(row.buyerId),
      this.desk.user(row.sellerId),
      this.readOtcRoom.lines(id, { after: null, before: null, userId: null }),
    ]);
    if (!appeal || !order || !buyer || !seller) throw new Refusal('operations.not-found');
    const { buyerName, sellerName, payment, way, terms } = order;
    return {
      appeal,
      buyerName,
      sellerName,
      payment: { ...payment, way, holder: sellerName },
      reference: otcReference(id),
      terms,
      users: [buyer, seller].map(caseUserView),
      steps: steps.map(otcStepView),
      lines: lines.at(-1)?.number ?? 0,
    };
  }

  /** As the operator sees them, who may have awarded so much alone today that the next one takes two. */
  async views(rows: readonly AppealRow[], operatorId: string): Promise<AppealCaseView[]> {
    const awarded = await this.store.awardedAlone(
      operatorId,
      rows.map(({ currencyId }) => currencyId),
    );
    return rows.map((row) => appealView(row, operatorId, awarded.get(row.currencyId) ?? '0'));
  }

  /** One that is, or was, an appeal; the look is written down. */
  async known(actor: ActingOperator, id: string): Promise<AppealRow> {
    const row = await this.store.find(id, new Date(this.clock.now()));
    if (!row) throw new Refusal('operations.not-found');
    await this.log.recordLook(actor, { action: 'appeal.view', subject: 'otc', subjectId: id, userId: row.sellerId });
    return row;
  }
}

function appealView(row: AppealRow, operatorId: string, awardedAlone: DecimalText): AppealCaseView {
  const { id, quantity, status } = row;
  const [buyer, seller] = [listedAccount(row.buyer), listedAccount(row.seller)];
  return {
    id,
    buyerId: row.buyerId,
    buyer,
    sellerId: row.sellerId,
    seller,
    coin: row.coin,
    quantity,
    fiat: row.fiat,
    amount: row.amount,
    price: row.price,
    way: row.way,
    account: `${seller} ⇄ ${buyer}`,
    status: status === OTC_STATES.appeal ? 'appeal' : 'decided',
    orderStatus: status,
    orderNumber: otcOrderNumber(id, row.createdAt),
    appealedBy: row.appealedBy,
    appealReason: row.appealReason,
    appealedAt: row.appealedAt.getTime(),
    decisionUntil: otcDecisionUntil(row.appealedAt.getTime()),
    paidAt: row.paidAt?.getTime() ?? null,
    endedAt: row.endedAt?.getTime() ?? null,
    endedBy: row.endedBy,
    reopened: row.reopened,
    needsSecondPerson: takesTwoPeople(row.limit, new Decimal(awardedAlone).plus(quantity).toFixed()),
    firstDecidedBy: row.firstDecidedBy,
    firstAward: row.firstAward,
    claim: claimView(row, operatorId),
  };
}
