/** A part of an invariant: a query that returns the violating rows. */
export interface InvariantPart {
  /**
   * The table whose rows it judges one by one, registered with `registerSubject`. The query reads `checked`, which has the
   * rows of the table that are looked at in this slice, and the rows that belong to each of them through an index. Of
   * `ledger_journal`, `checked` also has `number` (the reference where it is a whole number) and `head` (the number before
   * a colon, or the whole of it), and `legs` has the postings of these journals with what the journals and the accounts say,
   * and a row without a posting for a journal that has none. Nothing joins `legs` with `checked`: see `slice-statement.ts`.
   *
   * Without it the query is unrestricted, and its cost must not grow with the trading volume: `round` runs every
   * minute, `pass` once in every pass through the whole book.
   */
  over: string;
  /**
   * Its column `demo` says which book a row is about: true, false, or null when it cannot be told, which stops both. The
   * other columns say which row it is and the values that do not agree: a quarantine covers exactly these, and never the
   * clock, nor anything that depends on where a slice begins.
   */
  sql: string | (() => string);
  /**
   * Finds overdue rows. It reads `watched`, which has for each book (`demo`) `until` when due instants count, and `since` when
   * checks have run without a break: see {@link watchedFor}.
   */
  isOverdue?: true;
  /**
   * Names what is late, by the database's clock, and nothing that is wrong: it is reported and counted, and stops no book. What is
   * so late that it stops one is named by a part of its own.
   */
  isLate?: true;
}

/**
 * Reference for overdue rows. A worker's round goes by its `looks`: a row that became due during an outage of the workers has its
 * grace period from their first check on. A check by hand goes by the database's `clock`, so that an outage shows as overdue
 * rows.
 */
export type DueBy = 'looks' | 'clock';

/** A statement about the books that always holds. */
export interface Invariant {
  /** Its number in `server/documents/invariants.md`, `L05`; unique. */
  name: string;
  /** The invariant in one sentence. */
  says: string;
  /** All of them hold. */
  parts: readonly InvariantPart[];
  /** Violated by a condition that can be repaired, a missing trigger for instance: its rows cannot go into quarantine. */
  isRepairable?: true;
}

const invariants = new Map<string, Invariant>();

/** Registers an invariant for the check of every minute and `npm run verify-books`. Call it at module load. */
export function registerInvariant(invariant: Invariant): void {
  invariants.set(invariant.name, invariant);
}

/** All of them, by name. */
export function registeredInvariants(): Invariant[] {
  return [...invariants.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The column of a group of rows: their book when all are of one, otherwise null. `demo` is a boolean of each row. */
export function bookOfAll(demo: string): string {
  return `case when bool_and(${demo}) = bool_or(${demo}) then bool_and(${demo}) end as demo`;
}

/**
 * SQL: whether checks of the book `w` of `watched` have run without a break for that long. A row that became due during a break
 * has its grace period from the first check on, other rows from their due instant on.
 */
export function watchedFor(interval: string): string {
  return `w.since < now() - interval '${interval}'`;
}

/** The rows of `watched`. */
export const WATCHED: Record<DueBy, string> = {
  looks: `select m.demo, least(now(), m.checked_at) as until, coalesce(m.watched_since, '-infinity') as since from trading_mode m`,
  clock: `select m.demo, now() as until, '-infinity'::timestamptz as since from trading_mode m`,
};
