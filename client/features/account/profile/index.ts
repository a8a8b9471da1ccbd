export { AccountCard } from './account-card';
export { bankCard, countries, OWN, user } from './account.api';
export { AntiPhishingForm } from './anti-phishing-form';
export { BankCard, maskNumber } from './bank-card';
export { ChangePasswordForm } from './change-password-form';
export { DeviceList } from './device-list';
export { focusFirstError } from './focus-first-error';
export {
  judgeCode,
  judgeResetCode,
  judgeEmail,
  judgeFilled,
  judgeNewPassword,
  judgePhone,
  judgePin,
  judgeRepeated,
  passwordLengths,
  judgeUsername,
  plainPhone,
  type Verdict,
} from './form-rules';
export { FundPasswordForm } from './fund-password-form';
export { HoldNote } from './hold-note';
export { PagedList } from './paged-list';
export { default as PasskeyList } from './passkey-list';
export { SECURITY_LOG_KEY, SecurityLog } from './security-log';
export { ProofFields } from './proof-fields';
export { proofsOf } from './proofs.api';
export { NO_PROOF, PROOF_FIELDS, type ProofInput, type ProofNeeds, useProof } from './use-proof';
export { default as TotpSetup } from './totp-setup';
export { useUser } from './use-user';
export { useVerdict } from './use-verdict';
export { useWaysIn } from './use-ways-in';
export { verificationWord } from './verification-word';
export { useWireTime, useZonedWireTime } from './wire-time';
