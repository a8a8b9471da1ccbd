import { Injectable } from '@nestjs/common';
import { Loops } from '../loop/loops.js';
import { Metrics } from '../metrics/metrics.js';
import { OutboxStore } from './outbox.store.js';

const EVERY_MS = 60_000;

/** Publishes the size of the outbox, so that a failure to prune it is noticed long before the disk fills. */
@Injectable()
export class OutboxFigures {
  constructor(
    loops: Loops,
    private readonly store: OutboxStore,
    private readonly metrics: Metrics,
  ) {
    loops.add({
      name: 'outbox.figures',
      role: 'worker',
      everyMs: EVERY_MS,
      atStart: true,
      round: () => this.execute(),
    });
  }

  async execute(): Promise<void> {
    const { rows, bytes } = await this.store.size();
    this.metrics.outboxSizeRows.set(rows);
    this.metrics.outboxSizeBytes.set(bytes);
  }
}
