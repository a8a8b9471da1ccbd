import { Injectable } from '@nestjs/common';
import { Loops } from '../../../platform/loop/loops.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { OptionProductsStore } from './option-products.store.js';

const EVERY_MS = 30_000;

/** Publishes what the house may owe to open options. */
@Injectable()
export class OptionsFigures {
  constructor(
    loops: Loops,
    private readonly store: OptionProductsStore,
    private readonly metrics: Metrics,
  ) {
    loops.add({
      name: 'options.figures',
      role: 'worker',
      everyMs: EVERY_MS,
      atStart: true,
      round: () => this.execute(),
    });
  }

  async execute(): Promise<void> {
    for (const { symbol, demo, currency, owed } of await this.store.owed()) {
      this.metrics.optionsOwed.set({ symbol, book: demo ? 'demo' : 'real', currency }, owed);
    }
  }
}
