import { ForwardMigration } from './forward-migration.js';

/** A stream is held before the first event of it is numbered: its row stands at 0 for the rest of that transaction. */
export class StreamsHeld1763898272000 extends ForwardMigration {
  protected readonly statements = [
    'alter table outbox_stream alter column sequence type bigint',
    'alter table outbox_stream add constraint outbox_stream_sequence check (sequence >= 0) not valid',
  ];
}
