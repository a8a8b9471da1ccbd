import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import { allowLonger } from '../../../platform/database/watched-pool.js';
import { byInvariant, type CheckedInvariant, type Found } from './findings.js';
import type { DueBy, Invariant } from './invariants.js';
import { type Range, type Slice, sliceStatement, wholeStatement } from './slice-statement.js';
import { registeredSubjects, type Subject } from './subjects.js';
import { ReadSource } from '../../../platform/database/read-source.store.js';

/** Maximum violations read per invariant and book; one is enough to stop the book. */
const ROWS_READ = 100;
/** Timeout of a slice, which normally takes a fraction of a second; allows for a very busy machine. */
const QUERY_LIMIT_MS = 60_000;
/** Postings of one slice of journals: some journals have thousands of legs. */
const SLICE_POSTINGS = 40_000;
export const JOURNALS = 'ledger_journal';
/** Lower than every id: an id inserted by hand may be negative. */
export const BEGINNING = '-9223372036854775807';

/**
 * How a snapshot reads: rows of a slice and what belongs to them by index, independent of the planner's row estimates, which lack the
 * newest rows; whole tables as the planner likes.
 */
type Reading = 'by-index' | 'whole';

/** Runs work in a transaction. */
type Reads = <T>(reading: Reading, work: (tx: Transaction) => Promise<T>) => Promise<T>;

const SETTINGS: Record<Reading, string> = {
  'by-index': 'set local enable_seqscan = off',
  whole: 'set local enable_seqscan = on',
};

/** Reads the books slice by slice: no snapshot is held longer than one slice takes. */
@Injectable()
export class BooksStore {
  constructor(private readonly reads: ReadSource) {}

  /** Checks invariants over the whole book, slice by slice, from the first row to the last, and overdue rows by the clock. */
  async check(invariants: readonly Invariant[]): Promise<CheckedInvariant[]> {
    return byInvariant(invariants, await everything((reading, work) => this.snapshot(reading, work), invariants));
  }

  /** The same inside a transaction, so that its own writes are visible. */
  async checkWithin(tx: Transaction, invariants: readonly Invariant[]): Promise<CheckedInvariant[]> {
    const within: Reads = async (reading, work) => {
      await tx.query(SETTINGS[reading]);
      return work(tx);
    };
    return byInvariant(invariants, await everything(within, invariants));
  }

  /**
   * Checks the next journals from a number on, with the rows they refer to, in one snapshot. `sealedTo` is the last
   * journal that a seal of the snapshot covers: lower ones are all visible. Null when there are no more.
   */
  checkJournalsFrom(
    first: string,
    invariants: readonly Invariant[],
  ): Promise<{ range: Range; sealedTo: string; found: Found[] } | null> {
    return this.snapshot('by-index', async (tx) => {
      const journals = registeredSubjects().find(({ table }) => table === JOURNALS);
      const next = journals && (await nextRows(tx, journals, first, journals.sliceRows));
      if (!next) return null;
      const [seal]: { last: string }[] = await tx.query(
        'select coalesce(max(last_journal), 0)::text as last from ledger_seal',
      );
      return { range: next.range, sealedTo: seal?.last ?? '0', found: await checkJournals(tx, next.range, invariants) };
    });
  }

  /** The newest journal that is visible now. */
  async newestJournal(): Promise<string> {
    const rows: { id: string }[] = await this.reads.query(
      'select coalesce(max(id), 0)::text as id from ledger_journal',
    );
    return rows[0]?.id ?? '0';
  }

  /** The highest number of a table; null where it has no row. */
  async lastRow({ table }: Subject): Promise<string | null> {
    const rows: { id: string | null }[] = await this.reads.query(`select max(id)::text as id from ${table}`);
    return rows[0]?.id ?? null;
  }

  /**
   * Of each table, the lowest ids, at most a hundred, among its newest rows that must have a journal and have none; in one snapshot,
   * because a table takes milliseconds. Tables without such rows are left out.
   */
  unbooked(subjects: readonly Subject[], newest: number): Promise<{ subject: Subject; rows: string[] }[]> {
    return this.snapshot('by-index', async (tx) => {
      const found: { subject: Subject; rows: string[] }[] = [];
      for (const subject of subjects) {
        const rows = await unbookedRows(tx, subject, newest);
        if (rows.length > 0) found.push({ subject, rows });
      }
      return found;
    });
  }

  /** Checks a range of journals, with the rows they refer to. */
  checkJournals(range: Range, invariants: readonly Invariant[]): Promise<Found[]> {
    return this.snapshot('by-index', (tx) => checkJournals(tx, range, invariants));
  }

  /** Checks the next rows of a table from a number on, `limit` at most by their weight. Null when there are no more. */
  checkRowsFrom(
    subject: Subject,
    first: string,
    limit: number,
    invariants: readonly Invariant[],
  ): Promise<{ range: Range; weight: number; found: Found[] } | null> {
    return this.snapshot('by-index', async (tx) => {
      const next = await nextRows(tx, subject, first, Math.min(limit, subject.sliceRows));
      return next && { ...next, found: await checkSlice(tx, subject, { rows: next.range }, invariants) };
    });
  }

  /** Checks the rows of a table with numbers in a range. */
  checkRows(subject: Subject, range: Range, invariants: readonly Invariant[]): Promise<Found[]> {
    return this.snapshot('by-index', (tx) => checkSlice(tx, subject, { rows: range }, invariants));
  }

