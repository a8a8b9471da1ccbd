/** A statement about the books that always holds. */
export interface Invariant {
  /** Its number in the design, `L05`; unique. */
  name: string;
  /** What holds, in one sentence. */
  says: string;
  /**
   * A query that answers the rows which break it. Read inside one snapshot with all others. Its column `demo` says which
   * book a row is about: true, false, or null when it cannot be told, which stops both. The other columns say which row
   * it is and the values that do not agree: a quarantine covers exactly these, and never the clock.
   */
  sql: string | (() => string);
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
