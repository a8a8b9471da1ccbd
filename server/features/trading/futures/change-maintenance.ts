import { Injectable } from '@nestjs/common';
import { type TierTerms, TIERS_ANNOUNCED_DAYS, wholeTiers } from '../../../contract/rules/maintenance-tiers.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { FuturesCatalog } from './futures-catalog.js';
import { MaintenanceTablesStore } from './maintenance-tables.store.js';

/**
 * Another maintenance table of a market. It judges what is open, whenever that was opened, so it is announced before it
 * takes the former one's place. Each step is in the transaction of whoever decides it, with the product locked; that the
 * table can be is judged there.
 */
@Injectable()
export class ChangeMaintenance {
  constructor(
    private readonly store: MaintenanceTablesStore,
    private readonly catalog: FuturesCatalog,
    private readonly clock: Clock,
  ) {}

  /** The first day on which what is agreed on now may take effect. */
  earliest(tx: Transaction): Promise<Date> {
    return this.store.earliest(tx, new Date(this.clock.now()), TIERS_ANNOUNCED_DAYS);
  }

  /**
   * From now on everybody sees it beside the table of now, and those who hold something are told.
   * @throws Refusal `operations.act-waits` while another one is announced for the market.
   */
  async announce(tx: Transaction, marketId: number, tiers: readonly TierTerms[], from: Date): Promise<void> {
    const whole = wholeTiers(tiers, await this.store.lastCap(tx, marketId));
    if (!(await this.store.announce(tx, marketId, whole, from))) throw new Refusal('operations.act-waits');
  }

  /**
   * @throws Refusal `request.unavailable` while not everybody was told, as after a week without a worker: it is tried
   * again, and nobody is judged by a table that they did not hear of.
   */
  async carryOut(tx: Transaction, marketId: number, tiers: readonly TierTerms[]): Promise<void> {
    if (!(await this.store.isDelivered(tx, marketId))) throw new Refusal('request.unavailable');
    const whole = wholeTiers(tiers, await this.store.lastCap(tx, marketId));
    await this.store.replace(tx, marketId, whole);
    await this.store.end(tx, marketId, 'done');
  }

  /** It was stopped or refused: the former table stays, and who was told is told that. */
  callOff(tx: Transaction, marketId: number): Promise<void> {
    return this.store.end(tx, marketId, 'called-off');
  }

  /** Once it is committed: this process shows it at once, the others within seconds. */
  async committed(): Promise<void> {
    await this.catalog.reload();
  }
}
