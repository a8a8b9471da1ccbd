import type { InvariantPart } from './invariants.js';

/** A table whose rows are checked in slices, by a number that grows. */
export interface Subject {
  table: string;
  /**
   * A query for the numbers of its rows that journals are about. It reads `recent`: journals with `reason`, `number` (the
   * reference where it is a whole number) and `head` (the number before a colon, or the whole of it).
   */
  touchedBy: string;
  /** Rows per slice; fewer where each row refers to many others. */
  sliceRows: number;
  /** Weight of a row, in SQL; 1 by default. */
  weight?: string;
  /**
   * Its rows are seals, each with a `hash`, and no journal refers to them: seals since the last verified one are checked in each
   * round, and earlier ones stay verified while that seal exists.
   */
  isChain?: true;
  /** Journals that its rows must have. A row without a journal cannot be found through journals, so each round scans the newest rows. */
  booked?: Booked;
}

/** Each row, or each for which `when` holds (SQL over the row `r`), has a journal with its number for one of these reasons. */
export interface Booked {
  as: readonly string[];
  when?: string;
}

const subjects = new Map<string, Subject>();

/** Registers a table whose rows invariants check. Call it at the feature's module load, beside its invariants. */
export function registerSubject(subject: Subject): void {
  subjects.set(subject.table, subject);
}

/** All of them, by table. */
export function registeredSubjects(): Subject[] {
  return [...subjects.values()].sort((a, b) => (a.table < b.table ? -1 : 1));
}

/**
 * Of a chain: what was verified up to a row stays verified only while that row is there.
 * @param columns as the other parts of the invariant name them, over the chain `v`.
 */
export function goneFromChain(table: string, columns: string): InvariantPart {
  return {
    over: 'round',
    sql: `select ${columns}, null::boolean as demo
            from books_chain v
           where v.subject = '${table}'
             and not exists (select from ${table} s where s.id = v.verified_row and s.hash = v.verified_hash)`,
  };
}
