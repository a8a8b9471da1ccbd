import { Injectable } from '@nestjs/common';
import { type TierTerms, TIERS_ANNOUNCED_DAYS, wholeTiers } from '../../../contract/rules/maintenance-tiers.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { FuturesCatalog } from './futures-catalog.js';
import { MaintenanceTablesStore } from './maintenance-tables.store.js';

/**
 * A change of a market's maintenance table. The new table applies to positions that are already open, so it is announced before
 * it replaces the former one. Each step runs in the transaction of the deciding use case, which has locked the product and
 * validated the table.
 */
@Injectable()
export class ChangeMaintenance {
  constructor(
    private readonly store: MaintenanceTablesStore,
    private readonly catalog: FuturesCatalog,
    private readonly clock: Clock,
  ) {}

  /** The earliest day on which a change agreed now may take effect. */
  earliest(tx: Transaction): Promise<Date> {
    return this.store.earliest(tx, new Date(this.clock.now()), TIERS_ANNOUNCED_DAYS);
  }

  /**
   * Announces the table: it is shown beside the current one, and holders in the market are notified.
   * @throws Refusal `operations.act-waits` while another one is announced for the market.
   */
  async announce(tx: Transaction, marketId: number, tiers: readonly TierTerms[], from: Date): Promise<void> {
    const whole = wholeTiers(tiers, await this.store.lastCap(tx, marketId));
    if (!(await this.store.announce(tx, marketId, whole, from))) throw new Refusal('operations.act-waits');
  }

  /**
   * @throws Refusal `request.unavailable` while notifications are pending, as after a week without a worker: it is retried, and
   * no position is judged by a table that its holder was not notified of.
   */
  async carryOut(tx: Transaction, marketId: number, tiers: readonly TierTerms[]): Promise<void> {
    if (!(await this.store.isDelivered(tx, marketId))) throw new Refusal('request.unavailable');
    const whole = wholeTiers(tiers, await this.store.lastCap(tx, marketId));
    await this.store.replace(tx, marketId, whole);
    await this.store.end(tx, marketId, 'done');
  }

  /** The change was stopped or refused: the former table stays, and the users already notified are notified of that. */
  callOff(tx: Transaction, marketId: number): Promise<void> {
    return this.store.end(tx, marketId, 'called-off');
  }

  /** Call it after the commit: this process shows the change at once, the others within seconds. */
  async committed(): Promise<void> {
    await this.catalog.reload();
  }
}
