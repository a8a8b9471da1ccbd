/** Kinds of holds (the name before the colon), each with the SQL of the open row that it freezes money for. */
const holds = new Map<string, string | null>();

/**
 * Registers a kind of hold, `spot-order` of `spot-order:17`. `row` is SQL that finds the open business row of a hold `h` by
 * a key, such as `select from spot_order o where o.id = h.number and o.user_id = h.owner_id and o.status = 'open'`; `h` also has
 * `kind`, `currency_id` and `demo` of its account and its `amount`. Null where no row is expected. Call it where the
 * feature's file is loaded, beside its invariants. An open hold without its row is a violation of L13.
 */
export function registerHold(prefix: string, row: string | null): void {
  holds.set(prefix, row);
}

export function registeredHolds(): ReadonlyMap<string, string | null> {
  return holds;
}
