import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { AnnouncedActKind, AnnouncedActStatus } from '../../../contract/operations/words.js';
import { sqlStateOf, type Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { SeenKinds } from './seen-kinds.rules.js';

export interface NewAnnouncedAct {
  kind: AnnouncedActKind;
  subjectId: string | null;
  userId: string | null;
  detail: Record<string, unknown>;
  reason: string;
  /** Null for what one operator sets alone, as `approvedById` is then. */
  proposalId: string | null;
  proposedById: string;
  proposedAt: Date;
  approvedById: string | null;
}

export interface AnnouncedActRow extends NewAnnouncedAct {
  id: string;
  proposedBy: string;
  approvedBy: string | null;
  beganAt: Date;
  dueAt: Date;
  status: AnnouncedActStatus;
  endedAt: Date | null;
  stoppedBy: string | null;
  endReason: string | null;
}

/** How it ended: its administrator and their words, or the code of what refused it. */
export type AnnouncedActEnd =
  | { status: 'done' }
  | { status: 'failed'; reason: string }
  | { status: 'stopped'; operatorId: string; reason: string };

const ROWS = `select d.id, d.kind, d.subject_id as "subjectId", d.user_id as "userId", d.detail, d.reason,
    d.proposal_id as "proposalId", d.proposed_by as "proposedById", a.login as "proposedBy", d.proposed_at as "proposedAt",
    d.approved_by as "approvedById", b.login as "approvedBy", d.began_at as "beganAt", d.due_at as "dueAt", d.status,
    d.ended_at as "endedAt", s.login as "stoppedBy", d.end_reason as "endReason"
  from operator_announced_act d join operator a on a.id = d.proposed_by left join operator b on b.id = d.approved_by
  left join operator s on s.id = d.stopped_by`;

/** What a list of announced acts is about. */
export interface AnnouncedActFilter {
  /** Null: whatever it is. */
  status: string | null;
  /** By whom it is read. */
  seen: SeenKinds;
}

const WHERE = `($1::text is null or d.status = $1) and ($2::text[] is null or d.kind = any($2) or $3 in (d.proposed_by, d.stopped_by)
  or ($4 and d.status = 'waiting'))`;

/** What waits first, the next one before the others. */
const ORDER = `(d.status = 'waiting') desc, case when d.status = 'waiting' then d.due_at end, d.id desc`;

/** The SQL of what waits before it takes effect. When it does is for the database's clock to say. */
@Injectable()
export class AnnouncedActsStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /**
   * @returns when it takes effect: so many minutes later, and not before an instant of its own.
   * @throws Refusal `operations.act-waits` where the same waits already.
   */
  async insert(
    tx: Transaction,
    act: NewAnnouncedAct,
    { at, minutes, notBefore }: { at: Date; minutes: number; notBefore: Date | null },
  ): Promise<Date> {
    const { kind, subjectId, userId, detail, reason, proposalId, proposedById, proposedAt, approvedById } = act;
    try {
      const rows: { dueAt: Date }[] = await tx.query(
        `insert into operator_announced_act (kind, subject_id, user_id, detail, reason, proposal_id, proposed_by, proposed_at,
           approved_by, began_at, due_at)
         select $1, $2::bigint, $3::bigint, $4::jsonb, $5, $6::bigint, $7::bigint, $8::timestamptz, $9::bigint, began.at,
                greatest(began.at + make_interval(mins => $11), $12::timestamptz)
           from (select database_now($10) as at) began
         returning due_at as "dueAt"`,
        [
          kind,
          subjectId,
          userId,
          JSON.stringify(detail),
          reason,
          proposalId,
          proposedById,
          proposedAt,
          approvedById,
          at,
          minutes,
          notBefore,
        ],
      );
      return (rows[0] as { dueAt: Date }).dueAt;
    } catch (error) {
      if (sqlStateOf(error) === '23505') throw new Refusal('operations.act-waits');
      throw error;
    }
  }

  /** When what waits about the thing takes effect; null: nothing waits. */
  async dueOf(kind: AnnouncedActKind, subjectId: string, tx: Transaction = this.source.manager): Promise<Date | null> {
    const rows: { dueAt: Date }[] = await tx.query(
      `select due_at as "dueAt" from operator_announced_act where kind = $1 and subject_id = $2 and status = 'waiting'`,
      [kind, subjectId],
    );
    return rows[0]?.dueAt ?? null;
  }

  /** The numbers of what is due, in the order in which it became so. */
  async due(now: Date, limit: number): Promise<string[]> {
    const rows: { id: string }[] = await this.source.query(
      `select id from operator_announced_act where status = 'waiting' and due_at <= database_now($1)
        order by due_at, id limit $2`,
      [now, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** What is due still, locked until the transaction ends; null where it has ended, or is in somebody else's hands. */
  async lockDue(tx: Transaction, id: string, now: Date): Promise<AnnouncedActRow | null> {
    const rows: AnnouncedActRow[] = await tx.query(
      `${ROWS} where d.id = $1 and d.status = 'waiting' and d.due_at <= database_now($2) for update of d skip locked`,
      [id, now],
    );
    return rows[0] ?? null;
  }

  /** Locked until the transaction ends. */
  async lock(tx: Transaction, id: string): Promise<AnnouncedActRow | null> {
    const rows: AnnouncedActRow[] = await tx.query(`${ROWS} where d.id = $1 for update of d`, [id]);
    return rows[0] ?? null;
  }

  /** What waits about the thing, locked likewise. */
  lockWaiting(tx: Transaction, kind: AnnouncedActKind, subjectId: string): Promise<AnnouncedActRow[]> {
    return tx.query(
      `${ROWS} where d.kind = $1 and d.subject_id = $2 and d.status = 'waiting' order by d.id for update of d`,
      [kind, subjectId],
    );
  }

  async end(tx: Transaction, id: string, end: AnnouncedActEnd, at: Date): Promise<void> {
    const stoppedBy = end.status === 'stopped' ? end.operatorId : null;
    const reason = end.status === 'done' ? null : end.reason;
    await tx.query(
      `update operator_announced_act set status = $2, ended_at = database_now($3), stopped_by = $4, end_reason = $5
        where id = $1`,
      [id, end.status, at, stoppedBy, reason],
    );
  }

  /** What waits and nobody was told of, the oldest first. */
  unannounced(limit: number): Promise<AnnouncedActRow[]> {
    return this.source.query(`${ROWS} where d.status = 'waiting' and d.told_at is null order by d.id limit $1`, [
      limit,
    ]);
  }

  async markNotified(tx: Transaction, id: string, at: Date): Promise<void> {
    await tx.query(
      `update operator_announced_act set told_at = database_now($2) where id = $1 and status = 'waiting' and told_at is null`,
      [id, at],
    );
  }

  list(filter: AnnouncedActFilter, limit: number, offset: number): Promise<AnnouncedActRow[]> {
    return this.source.query(`${ROWS} where ${WHERE} order by ${ORDER} limit $5 offset $6`, [
      ...asked(filter),
      limit,
      offset,
    ]);
  }

  /** Numbers of all of a status, as the list orders them; so many at most. */
  async ids(filter: AnnouncedActFilter, limit: number): Promise<string[]> {
    const rows: { id: string }[] = await this.source.query(
      `select d.id from operator_announced_act d where ${WHERE} order by ${ORDER} limit $5`,
      [...asked(filter), limit],
    );
    return rows.map(({ id }) => id);
  }

  /** In any order. */
  ofIds(ids: readonly string[]): Promise<AnnouncedActRow[]> {
    return this.source.query(`${ROWS} where d.id = any($1::bigint[])`, [ids]);
  }

  async count(filter: AnnouncedActFilter): Promise<number> {
    const rows: { count: number }[] = await this.source.query(
      `select count(*)::integer as count from operator_announced_act d where ${WHERE}`,
      asked(filter),
    );
    return rows[0]?.count ?? 0;
  }
}

function asked({ status, seen: { kinds, operatorId, isAllThatWaits } }: AnnouncedActFilter): unknown[] {
  return [status, kinds, operatorId, isAllThatWaits];
}
