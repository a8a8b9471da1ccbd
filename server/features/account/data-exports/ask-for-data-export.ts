import { Injectable } from '@nestjs/common';
import { DATA_EXPORTS_A_DAY } from '../../../contract/rules/data-exports.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { RecordChange } from '../notices/index.js';
import { CheckFundPassword } from '../security/index.js';
import type { Caller } from '../users/index.js';
import { DataExportsStore } from './data-exports.store.js';

const DAY_MS = 86_400_000;

/** A user asks for a file of all that is kept about the account. A session alone gets none, nor does the login alone. */
@Injectable()
export class AskForDataExport {
  constructor(
    private readonly store: DataExportsStore,
    private readonly checkFundPassword: CheckFundPassword,
    private readonly recordChange: RecordChange,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** @throws Refusal `data-export.waiting`, `data-export.too-many`, those of {@link CheckFundPassword.toLetGo}. */
  async execute(userId: string, { fundPassword, caller }: { fundPassword: string; caller: Caller }): Promise<void> {
    await this.checkFundPassword.toLetGo(userId, fundPassword, caller);
    await this.transactions.run(async (tx) => {
      const at = this.clock.now();
      if ((await this.store.ask(tx, userId, new Date(at))) === null) throw new Refusal('data-export.waiting');
      // With the one just asked for, behind which every other of the user's waits.
      const asked = await this.store.askedSince(tx, userId, new Date(at - DAY_MS));
      if (asked > DATA_EXPORTS_A_DAY) throw new Refusal('data-export.too-many', { most: DATA_EXPORTS_A_DAY });
      await this.recordChange.execute(tx, { userId, kind: 'data-export-asked', caller, value: '' });
    });
  }
}
