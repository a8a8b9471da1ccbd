import { Global, Module } from '@nestjs/common';
import { OutboxFigures } from './outbox-figures.js';
import { OutboxHealth } from './outbox-health.js';
import { OutboxHints } from './outbox-hints.js';
import { OutboxJobs } from './outbox.jobs.js';
import { OutboxReader } from './outbox-reader.js';
import { Outbox } from './outbox.js';
import { OutboxStore } from './outbox.store.js';
import { PruneOutbox } from './prune-outbox.js';
import { StateParts } from './state-parts.js';

/** {@link Outbox}, {@link OutboxHints}, {@link OutboxReader} and {@link StateParts} are injectable everywhere. */
@Global()
@Module({
  providers: [
    OutboxStore,
    OutboxHints,
    Outbox,
    OutboxReader,
    PruneOutbox,
    OutboxJobs,
    OutboxHealth,
    OutboxFigures,
    StateParts,
  ],
  exports: [Outbox, OutboxHints, OutboxReader, StateParts],
})
export class OutboxModule {}
