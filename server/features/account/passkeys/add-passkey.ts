import { Injectable } from '@nestjs/common';
import { PASSKEYS_MAX } from '../../../contract/account/passkeys.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import type { CurrentSession } from '../../../platform/http/access.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { SecurityLog } from '../notices/index.js';
import { assertSessionOpen } from '../sessions/index.js';
import { type Caller, UsersStore } from '../users/index.js';
import { PasskeysStore } from './passkeys.store.js';
import { ReadNewPasskey } from './read-new-passkey.js';

/** Gives a user the passkey that was made as proposed: a way to log in and a proof from then on. */
@Injectable()
export class AddPasskey {
  constructor(
    private readonly passkeys: PasskeysStore,
    private readonly users: UsersStore,
    private readonly readNewPasskey: ReadNewPasskey,
    private readonly log: SecurityLog,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * Adds it: withdrawals wait, and every contact that has a place left hears of it.
   * @throws Refusal `account.passkey-not-added`, `account.passkey-expired`, `account.passkey-known`,
   *   `account.passkeys-full`; `session.required` where the session was ended meanwhile.
   */
  async execute(session: CurrentSession, given: { answer: string; name: string; caller: Caller }): Promise<void> {
    const { userId } = session;
    const { caller, name } = given;
    const made = await this.readNewPasskey.execute(session, given);
    await this.transactions.run(async (tx) => {
      const user = await this.users.lock(tx, userId);
      if (!user) throw new Refusal('session.required');
      const at = new Date(this.clock.now());
      await assertSessionOpen(tx, { userId, sessionId: session.sessionId, at });
      const own = await this.passkeys.list(userId, tx);
      if (own.length >= PASSKEYS_MAX) throw new Refusal('account.passkeys-full', { most: PASSKEYS_MAX });
      const isNew = await this.passkeys.insert(tx, { ...made, userId, name, at });
      if (!isNew) throw new Refusal('account.passkey-known');
      await this.log.record(tx, user, 'passkey-added', caller, name);
    });
  }
}
