import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Config } from '../../../platform/config/config.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { TapePartitionsStore } from './tape-partitions.store.js';

const DAY_MS = 86_400_000;
/** Partitions made ahead, in days. */
const DAYS_AHEAD = 3;

/**
 * Creates the partitions of the next days and drops those past their retention, once all that is decided from them is. Merkle roots
 * are retained for ever.
 */
@Injectable()
export class MaintainTapePartitions {
  private readonly logger = new Logger('Tape');

  constructor(
    private readonly partitions: TapePartitionsStore,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly metrics: Metrics,
  ) {}

  async execute(): Promise<void> {
    const now = this.clock.now();
    await this.partitions.ensure(Array.from({ length: DAYS_AHEAD + 1 }, (_, day) => now + day * DAY_MS));
    const { dropped, held, failures } = await this.partitions.dropOlderThan(this.config.values.TAPE_DAYS, now);
    if (dropped.length > 0) this.logger.log(`Days dropped from the tape: ${dropped.join(', ')}.`);
    if (held.length > 0) {
      this.metrics.tapeHeldRounds.inc();
      this.logger.warn(
        `Days of the tape stay past their time, not sealed or still needed by a decision: ${held.join(', ')}.`,
      );
    }
    failures.end();
  }
}
