import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Config } from '../../../platform/config/config.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { ExcludedPeople, type UserRow } from '../users/index.js';
import { type ErasureRow, ErasureStore } from './erasure.store.js';
import { RetainRecord } from './retain-record.js';
import { NotifyOfErasure } from './notify-of-erasure.js';

/** The end of an account whose time has come. The user's row is held. */
@Injectable()
export class EraseAccount {
  constructor(
    private readonly store: ErasureStore,
    private readonly retainRecord: RetainRecord,
    private readonly notifyOfErasure: NotifyOfErasure,
    private readonly excluded: ExcludedPeople,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** What became of it, in words for the log. */
  async execute(tx: Transaction, due: ErasureRow, user: UserRow): Promise<string> {
    const digests = this.excluded.digestsOf(user, await this.store.wallets(tx, user.id));
    const bytes = await this.retainRecord.execute(tx, due);
    const obstacles = await this.store.erase(tx, {
      erasure: due.id,
      digests,
      bytes: String(bytes),
      retentionYears: this.config.values.ERASURE_KEEP_YEARS,
      at: new Date(this.clock.now()),
    });
    if (obstacles?.length === 0) {
      await this.notifyOfErasure.erased(tx, user);
      return 'erased';
    }
    if (obstacles === null) return 'not due';
    await this.notifyOfErasure.stopped(tx, user);
    return `not erased: ${obstacles.join(', ')}`;
  }
}
