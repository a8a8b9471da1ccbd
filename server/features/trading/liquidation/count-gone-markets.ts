import { Injectable, Logger } from '@nestjs/common';
import { Metrics } from '../../../platform/metrics/metrics.js';
import type { UnpricedMarks } from '../futures-index/index.js';
import { DueMarginsStore } from './due-margins.store.js';

/**
 * Publishes who holds what in markets without a price for a week (decision 167): nobody can close it there, and only people can get the
 * market a price again.
 */
@Injectable()
export class CountGoneMarkets {
  private readonly logger = new Logger(CountGoneMarkets.name);

  constructor(
    private readonly store: DueMarginsStore,
    private readonly metrics: Metrics,
  ) {}

  /** Asks for nothing while no market is gone. Never throws: the sweep is worth more than its figures. */
  async execute(unpriced: readonly UnpricedMarks[]): Promise<void> {
    const gone = unpriced.flatMap(({ marketId, gone }) => gone.map((demo) => ({ marketId, demo })));
    if (gone.length === 0) return;
    try {
      for (const { symbol, demo, accounts, margin } of await this.store.heldIn(gone)) {
        const labels = { symbol, book: demo ? 'demo' : 'real' };
        this.metrics.goneMarketAccounts.set(labels, accounts);
        this.metrics.goneMarketMargin.set(labels, margin);
      }
    } catch (error) {
      this.logger.error(`What is held in markets without a price could not be counted: ${String(error)}`);
    }
  }
}
