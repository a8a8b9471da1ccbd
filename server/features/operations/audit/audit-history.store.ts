import { Injectable } from '@nestjs/common';
import { ReadSource } from '../../../platform/database/read-source.store.js';
import type { AuditFilter, AuditRow } from './audit.store.js';

const WHERE = `($1::bigint is null or e.operator_id = $1) and ($2::text is null or e.action = $2 or e.action like $2 || '.%')
  and ($3::text is null or e.subject = $3) and ($4::text is null or e.subject_id = $4)
  and ($5::bigint is null or e.user_id = $5) and ($6::timestamptz is null or e.at >= $6)
  and ($7::timestamptz is null or e.at < $7)`;
const COLUMNS = `e.id, e.at, e.operator_id as "operatorId", e.operator, e.action, e.subject, e.subject_id as "subjectId",
  e.user_id as "userId", e.detail, e.address, e.request,
  e.id <= coalesce((select max(last_entry) from audit_seal), 0) as sealed`;
/** Nobody counts further than people read. */
const COUNTED_MAX = 10_000;

/** Reads what operators did and looked at, page by page. */
@Injectable()
export class AuditHistoryStore {
  constructor(private readonly reads: ReadSource) {}

  /** Newest first. */
  list(filter: AuditFilter, limit: number, offset: number): Promise<AuditRow[]> {
    return this.reads.query(
      `select ${COLUMNS} from audit_entry e where ${WHERE} order by e.id desc limit $8 offset $9`,
      [...parameters(filter), limit, offset],
    );
  }

  /** Newest first. */
  async ids(filter: AuditFilter, limit: number): Promise<string[]> {
    const rows: { id: string }[] = await this.reads.query(
      `select e.id from audit_entry e where ${WHERE} order by e.id desc limit $8`,
      [...parameters(filter), limit],
    );
    return rows.map(({ id }) => id);
  }

  /** In any order. */
  ofIds(ids: readonly string[]): Promise<AuditRow[]> {
    return this.reads.query(`select ${COLUMNS} from audit_entry e where e.id = any($1::bigint[])`, [ids]);
  }

  async count(filter: AuditFilter): Promise<number> {
    const rows: { count: number }[] = await this.reads.query(
      `select count(*)::integer as count from (select from audit_entry e where ${WHERE} limit ${COUNTED_MAX}) as counted`,
      parameters(filter),
    );
    return rows[0]?.count ?? 0;
  }
}

function parameters(filter: AuditFilter): unknown[] {
  const { operatorId, action, subject, subjectId, userId, from, to } = filter;
  return [operatorId, action, subject, subjectId, userId, from, to];
}
