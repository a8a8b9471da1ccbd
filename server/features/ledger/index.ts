/** The front door of the ledger. */
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
export { refusalOf } from './ledger-refusals.js';
export { LedgerModule } from './ledger.module.js';
export type { Balance } from './ledger.store.js';
export { registerReason } from './reasons.js';