  /** Checks the parts that run every `round`, or once per `pass`. */
  checkWhole(when: 'round' | 'pass', invariants: readonly Invariant[]): Promise<Found[]> {
    return this.snapshot('whole', (tx) => checkWhole(tx, { when, due: 'looks' }, invariants));
  }

  /** Overdue rows by the database's clock; found even where no worker runs. */
  async overdue(invariants: readonly Invariant[]): Promise<CheckedInvariant[]> {
    const asked = invariants.flatMap(({ parts, ...invariant }) => {
      const late = parts.filter(({ isOverdue }) => isOverdue);
      return late.length === 0 ? [] : [{ ...invariant, parts: late }];
    });
    return byInvariant(
      asked,
      await this.snapshot('whole', (tx) => checkWhole(tx, { when: 'round', due: 'clock' }, asked)),
    );
  }

  /** One snapshot, because the books change between two statements. */
  private snapshot<T>(reading: Reading, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.reads.snapshot(async (tx) => {
      await allowLonger(tx, QUERY_LIMIT_MS);
      await tx.query(`set local work_mem = '64MB'; set local jit = off; ${SETTINGS[reading]}`);
      return work(tx);
    });
  }
}

/** The result of `BooksStore.unbooked`, inside a transaction. */
export async function unbookedRows(tx: Transaction, { table, booked }: Subject, newest: number): Promise<string[]> {
  if (!booked) return [];
  // An aggregate makes the planner go row by row, independent of its row estimates.
  const rows: { id: string }[] = await tx.query(
    `select r.id::text as id from (select * from ${table} order by id desc limit $1) r
      where (${booked.when ?? 'true'})
        and (select count(*) from ledger_journal j where j.reason = any ($2) and j.reference = r.id::text) = 0
      order by r.id limit ${ROWS_READ}`,
    [newest, booked.as],
  );
  return rows.map(({ id }) => id);
}

async function everything(read: Reads, invariants: readonly Invariant[]): Promise<Found[]> {
  const found: Found[] = [];
  for (const subject of registeredSubjects()) {
    for (let first: string | null = BEGINNING; first !== null; ) {
      const from: string = first;
      first = await read('by-index', async (tx) => {
        const next = await nextRows(tx, subject, from, subject.sliceRows);
        if (!next) return null;
        found.push(...(await checkSlice(tx, subject, { rows: next.range }, invariants)));
        return after(next.range);
      });
    }
  }
  for (const when of ['round', 'pass'] as const) {
    found.push(...(await read('whole', (tx) => checkWhole(tx, { when, due: 'clock' }, invariants))));
  }
  return found;
}

/** First id of the next slice. */
export function after({ last }: Range): string {
  return (BigInt(last) + 1n).toString();
}

async function checkJournals(tx: Transaction, range: Range, invariants: readonly Invariant[]): Promise<Found[]> {
  const found: Found[] = [];
  for (const subject of registeredSubjects()) {
    found.push(...(await checkSlice(tx, subject, { journals: range }, invariants)));
  }
  return found;
}

async function checkSlice(
  tx: Transaction,
  subject: Subject,
  slice: Slice,
  invariants: readonly Invariant[],
): Promise<Found[]> {
  const statement = sliceStatement(subject, invariants, slice);
  return statement === null ? [] : ((await tx.query(statement, [ROWS_READ])) as Found[]);
}

async function checkWhole(
  tx: Transaction,
  { when, due }: { when: 'round' | 'pass'; due: DueBy },
  invariants: readonly Invariant[],
): Promise<Found[]> {
  const found: Found[] = [];
  // Each query has the full timeout to itself: a slow one does not use up that of the others.
  for (const invariant of invariants) {
    const statement = wholeStatement(when, [invariant], due);
    if (statement !== null) found.push(...((await tx.query(statement, [ROWS_READ])) as Found[]));
  }
  return found;
}

/** The next rows from an id on, and their weight; at least one row where there is one. */
async function nextRows(
  tx: Transaction,
  { table, weight }: Subject,
  first: string,
  limit: number,
): Promise<{ range: Range; weight: number } | null> {
  const rows: { last: string | null; weight: number }[] = await tx.query(
    `with candidate as (
       select id, ${weight ?? '1'} as weight from ${table} where id >= $1 order by id limit $2),
     running as (select id, sum(weight) over (order by id) as total from candidate)
     select max(id)::text as last, max(total)::float8 as weight from running
      where total <= $2 or id = (select min(id) from candidate)`,
    [first, limit],
  );
  const [next] = rows;
  if (!next?.last) return null;
  const range = { first, last: next.last };
  return table === JOURNALS ? cutByPostings(tx, range) : { range, weight: next.weight };
}

/** The longest prefix of a range of journals within the limit of postings; its weight is half the number of postings. */
async function cutByPostings(tx: Transaction, { first, last }: Range): Promise<{ range: Range; weight: number }> {
  const rows: { last: string | null; postings: number }[] = await tx.query(
    `with counted as (
       select journal_id, count(*) as postings from ledger_posting where journal_id between $1 and $2 group by 1),
     running as (select journal_id, sum(postings) over (order by journal_id) as total from counted)
     select case when bool_or(total > $3) then
              coalesce(max(journal_id) filter (where total <= $3), min(journal_id))::text end as last,
            coalesce(max(total) filter (where total <= $3), min(total), 0)::float8 as postings from running`,
    [first, last, SLICE_POSTINGS],
  );
  const [cut] = rows;
  return { range: { first, last: cut?.last ?? last }, weight: Math.ceil((cut?.postings ?? 0) / 2) };
}
