import { Injectable } from '@nestjs/common';
import type { ComplaintQueueRequest } from '../../../contract/operations/complaints.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import { ComplaintsStore, complaintView } from '../../account/complaints/index.js';
import type { ExportedFile } from '../../wallet/exports/index.js';
import { type FileAsked, WriteDeskFile } from '../desk-files/index.js';

const COLUMNS = {
  number: 'text',
  time: 'instant',
  user: 'text',
  subject: 'text',
  order: 'text',
  status: 'text',
  due: 'instant',
  answered: 'instant',
} as const;

/** Complaints as a file: when they came, are due and were answered. What was written is in each of them. */
@Injectable()
export class ExportComplaints {
  constructor(
    private readonly store: ComplaintsStore,
    private readonly writeDeskFile: WriteDeskFile,
    private readonly clock: Clock,
  ) {}

  /** @throws Refusal those of `WriteDeskFile`. */
  execute(asked: FileAsked, { folder }: ComplaintQueueRequest): Promise<ExportedFile> {
    const isWaiting = folder !== 'answered';
    return this.writeDeskFile.execute(asked, {
      name: 'complaints',
      columns: COLUMNS,
      filter: { folder: isWaiting ? 'waiting' : 'answered' },
      ids: (limit) => this.store.queueIds(isWaiting, limit),
      rows: (ids) => this.store.ofIds(ids),
      cells: (row) => ({
        number: row.id,
        time: row.receivedAt,
        user: row.userId,
        subject: row.subject,
        order: row.orderNumber,
        status: complaintView(row, this.clock.now()).state,
        due: row.dueAt,
        answered: row.answeredAt,
      }),
    });
  }
}
