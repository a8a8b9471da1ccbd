import { Global, Module } from '@nestjs/common';
import { OutboxHints } from './outbox-hints.js';
import { Outbox } from './outbox.js';
import { OutboxStore } from './outbox.store.js';

/** {@link Outbox} is injectable everywhere. */
@Global()
@Module({
  providers: [OutboxStore, OutboxHints, Outbox],
  exports: [Outbox],
})
export class OutboxModule {}
