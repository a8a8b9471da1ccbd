/** The accounts that journals of a reason may touch. */
export interface Touched {
  /** Kinds of accounts, of users and of the house. */
  kinds: readonly string[];
  /** SQL for the user whose row a posting `l` is about, by its key; nothing where a journal is about many users. */
  owner?: string;
  /** Capital: it enters or leaves the user's wealth and is neither profit nor loss: deposits, withdrawals, gifts. */
  isCapital?: boolean;
  /**
   * For capital that earlier journals paid for, or that they took and that comes back: SQL of these payments, `currency_id`,
   * `amount` (above zero) and when they were made (`at`), for a journal `j`. It counts as capital at what it was worth when it
   * was paid, as it went out, so that any value above it is profit, as for any purchase.
   */
  cost?: string;
  /** What the journals of this reason book on an account of the house that may owe for business rows alone. */
  explained?: Explained;
}

/** Accounts of the house that owe what business rows say, to the last unit, and nothing else (L08). */
export const EXPLAINED_KINDS = ['adjustment', 'issuance'] as const;

export interface Explained {
  kind: (typeof EXPLAINED_KINDS)[number];
  /** SQL of all that business rows say: `number` (that of the row, by its key), `currency_id` and `amount`. */
  rows: string;
}

interface Reason {
  row: string | null;
  touched: Touched | null;
}

/** Reasons of journals, each with the business rows that its references name. */
const reasons = new Map<string, Reason>();

/**
 * Registers a reason. `row` is SQL that finds the business row of a journal `j` by a key, such as
 * `select from wallet_transfer t where t.id = j.number`; null where the journal itself is the record. `j.number` is the
 * reference where it is a whole number, `j.head` the number before a colon, or the whole of it.
 * Call it at the feature's module load, beside its invariants. A journal whose row is missing, or whose reason is not
 * registered, violates L15; one that touches undeclared accounts violates L20.
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

/** Reasons whose journals bring in capital paid for earlier, with the SQL of its cost. */
function costOfReasons(): { reason: string; cost: string }[] {
  return [...reasons].flatMap(([reason, { touched }]) => (touched?.cost ? [{ reason, cost: touched.cost }] : []));
}

/** Reasons that book on accounts which owe for business rows alone, with what the rows say. */
export function explainedReasons(): ({ reason: string } & Explained)[] {
  return [...reasons].flatMap(([reason, { touched }]) =>
    touched?.explained ? [{ reason, ...touched.explained }] : [],
  );
}

/** @throws Error for an unregistered reason. */
export function assertRegistered(reason: string): void {
  if (!reasons.has(reason)) throw new Error(`Nobody registered the reason ${reason}; see registerReason.`);
}

/** SQL of the number before the colon of a reference, or of the whole of it; null where there is none. Only the canonical spelling counts, not `042`. */
export function headSql(reference: string): string {
  return `case when ${reference} ~ '^[1-9][0-9]{0,17}(:|$)' then split_part(${reference}, ':', 1)::bigint end`;
}

const NO_COST = 'select null::integer as currency_id, null::numeric as amount, null::timestamptz as at where false';

/**
 * SQL of what was paid earlier for the coins of a journal, by the reasons that declare one: `currency_id`, `amount` and `at`, a row
 * for each payment, no row where there was none. The journal is `c` with its `reason`, and `j` with the `head` of its reference ({@link headSql}).
 */
export function costsSql(): string {
  const known = costOfReasons().map(
    ({ reason, cost }) => `select k.currency_id, k.amount, k.at from (${cost}) k where c.reason = '${reason}'`,
  );
  return [NO_COST, ...known].join(' union all ');
}
