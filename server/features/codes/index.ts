/**
 * The front door of the codes: those that are sent, and those of an authenticator. A money command asks
 * `ConfirmationCodes.check(userId, code)` before its transaction opens, so that wrong tries count whatever becomes of it,
 * and `ConfirmationCodes.use(tx, userId, code)` inside it, which lets one of two go on.
 */
export { CodesModule } from './codes.module.js';
export { ConfirmationCodes } from './confirmation-codes.js';
export { authenticator, SecondFactor } from './second-factor.js';
export { codeTarget, SendCode } from './send-code.js';
export { SetUpTotp } from './set-up-totp.js';
export { VerificationCodes } from './verification-codes.js';
