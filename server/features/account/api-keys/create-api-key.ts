import { Injectable } from '@nestjs/common';
import { API_KEYS_MAX } from '../../../contract/rules/api-keys.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { RecordChange } from '../notices/index.js';
import type { Proof } from '../security/index.js';
import type { Caller } from '../users/index.js';
import { ApiKeySecrets } from './api-key-secrets.js';
import { ApiKeysStore } from './api-keys.store.js';
import { keyAccount } from './key-account.js';
import { ProveOwner } from './prove-owner.js';
import { type AskedTerms, readKeyTerms } from './read-key-terms.js';

export interface AskedApiKey extends AskedTerms {
  /** By which it is asked for. */
  sessionId: string;
  /** The sub-account whose key it is; null: the user's own. */
  subAccountId: string | null;
  name: string;
  fundPassword: string;
  proofs: Proof[];
  caller: Caller;
}

/** Makes a user a key for its own programs. */
@Injectable()
export class CreateApiKey {
  constructor(
    private readonly store: ApiKeysStore,
    private readonly proveOwner: ProveOwner,
    private readonly secrets: ApiKeySecrets,
    private readonly recordChange: RecordChange,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns the row's number, and of an `hmac` key the secret: it is in no reply ever after.
   * @throws Refusal `api-key.scopes-invalid`, `-addresses-invalid`, `-days-invalid`, `-public-key-invalid`, `-too-many`;
   *   `sub-account.unknown`, `sub-account.closed` for demo money of one, `session.required` where the session was ended meanwhile; those of the fund password and of the proof.
   */
  async execute(userId: string, asked: AskedApiKey): Promise<{ id: string; secret: string }> {
    const { name, kind, caller } = asked;
    const account = keyAccount(userId, asked);
    // Before anything is proven: what cannot be made uses up no code.
    readKeyTerms(asked, this.clock.now());
    const { useUp } = await this.proveOwner.wholly(userId, asked);
    const publicId = this.secrets.newPublicId();
    const made = kind === 'hmac' ? this.secrets.make(publicId) : { secret: '', sealed: null };
    const id = await this.transactions.run(async (tx) => {
      // A new password ends sessions and keys at once: a key that was asked for before is not made after it.
      await useUp(tx);
      const at = new Date(this.clock.now());
      if (account !== userId && !(await this.store.isSubOf(userId, account, tx)))
        throw new Refusal('sub-account.unknown');
      if ((await this.store.countLive(tx, account, at)) >= API_KEYS_MAX) {
        throw new Refusal('api-key.too-many', { most: API_KEYS_MAX });
      }
      const terms = readKeyTerms(asked, at.getTime());
      const key = { userId: account, publicId, name, ...terms, secret: made.sealed, at };
      const added = await this.store.insert(tx, key);
      await this.recordChange.execute(tx, { userId, kind: 'api-key-added', caller, value: name });
      return added;
    });
    return { id, secret: made.secret };
  }
}
