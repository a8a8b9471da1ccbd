/** The accounts that journals of a reason may touch. */
export interface Touched {
  /** Kinds of accounts, of users and of the house. */
  kinds: readonly string[];
  /** SQL for the user whose row a posting `l` is about, by its key; nothing where a journal is about many users. */
  owner?: string;
  /** Brings money to a user or takes it away, so that it is neither profit nor loss: deposits, withdrawals, gifts. */
  isCapital?: boolean;
  /**
   * Of capital that was paid for before, in another journal: SQL for what it cost, `currency_id` and `amount`, of a journal
   * `j` as its row is found. It comes in as that, so that what it is worth beyond is profit, as of anything that is bought.
   */
  cost?: string;
}

interface Reason {
  row: string | null;
  touched: Touched | null;
}

/** Reasons of journals, each with the business rows that its references name. */
const reasons = new Map<string, Reason>();

/**
 * Makes a reason known. `row` is SQL that finds the business row of a journal `j` by a key, such as
 * `select from wallet_transfer t where t.id = j.number`; null where the journal itself is the record. `j.number` is the
 * reference where it is a whole number, `j.head` the number before a colon, or the whole of it.
 * Call it where the feature's file is loaded, beside its invariants. A journal whose row is missing, or whose reason
 * nobody registered, is a violation of L15; one that touches other accounts than it should is one of L20.
 */
export function registerReason(reason: string, row: string | null, touched: Touched | null = null): void {
  reasons.set(reason, { row, touched });
}

export function registeredReasons(): ReadonlyMap<string, Reason> {
  return reasons;
}

/** Reasons whose journals are neither profit nor loss to a user. */
export function capitalReasons(): string[] {
  return [...reasons].filter(([, { touched }]) => touched?.isCapital).map(([reason]) => reason);
}

/** Reasons whose journals bring in what was paid for before, with the SQL for what it cost. */
function costOfReasons(): { reason: string; cost: string }[] {
  return [...reasons].flatMap(([reason, { touched }]) => (touched?.cost ? [{ reason, cost: touched.cost }] : []));
}

/** @throws Error for a reason that nobody registered. */
export function assertRegistered(reason: string): void {
  if (!reasons.has(reason)) throw new Error(`Nobody registered the reason ${reason}; see registerReason.`);
}

const NO_COST = 'select null::integer as currency_id, null::numeric as amount where false';

/**
 * SQL for what was paid before for the coins of a journal, by the reasons that say so: `currency_id` and `amount`, nothing where it was
 * not. The journal is `c` with its `reason`, and `j` with the `head` of its reference.
 */
export function costsSql(): string {
  const known = costOfReasons().map(
    ({ reason, cost }) => `select k.currency_id, k.amount from (${cost}) k where c.reason = '${reason}'`,
  );
  return [NO_COST, ...known].join(' union all ');
}
