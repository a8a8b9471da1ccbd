import { Injectable } from '@nestjs/common';
import type {
  CaseListRequest,
  VerificationCasePage,
  VerificationDetailView,
  CaseLevelView,
} from '../../../contract/operations/cases.dto.js';
import { pageAsked } from '../../../contract/pages.dto.js';
import { PHOTO_KINDS } from '../../../contract/account/verification.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AuditLog } from '../audit/index.js';
import { GetUpload } from '../../account/uploads/index.js';
import { type OpenedCase, GetVerificationCase } from '../../account/verification/index.js';
import { askedCases, caseFilter } from './case-filter.js';
import type { ActingOperator } from './acting-operator.js';
import { DeskStore } from './desk.store.js';
import { caseUserView, verificationCaseView } from './desk-views.js';
import { type VerificationCaseRow, VerificationCasesStore } from './verification-cases.store.js';

/** The first is what waits. */
export const VERIFICATION_STATUSES = ['under-review', 'verified', 'rejected'];

/** Verifications for the desk. A look at the list, at one of them, or at one of its photos, is written down first. */
@Injectable()
export class ListVerificationCases {
  constructor(
    private readonly store: VerificationCasesStore,
    private readonly desk: DeskStore,
    private readonly getVerificationCase: GetVerificationCase,
    private readonly getUpload: GetUpload,
    private readonly log: AuditLog,
    private readonly clock: Clock,
  ) {}

  async list(actor: ActingOperator, request: CaseListRequest): Promise<VerificationCasePage> {
    const { page, limit } = pageAsked(request);
    const { operatorId } = actor;
    const filter = caseFilter(request, VERIFICATION_STATUSES, { operatorId, now: this.clock.now() });
    const [rows, total] = await Promise.all([
      this.store.list(filter, limit, (page - 1) * limit),
      this.store.count(filter),
    ]);
    const looked = { filter: askedCases(filter, { page, limit }), rows: rows.length, total };
    await this.log.recordList(
      actor,
      { action: 'verification.list', subject: 'verification', userId: filter.userId },
      looked,
    );
    return { list: rows.map((row) => verificationCaseView(row, operatorId)), total, page, limit };
  }

  /** The case and that of the other level: each is a look of its own. @throws Refusal `verification.case-unknown`. */
  async open(actor: ActingOperator, id: string): Promise<VerificationDetailView> {
    const opened = await this.look(actor, id);
    const rows = await this.store.of(opened.userId, new Date(this.clock.now()));
    const own = rows.find((row) => row.id === id);
    const otherId = rows.find((row) => row.id !== id)?.id;
    const other = otherId === undefined ? null : await this.look(actor, otherId);
    const [user, logins] = await Promise.all([
      this.desk.user(opened.userId),
      this.desk.loginsOf(opened.history.map((step) => step.operatorId)),
    ]);
    if (!user || !own) throw new Refusal('verification.case-unknown');
    return {
      ...(await this.level(own, opened, actor)),
      user: caseUserView(user),
      steps: stepsOf(opened, logins),
      sameNumber: [...opened.sameNumber, ...(other?.sameNumber ?? [])],
      excludedNumber: opened.isExcludedNumber || other?.isExcludedNumber === true,
      otherLevel: other && (await this.level(rows.find((row) => row.id === otherId) ?? own, other, actor)),
    };
  }

  private async level(
    row: VerificationCaseRow,
    { version, idNumberMasked, idKind, idNumber, address, reason, photos }: OpenedCase,
    { operatorId }: ActingOperator,
  ): Promise<CaseLevelView> {
    const removed = await this.store.removedPhotos(row.id);
    return {
      // The version of what is shown, and of nothing that was handed in since it was read.
      case: verificationCaseView({ ...row, version }, operatorId, idNumberMasked),
      idKind,
      idNumber,
      address,
      reason,
      // As the document is turned over: front, back, and the person who holds it.
      photos: PHOTO_KINDS.flatMap((kind) => photos.filter((photo) => photo.kind === kind)).map((photo) => ({
        kind: photo.kind,
        status: photo.status,
        reason: photo.reason,
        removedAt: removed.find((gone) => gone.kind === photo.kind)?.at.getTime() ?? null,
      })),
    };
  }

  /** One photo. @throws Refusal `verification.case-unknown`, `uploads.not-found`. */
  async photo(actor: ActingOperator, id: string, kind: string): Promise<Buffer> {
    if (!PHOTO_KINDS.some((known) => known === kind)) throw new Refusal('uploads.not-found');
    const { userId, photos } = await this.getVerificationCase.photos(id);
    const line = { action: 'verification.photo', subject: 'verification', subjectId: id, userId };
    await this.log.recordLook(actor, { ...line, detail: { photo: kind } });
    const photo = photos.find((known) => known.kind === kind);
    if (!photo) throw new Refusal('uploads.not-found');
    const { operatorId } = actor;
    return this.getUpload.execute(photo.uploadId, { operatorId, login: await this.desk.loginOf(operatorId) });
  }

  private async look(actor: ActingOperator, id: string): Promise<OpenedCase> {
    const opened = await this.getVerificationCase.execute(id);
    const { userId } = opened;
    const line = { action: 'verification.view', subject: 'verification', subjectId: id, userId };
    await this.log.recordLook(actor, { ...line, detail: {} });
    return opened;
  }
}

function stepsOf({ history }: OpenedCase, logins: ReadonlyMap<string, string>): VerificationDetailView['steps'] {
  return history.map(({ status, operatorId, reason, photoReasons, at }, index) => ({
    from: history[index - 1]?.status ?? null,
    to: status,
    operator: operatorId === null ? null : (logins.get(operatorId) ?? operatorId),
    reason,
    photoReasons: { ...photoReasons },
    at: at.getTime(),
  }));
}
