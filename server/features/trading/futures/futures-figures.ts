import { Injectable } from '@nestjs/common';
import { Loops } from '../../../platform/loop/loops.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { ProductsStore } from './products.store.js';

const EVERY_MS = 30_000;

/** Metrics of the house's open interest in futures and of the insurance fund. */
@Injectable()
export class FuturesFigures {
  constructor(
    loops: Loops,
    private readonly store: ProductsStore,
    private readonly metrics: Metrics,
  ) {
    loops.add({
      name: 'futures.figures',
      role: 'worker',
      everyMs: EVERY_MS,
      atStart: true,
      round: () => this.execute(),
    });
  }

  async execute(): Promise<void> {
    for (const { symbol, demo, side, lots } of await this.store.openLots()) {
      this.metrics.openLots.set({ symbol, book: bookOf(demo), side: side === 1 ? 'long' : 'short' }, lots);
    }
    for (const { currency, demo, balance } of await this.store.insuranceFund()) {
      this.metrics.insuranceFund.set({ book: bookOf(demo), currency }, balance);
    }
  }
}

function bookOf(demo: boolean): string {
  return demo ? 'demo' : 'real';
}
