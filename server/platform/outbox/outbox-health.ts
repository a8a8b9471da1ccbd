import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type HealthPart, HealthRegistry } from '../health/health.registry.js';
import { OutboxReader } from './outbox-reader.js';
import { PruneOutbox } from './prune-outbox.js';

/** From this long without a successful read, private events count as late for all users of this process. */
const STUCK_SECONDS = 5;

/** Health of reading private events, and of pruning old ones in processes that prune. */
@Injectable()
export class OutboxHealth implements OnApplicationBootstrap {
  constructor(
    private readonly health: HealthRegistry,
    private readonly reader: OutboxReader,
    private readonly pruneOutbox: PruneOutbox,
  ) {}

  onApplicationBootstrap(): void {
    this.health.part('outbox', () => this.state());
  }

  private state(): HealthPart {
    const { streams, stuckSeconds } = this.reader.figures;
    const { hasFailed: pruneFailed } = this.pruneOutbox;
    const isOk = stuckSeconds <= STUCK_SECONDS && !pruneFailed;
    return { state: isOk ? 'ok' : 'degraded', detail: { streams, stuckSeconds, pruneFailed } };
  }
}
