import { Injectable } from '@nestjs/common';
import type { CaseListRequest, DepositCasePage, DepositDetailView } from '../../../contract/operations/cases.dto.js';
import { pageAsked } from '../../../contract/pages.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AuditLog } from '../audit/index.js';
import { GetUpload } from '../../account/uploads/index.js';
import { askedCases, caseFilter } from './case-filter.js';
import { type DepositCaseRow, DepositCasesStore } from './deposit-cases.store.js';
import type { ActingOperator } from './acting-operator.js';
import { DeskStore } from './desk.store.js';
import { caseUserView, depositCaseView, depositProposalView, stepView } from './desk-views.js';

/** The first is what waits. */
export const DEPOSIT_STATUSES = ['review', 'approved', 'rejected'];

/** Deposits for the desk. A look at the list or at one of them is written down first. */
@Injectable()
export class ListDepositCases {
  constructor(
    private readonly store: DepositCasesStore,
    private readonly desk: DeskStore,
    private readonly getUpload: GetUpload,
    private readonly log: AuditLog,
    private readonly clock: Clock,
  ) {}

  async list(actor: ActingOperator, request: CaseListRequest): Promise<DepositCasePage> {
    const { page, limit } = pageAsked(request);
    const { operatorId } = actor;
    const filter = caseFilter(request, DEPOSIT_STATUSES, { operatorId, now: this.clock.now() });
    const [rows, total] = await Promise.all([
      this.store.list(filter, limit, (page - 1) * limit),
      this.store.count(filter),
    ]);
    const looked = { filter: askedCases(filter, { page, limit }), rows: rows.length, total };
    await this.log.recordList(actor, { action: 'deposit.list', subject: 'deposit', userId: filter.userId }, looked);
    return { list: rows.map((row) => depositCaseView(row, operatorId)), total, page, limit };
  }

  /** @throws Refusal `operations.not-found`. */
  async open(actor: ActingOperator, id: string): Promise<DepositDetailView> {
    const now = new Date(this.clock.now());
    const row = await this.look(actor, id, 'deposit.view');
    const [user, steps, others, sameHash, proposal, hasSecondPerson] = await Promise.all([
      this.desk.user(row.userId),
      this.desk.steps('deposit', id),
      this.store.others(row, now),
      row.hash === null ? [] : this.store.sameHash(row, now),
      this.store.proposal(id),
      this.store.hasOther(actor.operatorId),
    ]);
    if (!user) throw new Refusal('operations.not-found');
    const shown = (rows: DepositCaseRow[]) => rows.map((other) => depositCaseView(other, actor.operatorId));
    return {
      deposit: depositCaseView(row, actor.operatorId),
      user: caseUserView(user),
      steps: steps.map(stepView),
      others: shown(others),
      sameHash: shown(sameHash),
      proposal: proposal && depositProposalView(proposal, actor.operatorId),
      hasSecondPerson,
    };
  }

  /** The picture of the proof. @throws Refusal `operations.not-found`, `uploads.not-found`. */
  async proof(actor: ActingOperator, id: string): Promise<Buffer> {
    const row = await this.look(actor, id, 'deposit.proof');
    if (row.proof === null) throw new Refusal('uploads.not-found');
    const { operatorId } = actor;
    return this.getUpload.execute(row.proof, { operatorId, login: await this.desk.loginOf(operatorId) });
  }

  private async look(actor: ActingOperator, id: string, action: string): Promise<DepositCaseRow> {
    const row = await this.store.find(id, new Date(this.clock.now()));
    if (!row) throw new Refusal('operations.not-found');
    await this.log.recordLook(actor, { action, subject: 'deposit', subjectId: id, userId: row.userId });
    return row;
  }
}
