/** A part of an invariant: a query that answers the rows which break it. */
export interface InvariantPart {
  /**
   * The table whose rows it judges one by one, registered with `registerSubject`. The query reads `checked`, which has the
   * rows of the table that are looked at in this slice, and the rows that belong to each of them through an index. Of
   * `ledger_journal`, `checked` also has `number` (the reference where it is a whole number) and `head` (the number before
   * a colon, or the whole of it), and `legs` has the postings of these journals with what the journals and the accounts say,
   * and a row without a posting for a journal that has none. Nothing joins `legs` with `checked`: see `slice-statement.ts`.
   *
   * Without it the query reads what it wants, and must be quick however much has been traded: `round` is asked each
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
   * It names what is due and was not done. It judges by `watched`, which says of each book (`demo`) `until` when what fell
   * due counts, and `since` when somebody looks without a break: see {@link watchedFor}.
   */
  isOverdue?: true;
}

/**
 * Whose clock says what is overdue. A round of the workers goes by their `looks`: what became due while nobody looked has
 * its time from the first look on. Whoever asks by hand goes by the database's `clock`: what nobody does is overdue, also
 * where nobody looks.
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
  /** Broken by something that can be put right, a missing guard for instance: its rows cannot go into quarantine. */
  isRepairable?: true;
}

const invariants = new Map<string, Invariant>();

/** Adds an invariant to what is checked every minute and by `npm run verify-books`. Call it where a file is loaded. */
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
 * That somebody has looked at the book `w` of `watched` without a break for so long: what became due while nobody did
 * has its time from the first look on, as everything else has from its due instant.
 */
export function watchedFor(interval: string): string {
  return `w.since < now() - interval '${interval}'`;
}

/** The rows of `watched`. */
export const WATCHED: Record<DueBy, string> = {
  looks: `select m.demo, least(now(), m.checked_at) as until, coalesce(m.watched_since, '-infinity') as since from trading_mode m`,
  clock: `select m.demo, now() as until, '-infinity'::timestamptz as since from trading_mode m`,
};
