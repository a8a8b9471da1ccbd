import { Injectable } from '@nestjs/common';
import type { AuditListRequest } from '../../../contract/operations/audit.dto.js';
import type { ExportedFile } from '../../wallet/exports/index.js';
import { ListAudit } from '../audit/index.js';
import { type FileAsked, WriteDeskFile } from './write-desk-file.js';

const COLUMNS = {
  number: 'text',
  time: 'instant',
  operator: 'text',
  action: 'text',
  subject: 'text',
  subjectNumber: 'text',
  user: 'text',
  detail: 'text',
  sourceAddress: 'text',
  request: 'text',
  sealed: 'text',
} as const;

/** The audit log as a file, as far as its filter goes. */
@Injectable()
export class ExportAudit {
  constructor(
    private readonly listAudit: ListAudit,
    private readonly writeDeskFile: WriteDeskFile,
  ) {}

  execute(asked: FileAsked, request: AuditListRequest): Promise<ExportedFile> {
    const { operator, action, subject, from, to } = request;
    return this.writeDeskFile.execute(asked, {
      name: 'audit',
      columns: COLUMNS,
      filter: { operator, action, subject, bySubject: request.subjectId !== undefined, from, to },
      userId: request.user ?? null,
      ids: (limit) => this.listAudit.ids(request, limit),
      rows: (ids) => this.listAudit.rows(ids),
      cells: (row) => ({
        number: row.id,
        time: row.at,
        operator: row.operator,
        action: row.action,
        subject: row.subject,
        subjectNumber: row.subjectId,
        user: row.userId,
        detail: JSON.stringify(row.detail),
        sourceAddress: row.address,
        request: row.request,
        sealed: row.sealed ? '1' : '0',
      }),
    });
  }
}
