import { Injectable } from '@nestjs/common';
import type { UserRecordView } from '../../../contract/operations/records.dto.js';
import type { UserRecordKind } from '../../../contract/operations/words.js';
import { RECORD_QUERIES } from './record-queries.js';
import { ReadSource } from '../../../platform/database/read-source.store.js';

export interface RecordFilter {
  userId: string;
  demo: boolean;
  onlyOpen: boolean;
}

export type RecordRow = Omit<UserRecordView, 'at' | 'endedAt'> & { at: Date; endedAt: Date | null };

/** Nobody counts further than people read. */
const COUNTED_MAX = 10_000;
const MONEY = ['quantity', 'price', 'endPrice', 'amount', 'result', 'fee'] as const;
const WORDS = ['about', 'side', 'unit', 'coin', 'terms'] as const;

/** A user's rows of each product, in one form. */
@Injectable()
export class RecordsStore {
  constructor(private readonly reads: ReadSource) {}

  async isUser(userId: string): Promise<boolean> {
    const rows: unknown[] = await this.reads.query('select 1 from account_user where id = $1', [userId]);
    return rows.length > 0;
  }

  /** The newest first. */
  list(
    kind: UserRecordKind,
    { userId, demo, onlyOpen }: RecordFilter,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<RecordRow[]> {
    return this.reads.query(
      `select ${columnsOf(kind)} ${fromOf(kind, onlyOpen)} order by x.id desc limit $3 offset $4`,
      [userId, demo, limit, offset],
    );
  }

  /** Numbers of all of them, the newest first; so many at most. */
  async ids(kind: UserRecordKind, { userId, demo, onlyOpen }: RecordFilter, limit: number): Promise<string[]> {
    const rows: { id: string }[] = await this.reads.query(
      `select x.id::text as id ${fromOf(kind, onlyOpen)} order by x.id desc limit $3`,
      [userId, demo, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** In any order; one that has ended meanwhile is shown as it is now. */
  ofIds(kind: UserRecordKind, { userId, demo }: RecordFilter, ids: readonly string[]): Promise<RecordRow[]> {
    return this.reads.query(`select ${columnsOf(kind)} ${fromOf(kind, false)} and x.id = any($3::bigint[])`, [
      userId,
      demo,
      ids,
    ]);
  }

  async count(kind: UserRecordKind, { userId, demo, onlyOpen }: RecordFilter): Promise<number> {
    const rows: { count: number }[] = await this.reads.query(
      `select count(*)::integer as count from (select 1 ${fromOf(kind, onlyOpen)} limit ${COUNTED_MAX}) as counted`,
      [userId, demo],
    );
    return rows[0]?.count ?? 0;
  }
}

function fromOf(kind: UserRecordKind, onlyOpen: boolean): string {
  const { from, where, isOpen } = RECORD_QUERIES[kind];
  return `from ${from} where ${where}${onlyOpen ? ` and ${isOpen}` : ''}`;
}

/** Every column of a record; those that a product has not are null. */
function columnsOf(kind: UserRecordKind): string {
  const { isOpen, columns } = RECORD_QUERIES[kind];
  const { status = 'x.status', hasReport = 'false', endedAt = 'null' } = columns;
  const money = MONEY.map((name) => `trim_scale((${columns[name] ?? 'null'})::numeric)::text as "${name}"`);
  const words = WORDS.map((name) => `(${columns[name] ?? 'null'})::text as "${name}"`);
  return [
    'x.id::text',
    ...words,
    ...money,
    `(${status})::text as status`,
    `${isOpen} as "isOpen"`,
    `${hasReport} as "hasReport"`,
    `${kind === 'option' ? 'x.opened_at' : 'x.created_at'} as at`,
    `(${endedAt})::timestamptz as "endedAt"`,
  ].join(', ');
}
