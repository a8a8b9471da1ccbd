/** A statement about the books that always holds. */
export interface Invariant {
  /** Its number in the design, `L05`; unique. */
  name: string;
  /** What holds, in one sentence. */
  says: string;
  /** A query that answers the rows which break it. Read inside one snapshot with all others. */
  sql: string | (() => string);
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
