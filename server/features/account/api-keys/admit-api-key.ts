import { Injectable } from '@nestjs/common';
import { isInWindow } from '../../../contract/rules/api-keys.rules.js';
import type { RefusalCode } from '../../../contract/errors.js';
import { Clock } from '../../../platform/clock/clock.js';
import {
  type CallPlace,
  KeyReader,
  type KeyVerdict,
  type SignedClaim,
} from '../../../platform/http/keys/key-access.js';
import { ApiKeySecrets } from './api-key-secrets.js';
import { isAllowedFrom } from './api-key-terms.js';
import { ApiKeysStore, type UsedApiKey } from './api-keys.store.js';
import { NoteRefusedKey } from './note-refused-key.js';
import { UsedSignatures } from './used-signatures.js';

/** The last use is written so often at most: it is for the list of keys, not for an exact account. */
const TOUCH_EVERY_MS = 60_000;

/** Judges what keys have signed, by Postgres at every call: what was revoked anywhere is dead everywhere. */
@Injectable()
export class AdmitApiKey extends KeyReader {
  constructor(
    private readonly store: ApiKeysStore,
    private readonly secrets: ApiKeySecrets,
    private readonly signatures: UsedSignatures,
    private readonly noteRefusedKey: NoteRefusedKey,
    private readonly clock: Clock,
  ) {
    super();
  }

  /**
   * What is refused of a sub-account's key is told to its person.
   *
   * The window first, which says nothing of any key; then whether the key signed, where a key that there is not and a wrong signature
   * are one answer; and only to whoever has its secret what is the matter with the key.
   */
  async read(claim: SignedClaim, { ip }: CallPlace): Promise<KeyVerdict> {
    const now = this.clock.now();
    if (!isInWindow(claim.timestamp, claim.windowMs, now)) return { refused: 'api-key.window', userId: null };
    const key = await this.store.used(claim.key);
    const isSigned = this.secrets.isSignature(key, claim.signature, claim.text);
    if (!key || !isSigned) return { refused: 'api-key.not-accepted', userId: key?.personId ?? null };
    const refused = stateOf(key, now) ?? (isAllowedFrom(key.addresses, ip) ? null : 'api-key.address');
    if (refused) return { refused, userId: key.personId };
    if (!(await this.signatures.use(claim.text, claim.windowMs))) {
      return { refused: 'api-key.replayed', userId: key.personId };
    }
    if (now - (key.lastUsedAt?.getTime() ?? 0) > TOUCH_EVERY_MS) {
      await this.store.touch(key.id, { now: new Date(now), ip, unlessSince: new Date(now - TOUCH_EVERY_MS) });
    }
    const { id, userId, scopes, expiresAt, isDemo } = key;
    return { key: { id, userId, scopes, expiresAt, book: isDemo ? 'demo' : 'real' } };
  }

  noteRefused(refused: { code: RefusalCode; key: string; userId: string | null; place: CallPlace }): Promise<void> {
    return this.noteRefusedKey.execute(refused);
  }
}

/** Why a key is accepted no more; null: it is. */
function stateOf({ endReason, expiresAt, isOfDisabledUser, isFrozen }: UsedApiKey, now: number): RefusalCode | null {
  if (isOfDisabledUser) return 'account.disabled';
  if (isFrozen) return 'sub-account.frozen';
  if (endReason !== null) return 'api-key.ended';
  return expiresAt !== null && expiresAt.getTime() <= now ? 'api-key.expired' : null;
}
