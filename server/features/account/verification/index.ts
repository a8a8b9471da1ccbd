/**
 * The front door of the verification. Withdrawals and options ask `VerificationLevels.assertVerified(userId)` first.
 * The desk lists, opens, claims and decides cases; each decision runs in a transaction of the desk, beside its own log,
 * and needs the claim of the operator who decides.
 */
export { VerificationModule } from './verification.module.js';
export { VerificationLevels } from './verification-levels.js';
export { ApproveVerification } from './approve-verification.js';
export { ClaimVerification } from './claim-verification.js';
export { type OpenedCase, GetVerificationCase } from './get-verification-case.js';
export { ReleaseVerification } from './release-verification.js';
export { RejectVerification } from './reject-verification.js';
