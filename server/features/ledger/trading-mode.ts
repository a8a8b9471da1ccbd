import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import { refusalOf } from './ledger-refusals.js';
import { type TradingModeRow, TradingModeStore } from './trading-mode.store.js';

/**
 * Whether the product takes new commitments. In cancel-only users may cancel, close and look, and open work is
 * settled, but nothing new is begun and nothing leaves the house.
 */
@Injectable()
export class TradingMode {
  private readonly logger = new Logger(TradingMode.name);

  constructor(
    private readonly store: TradingModeStore,
    private readonly metrics: Metrics,
    private readonly clock: Clock,
  ) {}

  /**
   * For commands that begin something or let money out: transfers, orders, withdrawals and their release.
   * @throws Refusal `ledger.cancel-only` when the product is in cancel-only, or when the books were not found in order
   * for more than three minutes.
   */
  async assertOpen(tx: Transaction): Promise<void> {
    try {
      await this.store.assertOpen(tx);
    } catch (error) {
      throw refusalOf(error);
    }
  }

  read(): Promise<TradingModeRow> {
    return this.store.read();
  }

  /** Switches to cancel-only. Only an operator switches back. */
  async stop(cause: string): Promise<void> {
    const changed = await this.store.change('cancel-only', cause, null, new Date(this.clock.now()));
    this.metrics.cancelOnly.set(1);
    if (changed) this.logger.fatal(`The product is in cancel-only: ${cause}`);
  }

  /**
   * An operator's word that the books are in order again; nothing else ends cancel-only.
   * @returns false when the product was open.
   */
  async clear(operatorId: string, reason: string, tx?: Transaction): Promise<boolean> {
    const at = new Date(this.clock.now());
    const changed = await this.store.change('open', reason, operatorId, at, tx);
    this.metrics.cancelOnly.set(0);
    if (changed) this.logger.warn(`Operator ${operatorId} ended cancel-only: ${reason}`);
    return changed;
  }
}
