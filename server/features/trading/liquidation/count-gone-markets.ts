import { Injectable, Logger } from '@nestjs/common';
import { Metrics } from '../../../platform/metrics/metrics.js';
import type { UnpricedMarks } from '../futures-index/index.js';
import { DueMarginsStore } from './due-margins.store.js';

/** The labels of a market's figures. */
interface Shown {
  symbol: string;
  book: 'demo' | 'real';
}

/**
 * Publishes who holds what in markets without a price for a week (decision 167): nobody can close it there, and only people can get the
 * market a price again.
 */
@Injectable()
export class CountGoneMarkets {
  private readonly logger = new Logger(CountGoneMarkets.name);
  private shown = new Map<string, Shown>();

  constructor(
    private readonly store: DueMarginsStore,
    private readonly metrics: Metrics,
  ) {}

  /** Asks for nothing while no market is gone. Never throws: the sweep is worth more than its figures. */
  async execute(unpriced: readonly UnpricedMarks[]): Promise<void> {
    const gone = unpriced.flatMap(({ marketId, gone }) => gone.map((demo) => ({ marketId, demo })));
    try {
      this.show(gone.length === 0 ? [] : await this.store.heldIn(gone));
    } catch (error) {
      this.logger.error(`What is held in markets without a price could not be counted: ${String(error)}`);
    }
  }

  private show(held: Awaited<ReturnType<DueMarginsStore['heldIn']>>): void {
    const before = this.shown;
    this.shown = new Map();
    for (const { symbol, demo, accounts, margin } of held) {
      const labels: Shown = { symbol, book: demo ? 'demo' : 'real' };
      this.shown.set(`${symbol} ${labels.book}`, labels);
      this.metrics.goneMarketAccounts.set(labels, accounts);
      this.metrics.goneMarketMargin.set(labels, margin);
    }
    for (const [key, labels] of before) {
      if (this.shown.has(key)) continue;
      this.metrics.goneMarketAccounts.set(labels, 0);
      this.metrics.goneMarketMargin.set(labels, 0);
    }
  }
}
