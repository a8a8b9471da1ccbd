import { IsIn, IsOptional, IsString, Matches } from 'class-validator';
import { Transform } from 'class-transformer';
import { ACCOUNT_TYPES, type AccountType } from '../account-type.dto.js';
import { API_KEY_DAYS, API_KEY_KINDS, API_KEY_NAME_MAX, type ApiKeyKind } from '../rules/api-keys.rules.js';
import { OptionalText, PlainText } from '../text-fields.js';
import { ProofFields } from './proofs.dto.js';
import { OptionalSubAccount } from './sub-accounts.dto.js';

export class ApiKeysRequest {
  /** The sub-account whose keys they are; empty: the caller's own. */
  @OptionalSubAccount()
  sub_account_id?: string;
}

export class AddApiKeyRequest extends ProofFields {
  /** The sub-account that it is for; empty: for the caller. It sees and moves nothing of the other accounts. */
  @OptionalSubAccount()
  sub_account_id?: string;
  /** By which its owner knows it again. */
  @PlainText(API_KEY_NAME_MAX)
  name: string;
  /** `hmac`: the server makes a secret and shows it once. `ed25519`: the caller keeps the private key. */
  @IsIn(API_KEY_KINDS)
  kind: ApiKeyKind;
  /** What requests signed by it may do, with commas: `read,trade.spot`. It never gets more. */
  @PlainText(120)
  scopes: string;
  /** Which money it reads and trades with: `real_account` or `simulation_account`, never both. */
  @IsIn(ACCOUNT_TYPES)
  account_type: AccountType;
  /** From where it is accepted, with commas: `203.0.113.7,2001:db8::/48`. Empty: from everywhere, for 90 days at most. */
  @OptionalText(1400)
  addresses?: string;
  /** After so many days it ends: 7, 30, 90, 180 or 365. Empty: never, which takes a list of addresses. */
  @Transform(({ value }: { value: unknown }) => (value === '' || value === null ? undefined : value))
  @IsOptional()
  @IsIn(API_KEY_DAYS.map(String))
  days?: string;
  /** Of an `ed25519` key: its public key, PEM (SubjectPublicKeyInfo) or its 32 bytes in base64. */
  @OptionalText(400, { lines: true })
  public_key?: string;
  /** The fund password. */
  @PlainText(20)
  pay_password: string;
}

const ROW = /^[1-9][0-9]{0,17}$/;

export class RenameApiKeyRequest {
  @IsString()
  @Matches(ROW)
  id: string;
  @PlainText(API_KEY_NAME_MAX)
  name: string;
}

export class RevokeApiKeyRequest {
  @IsString()
  @Matches(ROW)
  id: string;
}

export class ApiKeyView {
  id: string;
  /** What `X-API-KEY` carries. No secret. */
  key: string;
  name: string;
  /** `hmac` or `ed25519`. */
  kind: string;
  scopes: string[];
  account_type: AccountType;
  /** From where it is accepted; none: from everywhere. */
  addresses: string[];
  /** UTC. */
  created_at: string;
  /** UTC; empty: it does not end by itself. */
  expires_at: string;
  /** UTC, to about a minute; empty: never. */
  last_used_at: string;
  /** From where it was used last; empty: never. */
  last_used_ip: string;
  /** `active`, `expired`, or why it was ended: `revoked`, `password`, `sessions`. */
  state: string;
}

/** A key just made. */
export class NewApiKeyView extends ApiKeyView {
  /** Shown this once and never again; empty for `ed25519`. */
  secret: string;
}
