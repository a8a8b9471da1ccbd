import { Injectable } from '@nestjs/common';
import type { AuditListRequest, AuditPage } from '../../../contract/operations/audit.dto.js';
import type { SealView } from '../../../contract/operations/books.dto.js';
import { pageAsked } from '../../../contract/pages.dto.js';
import { AuditHistoryStore } from './audit-history.store.js';
import { type AuditFilter, type AuditRow, AuditStore } from './audit.store.js';

/** What operators did and looked at, newest first. */
@Injectable()
export class ListAudit {
  constructor(
    private readonly store: AuditStore,
    private readonly history: AuditHistoryStore,
  ) {}

  async execute(request: AuditListRequest): Promise<AuditPage> {
    const { page, limit } = pageAsked(request);
    const filter = filterOf(request);
    const [rows, total] = await Promise.all([
      this.history.list(filter, limit, (page - 1) * limit),
      this.history.count(filter),
    ]);
    return { list: rows.map((row) => ({ ...row, at: row.at.getTime() })), total, page, limit };
  }

  /** Numbers of all entries that the filter selects, newest first; so many at most. */
  ids(request: AuditListRequest, limit: number): Promise<string[]> {
    return this.history.ids(filterOf(request), limit);
  }

  rows(ids: readonly string[]): Promise<AuditRow[]> {
    return this.history.ofIds(ids);
  }

  /** The last seal of the chain; null before the first. */
  async head(): Promise<SealView | null> {
    const head = await this.store.head();
    return head && { id: head.id, last: head.last, hash: head.hash, at: head.at.getTime() };
  }
}

function filterOf(request: AuditListRequest): AuditFilter {
  return {
    operatorId: request.operator ?? null,
    action: request.action ?? null,
    subject: request.subject ?? null,
    subjectId: request.subjectId ?? null,
    userId: request.user ?? null,
    from: instantOf(request.from),
    to: instantOf(request.to),
  };
}

/** The largest instant that JavaScript knows: anything later is as good as it. */
const LATEST_MS = 8.64e15;

function instantOf(text: string | undefined): Date | null {
  return text === undefined ? null : new Date(Math.min(Number.parseInt(text, 10), LATEST_MS));
}
