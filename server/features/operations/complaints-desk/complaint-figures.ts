import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Loops } from '../../../platform/loop/loops.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { ComplaintsStore } from '../../account/complaints/index.js';

const EVERY_MS = 30_000;

/** Publishes how many complaints wait for an answer, and how many of them too long. */
@Injectable()
export class ComplaintFigures {
  constructor(
    loops: Loops,
    private readonly store: ComplaintsStore,
    private readonly metrics: Metrics,
    private readonly clock: Clock,
  ) {
    loops.add({
      name: 'operations.complaint-figures',
      role: 'worker',
      everyMs: EVERY_MS,
      atStart: true,
      round: () => this.execute(),
    });
  }

  async execute(): Promise<void> {
    const { open, overdue } = await this.store.figures(new Date(this.clock.now()));
    this.metrics.complaintsOpen.set(open);
    this.metrics.complaintsOverdue.set(overdue);
  }
}
