import { Injectable } from '@nestjs/common';
import type {
  CaseListRequest,
  WithdrawalCasePage,
  WithdrawalCaseDetailView,
} from '../../../contract/operations/cases.dto.js';
import { pageAsked } from '../../../contract/pages.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { GetHolds } from '../../account/notices/index.js';
import { NewDestinationWait } from '../../account/profile/index.js';
import { AuditLog } from '../audit/index.js';
import { askedCases, caseFilter } from './case-filter.js';
import type { ActingOperator } from './acting-operator.js';
import { DeskStore } from './desk.store.js';
import { caseUserView, stepView, withdrawalCaseView } from './desk-views.js';
import { WithdrawalCasesStore } from './withdrawal-cases.store.js';

/** The first is what waits. */
export const WITHDRAWAL_STATUSES = ['review', 'approved', 'sending', 'paid', 'rejected', 'cancelled'];

/** Withdrawals for the desk. A look at the list or at one of them is written down first. */
@Injectable()
export class ListWithdrawalCases {
  constructor(
    private readonly store: WithdrawalCasesStore,
    private readonly desk: DeskStore,
    private readonly getHolds: GetHolds,
    private readonly wait: NewDestinationWait,
    private readonly log: AuditLog,
    private readonly clock: Clock,
  ) {}

  async list(actor: ActingOperator, request: CaseListRequest): Promise<WithdrawalCasePage> {
    const { page, limit } = pageAsked(request);
    const { operatorId } = actor;
    const filter = caseFilter(request, WITHDRAWAL_STATUSES, { operatorId, now: this.clock.now() });
    const [rows, total] = await Promise.all([
      this.store.list(filter, limit, (page - 1) * limit),
      this.store.count(filter),
    ]);
    const looked = { filter: askedCases(filter, { page, limit }), rows: rows.length, total };
    await this.log.recordList(
      actor,
      { action: 'withdrawal.list', subject: 'withdrawal', userId: filter.userId },
      looked,
    );
    return { list: rows.map((row) => withdrawalCaseView(row, operatorId)), total, page, limit };
  }

  /** @throws Refusal `operations.not-found`. */
  async open(actor: ActingOperator, id: string): Promise<WithdrawalCaseDetailView> {
    const now = new Date(this.clock.now());
    const row = await this.store.find(id, now);
    if (!row) throw new Refusal('operations.not-found');
    const { userId } = row;
    await this.log.recordLook(actor, { action: 'withdrawal.view', subject: 'withdrawal', subjectId: id, userId });
    const [user, steps, others, holds, claims] = await Promise.all([
      this.desk.user(userId),
      this.desk.steps('withdrawal', id),
      this.store.others(row, now),
      this.getHolds.execute(userId),
      this.store.claimsOf(row),
    ]);
    if (!user) throw new Refusal('operations.not-found');
    return {
      withdrawal: withdrawalCaseView(row, actor.operatorId),
      user: caseUserView(user),
      holds: holds.map(({ reason, until }) => ({ reason, until: until.getTime() })),
      addressAddedAt: row.addressAddedAt?.getTime() ?? null,
      addressWaitHours: this.wait.hours(row.plainlyProven),
      plainlyProven: row.plainlyProven,
      claims,
      steps: steps.map(stepView),
      others: others.map((other) => withdrawalCaseView(other, actor.operatorId)),
    };
  }
}
