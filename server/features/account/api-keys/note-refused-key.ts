import { Injectable, Logger } from '@nestjs/common';
import type { RefusalCode } from '../../../contract/errors.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import type { CallPlace } from '../../../platform/http/keys/key-access.js';
import { NoteIncident, SecurityLog } from '../notices/index.js';
import { UsersStore } from '../users/index.js';
import { ApiKeysStore } from './api-keys.store.js';

const DAY_MS = 86_400_000;

/** Writes down that something signed was refused, and tells the owner of a key whose secret somebody uses from elsewhere. */
@Injectable()
export class NoteRefusedKey {
  private readonly logger = new Logger('Security');

  constructor(
    private readonly noteIncident: NoteIncident,
    private readonly store: ApiKeysStore,
    private readonly users: UsersStore,
    private readonly log: SecurityLog,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** The same work for a key that there is not. */
  async execute(refused: { code: RefusalCode; key: string; userId: string | null; place: CallPlace }): Promise<void> {
    const { code, key, userId, place } = refused;
    await this.noteIncident.execute({ kind: 'api-key-refused', userId, caller: place, about: code });
    if (code !== 'api-key.address' || userId === null) return;
    // Behind the reply, and whatever becomes of it: refused it is.
    void this.notifyOwner(userId, key, place.ip).catch((error: unknown) => {
      this.logger.error({ err: error, event: 'not-written' });
    });
  }

  /** Once a day a key: the secret is in the wrong hands, or its list of addresses is short of one. */
  private async notifyOwner(userId: string, publicId: string, ip: string): Promise<void> {
    await this.transactions.run(async (tx) => {
      const user = await this.users.lock(tx, userId);
      const now = this.clock.now();
      if (!user || !(await this.store.isToBeNotified(tx, publicId, new Date(now), new Date(now - DAY_MS)))) return;
      await this.log.notify(tx, user, 'api-key-elsewhere', { value: ip });
    });
  }
}
