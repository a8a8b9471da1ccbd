/**
 * In SQL, the bank's reference by which withdrawal `w` was paid, in its one spelling: those of before stand as they were typed. As in
 * `deposit_settle` and in the index `withdrawal_bank_reference`.
 */
export const BANK_REFERENCE = "upper(regexp_replace(btrim(w.chain_tx), '\\s+', ' ', 'g'))";
