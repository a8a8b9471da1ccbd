import { Injectable } from '@nestjs/common';
import type { UserRecordPage, UserRecordsRequest } from '../../../contract/operations/records.dto.js';
import { pageAsked } from '../../../contract/pages.dto.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AuditLog } from '../audit/index.js';
import type { ActingOperator } from '../review/index.js';
import { RecordsStore } from './records.store.js';

/** Orders, positions and movements of one user. That they were looked at is written down before they are shown. */
@Injectable()
export class ListUserRecords {
  constructor(
    private readonly store: RecordsStore,
    private readonly log: AuditLog,
  ) {}

  /** @throws Refusal `operations.not-found` where there is no such user. */
  async execute(actor: ActingOperator, userId: string, request: UserRecordsRequest): Promise<UserRecordPage> {
    const { page, limit } = pageAsked(request);
    const { kind, demo = '0', state } = request;
    if (!(await this.store.isUser(userId))) throw new Refusal('operations.not-found');
    const filter = { userId, demo: demo === '1', onlyOpen: state === 'open' };
    const [rows, total] = await Promise.all([
      this.store.list(kind, filter, { limit, offset: (page - 1) * limit }),
      this.store.count(kind, filter),
    ]);
    const asked = { kind, demo: filter.demo, open: filter.onlyOpen, page, limit };
    const line = { action: 'user.records', subject: 'user', userId };
    await this.log.recordList(actor, line, { filter: asked, rows: rows.length, total });
    const list = rows.map(({ at, endedAt, ...row }) => ({
      ...row,
      at: at.getTime(),
      endedAt: endedAt?.getTime() ?? null,
    }));
    return { list, total, page, limit };
  }
}
