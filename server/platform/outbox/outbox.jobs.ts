import { Injectable } from '@nestjs/common';
import { Handles } from '../jobs/handles.js';
import { PruneOutbox } from './prune-outbox.js';

/** In by queue. */
@Injectable()
export class OutboxJobs {
  constructor(private readonly pruneOutbox: PruneOutbox) {}

  @Handles('outbox.prune')
  async onPrune(): Promise<void> {
    await this.pruneOutbox.execute();
  }
}
