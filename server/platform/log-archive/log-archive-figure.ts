import { Injectable } from '@nestjs/common';
import { Loops } from '../loop/loops.js';
import { Metrics } from '../metrics/metrics.js';
import { LogArchiveStore } from './log-archive.store.js';

const EVERY_MS = 60_000;

/**
 * Publishes how long ago a piece of Postgres' log was last archived: that much is lost with its machine. Nothing is said of a server that
 * archives none.
 */
@Injectable()
export class LogArchiveFigure {
  constructor(
    loops: Loops,
    private readonly store: LogArchiveStore,
    private readonly metrics: Metrics,
  ) {
    loops.add({
      name: 'database.log-archive',
      role: 'worker',
      everyMs: EVERY_MS,
      atStart: true,
      round: () => this.execute(),
    });
  }

  async execute(): Promise<void> {
    const { isOn, ageSeconds } = await this.store.look();
    if (isOn) this.metrics.logArchiveAgeSeconds.set(ageSeconds);
  }
}
