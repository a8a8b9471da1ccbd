/**
 * The front door of the passwords, of logins and of funds. A money command calls
 * `CheckFundPassword.execute(userId, pin, caller)` before its transaction opens, so that wrong tries count whatever becomes of it.
 */
export { ApiKeyEnds } from './api-key-ends.js';
export { CheckFundPassword } from './check-fund-password.js';
export { FundPasswordsStore } from './fund-passwords.store.js';
export { HasFundPassword } from './has-fund-password.js';
export { LoginTries } from './login-tries.js';
export { PasswordHasher } from './password-hasher.js';
export { type NewPassword, PasswordPolicy } from './password-policy.js';
export { isPasswordLength, PASSWORD_LENGTH_MAX } from './password.rules.js';
export { type PasskeyAnswer, PasskeyProofs } from './passkey-proofs.js';
export type { Proof } from './proofs.rules.js';
export { type Proven, proofsFrom, RequireFreshProof } from './require-fresh-proof.js';
export { ResetPassword } from './reset-password.js';
export { WalletProofs, type WalletSignature } from './wallet-proofs.js';
