import { IsIn, IsOptional, Matches } from 'class-validator';
import { OptionalAmount } from '../amount-fields.js';
import { OptionalText, PlainText } from '../text-fields.js';

/** What a user has to prove afresh that it is at hand for. */
export const PROOF_ACTS = [
  'withdrawal',
  'address',
  'bank-card',
  'contact',
  'fund-password',
  'fund-password-reset',
  'login-password',
  'authenticator',
  'passkey',
  'api-key',
  'close-account',
] as const;
export type ProofAct = (typeof PROOF_ACTS)[number];

/** What can prove it: a passkey, the code of an authenticator, one that was sent, a wallet's signature, the login password. */
export const PROOF_KINDS = ['passkey', 'authenticator', 'contact-code', 'wallet', 'login-password'] as const;
export type ProofKind = (typeof PROOF_KINDS)[number];

/** Of a passkey's answer, in UTF-16 units; those of the longest keys are half as long. */
export const PASSKEY_ANSWER_MAX = 8000;

/** The proof beside a change; which fields count is said by `user/proofs`. */
export class ProofFields {
  /** Of the authenticator where one is on, else the one that was sent for this act. */
  @OptionalText(40)
  code?: string;
  @OptionalText(1000)
  login_password?: string;
  /** Of `user/proof_nonce`. */
  @OptionalText(64)
  proof_nonce?: string;
  /** The wallet's signature of its text: 65 bytes in hexadecimal. */
  @OptionalText(140)
  proof_signature?: string;
  /** What the browser answered to the options of `user/proof_passkey`, as JSON text. */
  @OptionalText(PASSKEY_ANSWER_MAX)
  passkey?: string;
}

export class ProofsRequest {
  @IsIn(PROOF_ACTS)
  act: ProofAct;
}

export class ProofsView {
  /** Of each group one kind has to be given; no group: the user has nothing that counts. */
  groups: string[][];
  /** Whether the act is possible at all with what the user has: 0, 1. */
  possible: number;
  /** Hours for which all withdrawals wait after the act; 0: they do not. */
  hold_hours: number;
  /** Where a code would be sent, masked; empty: nowhere. */
  sent_to: string;
  /** Wallets whose signature counts. */
  wallets: ProofWalletView[];
}

export class ProofWalletView {
  /** `ERC` or `TRC`. */
  chain: string;
  address: string;
}

/** What a code is to confirm. Nothing: one of the old clients, which confirms a withdrawal to an own address, or a new address. */
export class ConfirmedActRequest {
  @IsOptional()
  @IsIn(PROOF_ACTS)
  act?: ProofAct;
  /** Of a withdrawal. */
  @OptionalAmount()
  amount?: string;
  /** Its coin: `USDT`. */
  @OptionalText(12)
  @Matches(/^[A-Z0-9]{2,12}$/)
  coin?: string;
  /** The whole address, number of the card, or new contact. */
  @OptionalText(254)
  target?: string;
}

/** Asks for the text that a wallet of the caller's has to sign. */
export class ProofNonceRequest extends ConfirmedActRequest {
  /** `ERC` or `TRC`. */
  @PlainText(8)
  chain: string;
  @PlainText(64)
  address: string;
  @OptionalText(12)
  chain_id?: string;
}
