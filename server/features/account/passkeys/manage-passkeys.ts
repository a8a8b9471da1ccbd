import { Injectable } from '@nestjs/common';
import { Transactions } from '../../../platform/database/transactions.store.js';
import type { CurrentSession } from '../../../platform/http/access.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { plainAct } from '../codes/index.js';
import { SecurityLog } from '../notices/index.js';
import { type Proof, RequireFreshProof } from '../security/index.js';
import { type Caller, UsersStore } from '../users/index.js';
import { type PasskeyRow, PasskeysStore } from './passkeys.store.js';

const PASSKEY_ID = /^[1-9][0-9]{0,17}$/;

/** The passkeys that a user has: their list, their names, and their end. */
@Injectable()
export class ManagePasskeys {
  constructor(
    private readonly passkeys: PasskeysStore,
    private readonly users: UsersStore,
    private readonly requireFreshProof: RequireFreshProof,
    private readonly log: SecurityLog,
    private readonly transactions: Transactions,
  ) {}

  list(userId: string): Promise<PasskeyRow[]> {
    return this.passkeys.list(userId);
  }

  /**
   * Withdrawals wait, and every contact that has a place left hears of it. A passkey proves nothing here.
   * @throws Refusal `account.passkey-unknown`, also for one of somebody else; those of the proof.
   */
  async remove(
    { userId, sessionId }: CurrentSession,
    { id, proofs, caller }: { id: string; proofs: Proof[]; caller: Caller },
  ): Promise<void> {
    const act = plainAct('passkey');
    const { useUp } = await this.requireFreshProof.execute({ userId, sessionId, act, proofs, caller });
    if (!PASSKEY_ID.test(id)) throw new Refusal('account.passkey-unknown');
    await this.transactions.run(async (tx) => {
      const user = await this.users.lock(tx, userId);
      if (!user) throw new Refusal('session.required');
      const name = await this.passkeys.remove(tx, userId, id);
      if (name === null) throw new Refusal('account.passkey-unknown');
      await useUp(tx);
      await this.log.record(tx, user, 'passkey-removed', caller, name);
    });
  }

  /** A name protects nothing: no proof. @throws Refusal `account.passkey-unknown`. */
  async rename(userId: string, id: string, name: string): Promise<void> {
    const isThere = PASSKEY_ID.test(id) && (await this.passkeys.rename(userId, id, name));
    if (!isThere) throw new Refusal('account.passkey-unknown');
  }
}
