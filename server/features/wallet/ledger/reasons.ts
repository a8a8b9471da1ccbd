/** Reasons of journals, each with the business rows that its references name. */
const reasons = new Map<string, string | null>();

/**
 * Makes a reason known. `row` is SQL that finds the business row of a journal `j` by a key, such as
 * `select from wallet_transfer t where t.id = j.number`; null where the journal itself is the record. `j.number` is the
 * reference where it is a whole number, `j.head` the number before a colon, or the whole of it.
 * Call it where the feature's file is loaded, beside its invariants. A journal whose row is missing, or whose reason
 * nobody registered, is a violation of L15.
 */
export function registerReason(reason: string, row: string | null): void {
  reasons.set(reason, row);
}

export function registeredReasons(): ReadonlyMap<string, string | null> {
  return reasons;
}

/** @throws Error for a reason that nobody registered. */
export function assertRegistered(reason: string): void {
  if (!reasons.has(reason)) throw new Error(`Nobody registered the reason ${reason}; see registerReason.`);
}
