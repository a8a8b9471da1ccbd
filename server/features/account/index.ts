/**
 * The front door of the accounts. A money command asks in this order: before its transaction opens,
 * `CheckFundPassword.execute(userId, pin)` and `ConfirmationCodes.check(userId, code)`, so that wrong tries count
 * whatever becomes of the transaction; inside it, `ConfirmationCodes.use(tx, userId, code)`, which lets one of two go on.
 */
export { AccountModule } from './account.module.js';
export { type Caller, RequestCaller } from './caller.js';
export { CheckFundPassword } from './check-fund-password.js';
export { ConfirmationCodes } from './confirmation-codes.js';
export { EndSessions } from './end-sessions.js';
export { FindUser, type User } from './find-user.js';
export type { BankCardRow } from './bank-cards.store.js';
export { GetBankCard } from './get-bank-card.js';
export { GetHolds, type Hold } from './get-holds.js';
export { HasFundPassword } from './has-fund-password.js';
export { LimitsStore } from './limits.store.js';
export { ListSessions } from './list-sessions.js';
export { PasswordHasher } from './password-hasher.js';
export { authenticator } from './second-factor.js';
export { SecretBox } from './secret-box.js';
export { WriteNotice } from './write-notice.js';
export { VerificationReader, type VerificationState } from './verification-reader.js';
