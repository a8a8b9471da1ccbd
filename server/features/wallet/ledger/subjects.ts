/** A table whose rows are checked in slices, by a number that grows. */
export interface Subject {
  table: string;
  /**
   * A query for the numbers of its rows that journals are about. It reads `recent`: journals with `reason`, `number` (the
   * reference where it is a whole number) and `head` (the number before a colon, or the whole of it).
   */
  touchedBy: string;
  /** Rows of one slice; fewer where a row has much that belongs to it. */
  sliceRows: number;
  /** Weight of a row, in SQL; 1 by default. */
  weight?: string;
  /**
   * Its rows are seals, each with a `hash`, and no journal is about them: what was sealed since the last verified one is
   * looked at in each round, and what was verified stays so while that seal is there.
   */
  isChain?: true;
  /** Journals that its rows must have. A row without any is touched by none: the newest such rows are looked for in each round. */
  booked?: Booked;
}

/** Each row, or each for which `when` holds (SQL over the row `r`), has a journal with its number for one of these reasons. */
export interface Booked {
  as: readonly string[];
  when?: string;
}

const subjects = new Map<string, Subject>();

/** Makes a table known whose rows invariants judge. Call it where the feature's file is loaded, beside its invariants. */
export function registerSubject(subject: Subject): void {
  subjects.set(subject.table, subject);
}

/** All of them, by table. */
export function registeredSubjects(): Subject[] {
  return [...subjects.values()].sort((a, b) => (a.table < b.table ? -1 : 1));
}
