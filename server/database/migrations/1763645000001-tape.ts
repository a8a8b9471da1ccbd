import { ForwardMigration, writtenOnce } from './forward-migration.js';

/** The record of index and mark, a sample a second and market, chained by hash and sealed by the hour. */
export class Tape1763645000001 extends ForwardMigration {
  protected readonly statements = [
    `create table price_sample (
       market_id integer not null references market (id),
       -- the second that the sample stands for
       second timestamptz not null,
       -- counts the samples of the market without gaps
       sequence bigint not null check (sequence > 0),
       index numeric check (index > 0),
       index_state text not null check (index_state in ('ok', 'degraded', 'stale')),
       mark numeric check (mark > 0),
       last numeric check (last > 0),
       -- what the index was made from: [venue, price, age in ms, used] each
       constituents jsonb not null,
       live_constituents smallint not null,
       origin text not null check (origin in ('live', 'simulated', 'recorded')),
       prev_hash bytea not null check (length(prev_hash) = 32),
       hash bytea not null check (length(hash) = 32),
       primary key (market_id, second),
       check (extract(epoch from second) = floor(extract(epoch from second)))
     ) partition by range (second)`,
    // The end of each market's chain: what the next sample has to follow. Updated every second.
    `create table tape_head (
       market_id integer primary key references market (id),
       sequence bigint not null,
       second timestamptz not null,
       hash bytea not null
     ) with (fillfactor = 50)`,
    `create table tape_root (
       market_id integer not null references market (id),
       hour timestamptz not null check (extract(epoch from hour)::bigint % 3600 = 0),
       root bytea not null check (length(root) = 32),
       samples integer not null check (samples > 0),
       first_sequence bigint not null,
       last_sequence bigint not null,
       last_hash bytea not null check (length(last_hash) = 32),
       sealed_at timestamptz not null,
       primary key (market_id, hour)
     )`,
    'create index tape_root_hour on tape_root (hour)',
    // What is on the tape stays as it is, whoever asks. Whole days go when they are too old.
    ...['price_sample', 'tape_root'].flatMap((table) => writtenOnce(table, 'tape_keep')),
    `do $$
       begin
         if exists (select from pg_roles where rolname = 'gateway_app') then
           revoke update, delete, truncate on price_sample, tape_root from gateway_app;
         end if;
       end $$`,
  ];
}
