import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Loops } from '../../../platform/loop/loops.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { DeskStore } from './desk.store.js';

const EVERY_MS = 30_000;
const EVERYTHING = { kinds: null, isAllThatWaits: true, operatorId: '0' };

/** Publishes what waits for operators, so that somebody is called when nobody looks at the desk. */
@Injectable()
export class QueueFigures {
  constructor(
    loops: Loops,
    private readonly store: DeskStore,
    private readonly metrics: Metrics,
    private readonly clock: Clock,
  ) {
    loops.add({
      name: 'operations.queue-figures',
      role: 'worker',
      everyMs: EVERY_MS,
      atStart: true,
      round: () => this.execute(),
    });
  }

  async execute(): Promise<void> {
    const now = this.clock.now();
    for (const { kind, waiting, oldestAt } of await this.store.queues(EVERYTHING)) {
      this.metrics.casesWaiting.set({ kind }, waiting);
      this.metrics.caseOldestSeconds.set({ kind }, oldestAt ? Math.max(0, now - oldestAt.getTime()) / 1000 : 0);
    }
  }
}
