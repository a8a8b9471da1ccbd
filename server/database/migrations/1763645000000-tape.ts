import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = [
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
  `create index tape_root_hour on tape_root (hour)`,
];

/** Whoever asks, the owner included: what is on the tape stays as it is. Whole days go when they are too old. */
const GUARDS = [
  `create function tape_keep() returns trigger language plpgsql as $$
   begin
     raise exception '% is written once: % is refused', tg_table_name, lower(tg_op) using errcode = 'LG009';
   end $$`,
  ...['price_sample', 'tape_root'].flatMap((table) => [
    `create trigger ${table}_keep before update or delete on ${table} for each row execute function tape_keep()`,
    `create trigger ${table}_keep_all before truncate on ${table} for each statement execute function tape_keep()`,
  ]),
  `do $$
   begin
     if exists (select from pg_roles where rolname = 'gateway_app') then
       revoke update, delete, truncate on price_sample, tape_root from gateway_app;
     end if;
   end $$`,
];

/**
 * Appends samples, ordered by market and sequence, in one piece. `fenced`: the number is not the feeding process's
 * current one. `moved`: the first sample of a market does not follow what is stored. Nothing is written then.
 */
const APPEND = `
  create function tape_append(
    p_token bigint, p_market integer[], p_second double precision[], p_sequence bigint[], p_index numeric[],
    p_state text[], p_mark numeric[], p_last numeric[], p_constituents text[], p_live smallint[], p_origin text[],
    p_prev text[], p_hash text[]
  ) returns text language plpgsql as $$
  begin
    perform from feed_lease where name = 'markets' and token = p_token for share;
    if not found then
      return 'fenced';
    end if;
    insert into tape_head (market_id, sequence, second, hash)
      select distinct market, 0, '-infinity'::timestamptz, decode(repeat('00', 32), 'hex')
      from unnest(p_market) as market order by market
      on conflict do nothing;
    perform from tape_head where market_id = any (p_market) order by market_id for update;
    if exists (
      select from (
        select distinct on (market) market, sequence, second, prev
        from unnest(p_market, p_sequence, p_second, p_prev) as given (market, sequence, second, prev)
        order by market, sequence
      ) first join tape_head head on head.market_id = first.market
      where head.sequence + 1 <> first.sequence or head.second >= to_timestamp(first.second)
         or encode(head.hash, 'hex') <> first.prev
    ) then
      return 'moved';
    end if;
    insert into price_sample (market_id, second, sequence, index, index_state, mark, last, constituents,
      live_constituents, origin, prev_hash, hash)
    select market, to_timestamp(second), sequence, index, state, mark, last, constituents::jsonb, live, origin,
      decode(prev, 'hex'), decode(hash, 'hex')
    from unnest(p_market, p_second, p_sequence, p_index, p_state, p_mark, p_last, p_constituents, p_live, p_origin,
      p_prev, p_hash)
      as given (market, second, sequence, index, state, mark, last, constituents, live, origin, prev, hash);
    update tape_head head set sequence = newest.sequence, second = to_timestamp(newest.second),
      hash = decode(newest.hash, 'hex')
    from (
      select distinct on (market) market, sequence, second, hash
      from unnest(p_market, p_sequence, p_second, p_hash) as given (market, sequence, second, hash)
      order by market, sequence desc
    ) newest
    where head.market_id = newest.market;
    return 'written';
  end $$`;

/** The record of index and mark, a sample a second and market, chained by hash and sealed by the hour. */
export class Tape1763645000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...TABLES, ...GUARDS, APPEND]) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
