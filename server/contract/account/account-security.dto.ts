import { IsIn } from 'class-validator';
import { OptionalText, PlainText } from '../text-fields.js';
import { PASSKEY_ANSWER_MAX, ProofFields } from './proofs.dto.js';

export class ChangePasswordRequest extends ProofFields {
  /** 2: the fund password is meant, as `safe/update_password` sets it; 1 or nothing: that of the login. */
  @OptionalText(1)
  @IsIn(['1', '2'])
  type?: string;
  /** Missing where there is none yet: then another proof of `user/proofs` is needed. */
  @OptionalText(1000)
  old_password?: string;
  @PlainText(1000)
  password: string;
  @OptionalText(1000)
  re_password?: string;
}

export class FundPasswordRequest extends ProofFields {
  /** Missing the first time, and when it is forgotten. */
  @OptionalText(40)
  oldpassword?: string;
  @PlainText(40)
  password: string;
  @OptionalText(40)
  re_password?: string;
}

export class SessionView {
  id: string;
  device: string;
  ip: string;
  /** `password`, `wallet` or `passkey`. */
  method: string;
  created_at: string;
  last_used_at: string;
  /** 1: the session of this call. */
  current: number;
}

export class RevokeSessionRequest {
  @PlainText(20)
  id: string;
}

export class EndSessionRequest {
  /** SHA-256 of the session's token, hexadecimal: enough to end the session and for nothing else. */
  @PlainText(64)
  session: string;
}

export class TotpSetUpRequest extends ProofFields {
  /** The login password; the same as `login_password`. */
  @OptionalText(1000)
  password?: string;
}

export class TotpConfirmRequest {
  @PlainText(20)
  code: string;
}

export class TotpDisableRequest {
  @OptionalText(1000)
  password?: string;
  @OptionalText(1000)
  login_password?: string;
  @OptionalText(64)
  proof_nonce?: string;
  @OptionalText(140)
  proof_signature?: string;
  /** As in every other proof. */
  @OptionalText(PASSKEY_ANSWER_MAX)
  passkey?: string;
  /** Of the authenticator, or a recovery code. */
  @PlainText(20)
  code: string;
}

export class TotpProposalView {
  /** In base 32. */
  secret: string;
  /** `otpauth:` address for a QR code. */
  uri: string;
}

export class RecoveryCodesView {
  /** Shown this once. */
  recovery_codes: string[];
}

/** The e-mail address or phone that is to become the caller's. */
export class NewContactRequest {
  /** An e-mail address, or a phone beside its dial code or with a plus sign before it. */
  @PlainText(254)
  user_string: string;
  /** Dial code of a phone. */
  @OptionalText(8)
  areacode?: string;
  @OptionalText(8)
  area_code?: string;
}

export class ChangeContactRequest extends NewContactRequest {
  /** The code that went to the new contact. */
  @PlainText(20)
  new_code: string;
  /** Of the authenticator, or of the contact that there is; empty where there is neither. */
  @OptionalText(40)
  code?: string;
  /** The login password, where there is one; the same as `login_password`. */
  @OptionalText(1000)
  password?: string;
  @OptionalText(1000)
  login_password?: string;
  @OptionalText(64)
  proof_nonce?: string;
  @OptionalText(140)
  proof_signature?: string;
  /** As in every other proof. */
  @OptionalText(PASSKEY_ANSWER_MAX)
  passkey?: string;
}

export class AntiPhishingRequest {
  /** Empty: none. */
  @OptionalText(32)
  word?: string;
}

export class WalletNonceRequest {
  /** `ERC` or `TRC`. */
  @PlainText(8)
  chain: string;
  @PlainText(64)
  address: string;
  /** Of an ERC wallet: the chain's number, 1 when missing. */
  @OptionalText(12)
  chain_id?: string;
}

export class WalletNonceView {
  /** The whole text to be signed, as it is. It allows nothing but this login. */
  message: string;
  nonce: string;
  /** Seconds for which it can be signed. */
  valid_seconds: number;
}

export class WalletLoginRequest {
  @PlainText(8)
  chain: string;
  @PlainText(64)
  address: string;
  @PlainText(64)
  nonce: string;
  /** 65 bytes in hexadecimal: r, s, v. */
  @PlainText(140)
  signature: string;
  /** Invitation code, when the wallet comes for the first time. */
  @OptionalText(40)
  extension_code?: string;
  @OptionalText(20)
  totp_code?: string;
}

/** A wallet that the user has logged in with. */
export class ProvenWalletView {
  /** `ERC` or `TRC`. */
  chain: string;
  address: string;
  created_at: string;
}
