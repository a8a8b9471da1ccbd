import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { BooksConcerned } from '../../../contract/books.js';
import { earlierHaveEnded } from '../../../platform/database/earlier-transactions.js';
import { callFunction } from '../../../platform/database/call-function.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { allowLonger } from '../../../platform/database/watched-pool.js';
import type { Invariant } from './invariants.js';

/** Rows of a broken invariant that are read, of each book; one is enough to stop it. */
const ROWS_READ = 100;
const QUERY_LIMIT_MS = 150_000;

/** A row that breaks an invariant. */
export interface Violation {
  book: BooksConcerned;
  /** The digest of the details: another row, or the same row in another state, has another one. */
  fingerprint: string;
  /** What the invariant's query says of the row, each value as text. */
  details: Record<string, string | null>;
}

export interface CheckedInvariant {
  name: string;
  says: string;
  /** The first hundred rows of each book that break it; empty when it holds. */
  rows: Violation[];
  /** Rows that break it too, but that two operators have put into quarantine. */
  quarantined: Violation[];
  tookMs: number;
}

/** Reads the whole book, to check and to seal it. */
@Injectable()
export class BooksStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** Checks every invariant against one snapshot: between two statements the books move. */
  check(invariants: Invariant[]): Promise<CheckedInvariant[]> {
    return this.source.transaction('REPEATABLE READ', async (tx) => {
      await tx.query('set transaction read only');
      await allowLonger(tx, QUERY_LIMIT_MS);
      // An instant in a row's details reads the same whoever asks.
      await tx.query(`set local work_mem = '64MB'; set local time zone 'UTC'`);
      const checked: CheckedInvariant[] = [];
      for (const invariant of invariants) checked.push(await check(tx, invariant));
      return checked;
    });
  }

  /** The newest visible journal number; lower ones may still be uncommitted. */
  async newestJournal(): Promise<string> {
    const rows: { id: string }[] = await this.source.query(
      'select coalesce(max(id), 0)::text as id from ledger_journal',
    );
    return (rows[0] as { id: string }).id;
  }

  /** Whether all transactions that could still write below the number have ended; waits two seconds at most. */
  earlierHaveEnded(): Promise<boolean> {
    return earlierHaveEnded(this.source);
  }

  /** Adds one seal over journals up to the given one; returns whether there were any. */
  async sealNext(upToJournalId: string, at: Date): Promise<boolean> {
    return callFunction(this.source.manager, 'ledger_seal_next', { upto: upToJournalId, at });
  }

  /** The last seal, for the log: an anchor outside the database. */
  async sealHead(): Promise<{ id: string; lastJournal: string; hash: string } | null> {
    const rows: { id: string; lastJournal: string; hash: string }[] = await this.source.query(
      `select id, last_journal as "lastJournal", encode(hash, 'hex') as hash from ledger_seal order by id desc limit 1`,
    );
    return rows[0] ?? null;
  }
}

type Found = Violation & { isQuarantined: boolean };

async function check(tx: Transaction, { name, says, sql }: Invariant): Promise<CheckedInvariant> {
  const began = performance.now();
  const found: Found[] = await tx.query(violations(typeof sql === 'string' ? sql : sql()), [name, ROWS_READ]);
  const rowsOf = (isQuarantined: boolean) =>
    found
      .filter((row) => row.isQuarantined === isQuarantined)
      .map(({ book, fingerprint, details }) => ({ book, fingerprint, details }));
  return { name, says, rows: rowsOf(false), quarantined: rowsOf(true), tookMs: performance.now() - began };
}

/** The rows that a query finds, with the book that each is about and whether it is in quarantine. */
function violations(query: string): string {
  return `
    with found as (select to_jsonb(row) as details from (${query}) as row),
    named as (
      select case f.details ->> 'demo' when 'true' then 'demo' when 'false' then 'real' else 'both' end as book,
             encode(sha256(convert_to(f.details::text, 'UTF8')), 'hex') as fingerprint, f.details
        from found f),
    judged as (
      select n.*, exists (select from books_quarantine q where q.invariant = $1 and q.fingerprint = n.fingerprint
                             and q.lifted_at is null) as "isQuarantined"
        from named n),
    numbered as (
      select j.*, row_number() over (partition by j.book, j."isQuarantined" order by j.fingerprint) as place
        from judged j)
    select n.book, n.fingerprint, n."isQuarantined",
           coalesce((select jsonb_object_agg(key, value) from jsonb_each_text(n.details)), '{}') - 'demo' as details
      from numbered n where n.place <= $2 order by n.book, n.place`;
}
