/** The front door of the ledger. */
export { batchesByUser } from './batches-by-user.rules.js';
export type { CheckedInvariant, Violation } from './books.store.js';
export { brokenFor, CheckBooks } from './check-books.js';
export { bookOfAll, type Invariant, registerInvariant, registeredInvariants } from './invariants.js';
export { Ledger } from './ledger.js';
export type {
  AccountKind,
  HouseAccountKind,
  Journal,
  Leg,
  Posted,
  UserAccountKind,
} from './ledger-journal.js';
export { HOUSE_ACCOUNT_KINDS, USER_ACCOUNT_KINDS } from './ledger-journal.js';
export { refusalOf, requestedAmount } from './ledger-refusals.js';
export { LedgerModule } from './ledger.module.js';
export type { Balance } from './ledger.store.js';
export { ListStatement, type StatementQuery } from './list-statement.js';
export { QuarantineViolations } from './quarantine-violations.js';
export { registerReason } from './reasons.js';
export { TradingMode } from './trading-mode.js';
