-- Appends samples, ordered by market and sequence, all or none. Answers `written`; `fenced` when p_token is
-- not the current fencing token of the feed; `moved` when the first sample of a market does not follow the
-- stored head.
--
-- With the rights of the tables' owner, and for feeds alone: a compromised gateway cannot make a price.
--
-- Access: feed
create or replace function tape_append(
  p_token bigint, p_market integer[], p_second double precision[], p_sequence bigint[], p_index numeric[],
  p_state text[], p_mark numeric[], p_last numeric[], p_constituents text[], p_live smallint[], p_origin
  text[], p_prev text[], p_hash text[]
) returns text
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  perform require_reached(to_timestamp(max(given))) from unnest(p_second) as given;
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
end
$$;
