import type { PasskeyView } from '../../../contract/account/passkeys.dto.js';
import { wireTime } from '../users/index.js';
import type { PasskeyRow } from './passkeys.store.js';

/** A passkey as its owner sees it. */
export function passkeyView({ id, name, isBackedUp, createdAt, lastUsedAt }: PasskeyRow): PasskeyView {
  return {
    id,
    name,
    backed_up: isBackedUp ? 1 : 0,
    created_at: wireTime(createdAt),
    last_used_at: lastUsedAt ? wireTime(lastUsedAt) : '',
  };
}
