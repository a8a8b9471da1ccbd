/** The front door of the ledger. */
export { batchesByUser } from './batches-by-user.rules.js';
export { brokenFor, brokenIn, CheckBooks } from './check-books.js';
export { registerHold } from './holds.js';
export { findOverdue, type OverdueWork } from './find-overdue.js';
export { bookOfAll, registerInvariant, registeredInvariants, watchedFor } from './invariants.js';
export { Ledger } from './ledger.js';
export type { Leg, UserAccountKind } from './ledger-journal.js';
export { refusalOf, requestedAmount } from './ledger-refusals.js';
export { LedgerModule } from './ledger.module.js';
export { ListStatement } from './list-statement.js';
export { POSTING_SEARCH } from './posting-search.js';
export { QuarantineViolations } from './quarantine-violations.js';
export { capitalReasons, costsSql, headSql, registerReason } from './reasons.js';
export { goneFromChain, registerSubject } from './subjects.js';
export { TradingMode } from './trading-mode.js';
export { BOOKS_LATE_SECONDS } from './trading-mode.store.js';
