import { accountTypeOf } from '../../../contract/account-type.dto.js';
import type { ApiKeyView } from '../../../contract/account/api-keys.dto.js';
import { wireTime } from '../users/index.js';
import type { ApiKeyRow } from './api-keys.store.js';

/** A key as its owner sees it. */
export function apiKeyView(key: ApiKeyRow, now: number): ApiKeyView {
  const { id, publicId, name, kind, scopes, isDemo, addresses, createdAt, expiresAt, lastUsedAt, lastUsedIp } = key;
  return {
    id,
    key: publicId,
    name,
    kind,
    scopes,
    account_type: accountTypeOf(isDemo),
    addresses: addresses.map(shortAddress),
    created_at: wireTime(createdAt),
    expires_at: expiresAt ? wireTime(expiresAt) : '',
    last_used_at: lastUsedAt ? wireTime(lastUsedAt) : '',
    last_used_ip: lastUsedIp ?? '',
    state: key.endReason ?? (expiresAt !== null && expiresAt.getTime() <= now ? 'expired' : 'active'),
  };
}

/** A single address without the length of its prefix. */
function shortAddress(network: string): string {
  return network.replace(network.includes(':') ? /\/128$/ : /\/32$/, '');
}
