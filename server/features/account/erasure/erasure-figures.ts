import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Loops } from '../../../platform/loop/loops.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { ErasureStore } from './erasure.store.js';

const EVERY_MS = 30_000;

/** Publishes how many accounts ought to be erased by now: their users were told the day. */
@Injectable()
export class ErasureFigures {
  constructor(
    loops: Loops,
    private readonly store: ErasureStore,
    private readonly metrics: Metrics,
    private readonly clock: Clock,
  ) {
    loops.add({
      name: 'account.erasure-figures',
      role: 'worker',
      everyMs: EVERY_MS,
      atStart: true,
      round: () => this.execute(),
    });
  }

  async execute(): Promise<void> {
    this.metrics.erasuresOverdue.set(await this.store.overdue(new Date(this.clock.now())));
  }
}
