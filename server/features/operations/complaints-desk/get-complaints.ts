import { Injectable } from '@nestjs/common';
import { DEFAULT_LANGUAGE, languageOf } from '../../../contract/languages/index.js';
import type {
  ComplaintCaseView,
  ComplaintQueuePage,
  ComplaintQueueRequest,
} from '../../../contract/operations/complaints.dto.js';
import { pageAsked } from '../../../contract/pages.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { ComplaintsStore, complaintEntryView, complaintView, isOverdue } from '../../account/complaints/index.js';
import { FindUser } from '../../account/users/index.js';
import { AuditLog } from '../audit/index.js';
import type { ActingOperator } from '../review/index.js';

/** Complaints for the desk. A look at one of them is written down first. */
@Injectable()
export class GetComplaints {
  constructor(
    private readonly store: ComplaintsStore,
    private readonly findUser: FindUser,
    private readonly log: AuditLog,
    private readonly clock: Clock,
  ) {}

  async list(request: ComplaintQueueRequest): Promise<ComplaintQueuePage> {
    const { page, limit } = pageAsked(request);
    const isWaiting = request.folder !== 'answered';
    const [rows, total] = await Promise.all([
      this.store.queue(isWaiting, limit, (page - 1) * limit),
      this.store.countQueue(isWaiting),
    ]);
    const now = this.clock.now();
    const list = rows.map((row) => ({
      ...complaintView(row, now),
      userId: row.userId,
      isOverdue: isOverdue(row, now),
    }));
    return { list, total, page, limit };
  }

  /** @throws Refusal `operations.not-found`. */
  async open(actor: ActingOperator, id: string): Promise<ComplaintCaseView> {
    const row = await this.store.find(id, null);
    if (!row) throw new Refusal('operations.not-found');
    const { userId } = row;
    await this.log.recordLook(actor, { action: 'complaint.view', subject: 'complaint', subjectId: id, userId });
    const [entries, user] = await Promise.all([this.store.entries(id), this.findUser.execute(userId)]);
    const now = this.clock.now();
    return {
      ...complaintView(row, now),
      userId,
      language: languageOf(user?.language ?? '') ?? DEFAULT_LANGUAGE,
      isOverdue: isOverdue(row, now),
      entries: entries.map((entry) => ({ ...complaintEntryView(entry), operator: entry.operator })),
    };
  }
}
