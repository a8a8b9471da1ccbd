import { ForwardMigration } from './forward-migration.js';

/** Mail and text messages that are to be sent, each written in the transaction that causes it. */
export class OutgoingMessages1763890045000 extends ForwardMigration {
  protected readonly statements = [
    `create table outgoing_message (
       id bigint generated always as identity primary key,
       lane text not null check (lane in ('mail', 'sms')),
       kind text not null check (length(kind) between 1 and 60),
       -- to whom, and what it says; forgotten when it has ended
       sealed bytea,
       tries integer not null default 0 check (tries >= 0),
       created_at timestamptz not null default now(),
       -- whoever is at it moves this on, so that it is nobody else's meanwhile
       due_at timestamptz not null default now(),
       expires_at timestamptz not null,
       ended_at timestamptz,
       outcome text check (outcome in ('sent', 'expired', 'refused', 'nobody')),
       constraint outgoing_message_ended
         check ((ended_at is null) = (outcome is null) and (ended_at is null) = (sealed is not null))
     ) with (fillfactor = 80)`,
    'create index outgoing_message_due on outgoing_message (lane, due_at, id) where ended_at is null',
    'create index outgoing_message_gone on outgoing_message (ended_at) where ended_at is not null',
  ];
}
