import { Injectable } from '@nestjs/common';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AuditLog } from '../audit/index.js';
import { MarketCatalog } from '../../markets/market-board/index.js';
import { type ActingOperator, SecondPerson } from '../review/index.js';
import { SettingsStore } from './settings.store.js';

/**
 * Halts a market for everybody, with a reason that everybody reads, and lets it go on. Prices are not touched. One is enough to
 * halt; whoever halted it, or gave it another reason since, does not let it go on, so that nobody alone can halt it for just
 * the second of a funding stamp.
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
   * `operations.second-person-tied` for who halted it or reworded it, and for who may be the same person.
   */
  async execute(
    actor: ActingOperator,
    id: number,
    { isHalted, reason }: { isHalted: boolean; reason: string },
  ): Promise<void> {
    await this.transactions.run(async (tx) => {
      // People before the market, as everywhere.
      const halters = isHalted ? [] : await this.store.haltedBy(tx, id);
      if (halters.length > 0) await this.second.assertOther(tx, actor, halters);
      const market = await this.store.halt(tx, id, isHalted ? reason : null);
      if (!market) throw new Refusal('operations.not-found');
      // So it is too where somebody else halted it meanwhile, or gave it another reason.
      const isAnother = !isHalted && (await this.store.halters(tx, id)).some((halter) => !halters.includes(halter));
      if (!market.changed || isAnother) throw new Refusal('operations.nothing-changed');
      const action = isHalted ? 'market.halt' : 'market.resume';
      const detail = { symbol: market.symbol, reason };
      await this.log.record(tx, actor, { action, subject: 'market', subjectId: String(id), detail });
    });
    // This process at once; the others when they read the markets again.
    await this.catalog.reload();
  }
}
