import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { JobQueues } from '../../../platform/jobs/job-queues.js';

/** Seconds whose job is known to be queued. Forgotten altogether now and then: a second job does no harm. */
const KNOWN_MAX = 5000;

/** Asks for a look at the second in which orders close: one job a second, however many orders. Only a hint. */
@Injectable()
export class AskForSettlement {
  private readonly known = new Set<number>();

  constructor(
    private readonly queues: JobQueues,
    private readonly clock: Clock,
  ) {}

  /** Awaited by nobody. Never throws. */
  at(closesAt: number): void {
    if (this.known.has(closesAt)) return;
    if (this.known.size >= KNOWN_MAX) this.known.clear();
    this.known.add(closesAt);
    const delayMs = Math.max(0, closesAt - this.clock.now());
    void this.queues.add('options.settle', { closesAt }, delayMs).then((isQueued) => {
      if (!isQueued) this.known.delete(closesAt);
    });
  }
}
