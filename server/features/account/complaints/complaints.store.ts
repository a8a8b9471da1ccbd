import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  COMPLAINT_ANSWER_DAYS,
  COMPLAINT_REOPEN_DAYS,
  COMPLAINTS_A_DAY,
  type ComplaintSubject,
} from '../../../contract/rules/complaints.rules.js';
import type { Transaction } from '../../../platform/database/transaction.js';

export interface ComplaintRow {
  id: string;
  userId: string;
  subject: ComplaintSubject;
  orderNumber: string;
  /** How many there are: odd while an answer is due. */
  entries: number;
  receivedAt: Date;
  dueAt: Date | null;
  answeredAt: Date | null;
}

export interface EntryRow {
  number: number;
  /** Login; null: the user wrote it. */
  operator: string | null;
  text: string;
  at: Date;
}

export interface NewComplaint {
  userId: string;
  subject: ComplaintSubject;
  orderNumber: string;
  text: string;
}

/** Days of 24 hours. */
const ANSWER = `interval '${COMPLAINT_ANSWER_DAYS * 24} hours'`;
const REOPENING = `interval '${COMPLAINT_REOPEN_DAYS * 24} hours'`;
const COLUMNS = `c.id::text, c.user_id::text as "userId", c.subject, c.order_number as "orderNumber", c.entries,
  c.received_at as "receivedAt", c.due_at as "dueAt", c.answered_at as "answeredAt"`;

const WAITING = 'c.due_at is not null order by c.due_at, c.id';
const ANSWERED = 'c.due_at is null order by c.answered_at desc, c.id desc';

/** The SQL of complaints. Whoever adds an entry to one holds it. What counts as now is never later than the database's clock. */
@Injectable()
export class ComplaintsStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** Null: the user has written as many as a day has. */
  async add(tx: Transaction, { userId, subject, orderNumber, text }: NewComplaint, at: Date) {
    // One at a time of a user, or two would both count one place that is left.
    await tx.query(`select pg_advisory_xact_lock(hashtextextended(concat('complaint ', $1::text), 0))`, [userId]);
    const rows: ComplaintRow[] = await tx.query(
      `insert into complaint as c (user_id, subject, order_number, entries, received_at, due_at)
       select $1::bigint, $2::text, $3::text, 1, moment.at, moment.at + ${ANSWER}
         from (select require_reached($4::timestamptz) as at) as moment
        where (select count(*) from complaint o
                where o.user_id = $1 and o.received_at > moment.at - interval '24 hours') < ${COMPLAINTS_A_DAY}
       returning ${COLUMNS}`,
      [userId, subject, orderNumber, at],
    );
    const [row] = rows;
    if (!row) return null;
    await this.addEntry(tx, row, { text, operatorId: null, at: row.receivedAt });
    return row;
  }

  /** @param userId null: whoever's it is. */
  async lock(tx: Transaction, id: string, userId: string | null): Promise<ComplaintRow | null> {
    const rows: ComplaintRow[] = await tx.query(
      `select ${COLUMNS} from complaint c where c.id = $1 and ($2::bigint is null or c.user_id = $2) for no key update`,
      [id, userId],
    );
    return rows[0] ?? null;
  }

  /** The answer to the locked complaint that waits for one. */
  async answer(tx: Transaction, id: string, given: { text: string; operatorId: string; at: Date }) {
    const [[row]]: [ComplaintRow[], number] = await tx.query(
      `update complaint c set entries = entries + 1, due_at = null, answered_at = require_reached($2)
        where c.id = $1 returning ${COLUMNS}`,
      [id, given.at],
    );
    const after = row as ComplaintRow;
    await this.addEntry(tx, after, { ...given, at: after.answeredAt ?? given.at });
    return after;
  }

  /** The locked complaint waits for an answer again. Null: it had no first answer, or by the database's clock its time is over. */
  async reopen(tx: Transaction, id: string, { text, at }: { text: string; at: Date }): Promise<ComplaintRow | null> {
    const [[row]]: [ComplaintRow[], number] = await tx.query(
      `update complaint c set entries = entries + 1, due_at = require_reached($2) + ${ANSWER}
        where c.id = $1 and c.entries = 2 and database_now($2) < c.answered_at + ${REOPENING} returning ${COLUMNS}`,
      [id, at],
    );
    if (!row) return null;
    await this.addEntry(tx, row, { text, operatorId: null, at });
    return row;
  }

  /** The newest first. */
  list(userId: string, limit: number, offset: number): Promise<ComplaintRow[]> {
    return this.source.query(
      `select ${COLUMNS} from complaint c where c.user_id = $1 order by c.id desc limit $2 offset $3`,
      [userId, limit, offset],
    );
  }

  async count(userId: string): Promise<number> {
    const rows: { count: number }[] = await this.source.query(
      'select count(*)::integer as count from complaint where user_id = $1',
      [userId],
    );
    return rows[0]?.count ?? 0;
  }

  /** @param userId null: whoever's it is. */
  async find(id: string, userId: string | null): Promise<ComplaintRow | null> {
    const rows: ComplaintRow[] = await this.source.query(
      `select ${COLUMNS} from complaint c where c.id = $1 and ($2::bigint is null or c.user_id = $2)`,
      [id, userId],
    );
    return rows[0] ?? null;
  }

  /** In turn. */
  entries(id: string): Promise<EntryRow[]> {
    return this.source.query(
      `select e.number, o.login as operator, e.text, e.at from complaint_entry e
         left join operator o on o.id = e.operator_id where e.complaint_id = $1 order by e.number`,
      [id],
    );
  }

  /** Those that wait, the soonest due first; or those that are answered, the last answered first. */
  queue(isWaiting: boolean, limit: number, offset: number): Promise<ComplaintRow[]> {
    const folder = isWaiting ? WAITING : ANSWERED;
    return this.source.query(`select ${COLUMNS} from complaint c where ${folder} limit $1 offset $2`, [limit, offset]);
  }

  /** Numbers of all of them in the same order; so many at most. */
  async queueIds(isWaiting: boolean, limit: number): Promise<string[]> {
    const folder = isWaiting ? WAITING : ANSWERED;
    const rows: { id: string }[] = await this.source.query(
      `select c.id::text as id from complaint c where ${folder} limit $1`,
      [limit],
    );
    return rows.map(({ id }) => id);
  }

  /** In any order. */
  ofIds(ids: readonly string[]): Promise<ComplaintRow[]> {
    return this.source.query(`select ${COLUMNS} from complaint c where c.id = any($1::bigint[])`, [ids]);
  }

  async countQueue(isWaiting: boolean): Promise<number> {
    const rows: { count: number }[] = await this.source.query(
      'select count(*)::integer as count from complaint where (due_at is not null) = $1',
      [isWaiting],
    );
    return rows[0]?.count ?? 0;
  }

  /** How many wait for an answer, and how many of these too long. */
  async figures(now: Date): Promise<{ open: number; overdue: number }> {
    const rows: { open: number; overdue: number }[] = await this.source.query(
      `select count(*)::integer as open, count(*) filter (where due_at < database_now($1))::integer as overdue
         from complaint where due_at is not null`,
      [now],
    );
    return rows[0] ?? { open: 0, overdue: 0 };
  }

  private async addEntry(
    tx: Transaction,
    { id, entries }: ComplaintRow,
    { text, operatorId, at }: { text: string; operatorId: string | null; at: Date },
  ): Promise<void> {
    await tx.query(
      'insert into complaint_entry (complaint_id, number, operator_id, text, at) values ($1, $2, $3, $4, require_reached($5))',
      [id, entries, operatorId, text, at],
    );
  }
}
