import type { AccountType } from '../../../contract/account-type.dto.js';
import { isDemoAccount } from '../../../contract/account-type.dto.js';
import { API_KEY_ADDRESSES_MAX, type ApiKeyKind, OPEN_KEY_DAYS } from '../../../contract/rules/api-keys.rules.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { endOf, readAddresses, readScopes } from './api-key-terms.js';
import type { NewApiKey } from './api-keys.store.js';
import { readPublicKey } from './request-signature.js';

/** What a user wants of a key, as it was written. */
export interface AskedTerms {
  kind: ApiKeyKind;
  scopes: string;
  accountType: AccountType;
  addresses: string;
  days: string | null;
  publicKey: string;
}

export type KeyTerms = Pick<NewApiKey, 'kind' | 'scopes' | 'isDemo' | 'addresses' | 'expiresAt' | 'publicKey'>;

/** @throws Refusal that says which of the terms no key can have. */
export function readKeyTerms(asked: AskedTerms, now: number): KeyTerms {
  const { kind, accountType } = asked;
  const scopes = readScopes(asked.scopes);
  if (!scopes) throw new Refusal('api-key.scopes-invalid');
  const addresses = readAddresses(asked.addresses);
  if (!addresses) throw new Refusal('api-key.addresses-invalid', { most: API_KEY_ADDRESSES_MAX });
  const days = asked.days === null ? null : Number.parseInt(asked.days, 10);
  const expiresAt = endOf(days, addresses.length > 0, now);
  if (expiresAt === undefined) throw new Refusal('api-key.days-invalid', { days: OPEN_KEY_DAYS });
  const publicKey = kind === 'ed25519' ? readPublicKey(asked.publicKey) : null;
  if (kind === 'ed25519' && !publicKey) throw new Refusal('api-key.public-key-invalid');
  return { kind, scopes, isDemo: isDemoAccount(accountType), addresses, expiresAt, publicKey };
}
