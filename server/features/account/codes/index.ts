/**
 * The front door of the codes: those that are sent, and those of an authenticator. Who needs a fresh proof of a
 * signed-in user asks `RequireFreshProof` of the security, which knows what counts for which act.
 */
export { ConfirmationCodes } from './confirmation-codes.js';
export {
  type ConfirmedAct,
  confirmedText,
  endsOfTarget,
  plainAct,
  shortAmount,
} from './confirmed-act.rules.js';
export { readConfirmedAct } from './read-confirmed-act.js';
export { GuestCodes } from './guest-codes.js';
export { authenticator, SecondFactor } from './second-factor.js';
export { newContactCode, SendCode } from './send-code.js';
export { SetUpTotp } from './set-up-totp.js';
export { GuessesUsedUp, VerificationCodes } from './verification-codes.js';
