import type { BooksConcerned } from '../../../contract/books.js';
import type { Invariant } from './invariants.js';

/** A row that breaks an invariant. */
export interface Violation {
  book: BooksConcerned;
  /** Digest of the details: it differs for another row, and for the same row in another state. */
  fingerprint: string;
  /** The columns of the invariant's query, each value as text. */
  details: Record<string, string | null>;
}

/** A violation with the name of its invariant. */
export interface Found extends Violation {
  invariant: string;
  /** Whether two operators have put it into quarantine. */
  isQuarantined: boolean;
  /** Whether nothing is wrong but that it is late: see `InvariantPart.isLate`. */
  isLate: boolean;
}

export interface CheckedInvariant {
  name: string;
  says: string;
  /** The first hundred rows of each book that break it; empty when it holds. */
  rows: Violation[];
  /** Rows that break it too, but that two operators have put into quarantine. */
  quarantined: Violation[];
  /** Rows that are late and break nothing. */
  late: Violation[];
}

/** Violations by invariant. */
export function byInvariant(invariants: readonly Invariant[], found: readonly Found[]): CheckedInvariant[] {
  return invariants.map(({ name, says }) => {
    const rows = (isSuch: (row: Found) => boolean) => {
      const those = found.filter((row) => row.invariant === name && isSuch(row));
      // A row may lie in two of the checked slices: it is counted once.
      return [...new Map(those.map((row) => [row.fingerprint, violationOf(row)])).values()];
    };
    return {
      name,
      says,
      rows: rows(isBroken),
      quarantined: rows((row) => row.isQuarantined && !row.isLate),
      late: rows((row) => row.isLate),
    };
  });
}

/** Whether a row stops its book: nobody let it stand, and it is more than late. */
export function isBroken({ isQuarantined, isLate }: Found): boolean {
  return !isQuarantined && !isLate;
}

function violationOf({ book, fingerprint, details }: Found): Violation {
  return { book, fingerprint, details };
}
