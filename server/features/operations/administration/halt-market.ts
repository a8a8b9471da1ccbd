import { Injectable } from '@nestjs/common';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AuditLog } from '../audit/index.js';
import { MarketCatalog } from '../../markets/market-board/index.js';
import { type ActingOperator, SecondPerson } from '../review/index.js';
import { SettingsStore } from './settings.store.js';

/**
 * Halts a market for everybody, with a reason that everybody reads, and lets it go on. Prices are not touched. One is enough to
 * halt; whoever halted it does not let it go on, so that nobody alone can halt it for just the second of a funding stamp.
 */
@Injectable()
export class HaltMarket {
  constructor(
    private readonly store: SettingsStore,
    private readonly catalog: MarketCatalog,
    private readonly second: SecondPerson,
    private readonly log: AuditLog,
    private readonly transactions: Transactions,
  ) {}

  /**
   * @throws Refusal `operations.not-found`, `operations.nothing-changed`; `wallet.second-person` and
   * `operations.second-person-tied` for who halted it, and for who may be the same person.
   */
  async execute(
    actor: ActingOperator,
    id: number,
    { isHalted, reason }: { isHalted: boolean; reason: string },
  ): Promise<void> {
    await this.transactions.run(async (tx) => {
      // People before the market, as everywhere.
      const halter = isHalted ? null : await this.store.haltedBy(tx, id);
      if (halter !== null) await this.second.assertOther(tx, actor, halter);
      const market = await this.store.halt(tx, id, isHalted ? reason : null);
      if (!market) throw new Refusal('operations.not-found');
      // So it is too where it was let go on meanwhile, and halted by somebody else.
      const isAnother = !isHalted && (await this.store.halter(tx, id)) !== halter;
      if (!market.changed || isAnother) throw new Refusal('operations.nothing-changed');
      const action = isHalted ? 'market.halt' : 'market.resume';
      const detail = { symbol: market.symbol, reason };
      await this.log.record(tx, actor, { action, subject: 'market', subjectId: String(id), detail });
    });
    // This process at once; the others when they read the markets again.
    await this.catalog.reload();
  }
}
