import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { sessionOfKey } from '../../../platform/http/keys/key-access.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { RecordChange } from '../notices/index.js';
import { SessionEnds } from '../sessions/index.js';
import type { Caller } from '../users/index.js';
import { type ApiKeyRow, ApiKeysStore } from './api-keys.store.js';

/** The keys that a user has: their list, their names, and their end. */
@Injectable()
export class ManageApiKeys {
  constructor(
    private readonly store: ApiKeysStore,
    private readonly recordChange: RecordChange,
    private readonly ends: SessionEnds,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** The user's own, or those of a sub-account. @throws Refusal `sub-account.unknown`, also for one of somebody else. */
  async list(userId: string, subAccountId: string | null): Promise<ApiKeyRow[]> {
    if (subAccountId !== null && !(await this.store.isSubOf(userId, subAccountId)))
      throw new Refusal('sub-account.unknown');
    return this.store.list(subAccountId ?? userId, this.clock.now());
  }

  /** @throws Refusal `api-key.unknown`, also for one of somebody else. */
  async one(userId: string, id: string): Promise<ApiKeyRow> {
    const key = await this.store.one(userId, id);
    if (!key) throw new Refusal('api-key.unknown');
    return key;
  }

  /** A name protects nothing: no proof. @throws Refusal `api-key.unknown`. */
  async rename(userId: string, id: string, name: string): Promise<void> {
    if (!(await this.store.rename(userId, id, name))) throw new Refusal('api-key.unknown');
  }

  /**
   * No gateway accepts it from the commit on, and its sockets close. Takes no proof: who stole a session could lock the fund password,
   * and so keep a key alive that they know.
   * @throws Refusal `api-key.unknown`, also for one of somebody else.
   */
  async revoke(userId: string, { id, caller }: { id: string; caller: Caller }): Promise<void> {
    await this.transactions.run(async (tx) => {
      await this.store.holdOwner(tx, userId);
      const now = new Date(this.clock.now());
      const value = await this.store.end(tx, { userId, id, reason: 'revoked', now });
      if (value === null) throw new Refusal('api-key.unknown');
      await this.recordChange.execute(tx, { userId, kind: 'api-key-revoked', caller, value });
    });
    this.ends.announceKeys([sessionOfKey(id)]);
  }
}
