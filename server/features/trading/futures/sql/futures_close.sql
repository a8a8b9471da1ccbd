-- Closes positions of the caller, each at its own price, what brings most first: gains and released margins pay for the
-- losses of cross positions. Allowed in cancel-only mode, because it lowers risk.
--
-- All of them are locked first, in the order of their ids, then the accounts of all of them, with the insurance fund where
-- a loss may need it, then their counts, and only then the first is changed.
--
-- p_taking is what closing all of them takes of the books, as in depth_take; p_priced the lots of each position when it
-- was priced. Positions that have other lots now, or of several are not open any more, would close at the price of
-- another quantity and consume levels of the book without a fill: they have to be priced again (40001). A single one that
-- is not open any more is refused (FU002).
--
-- A repetition does nothing. Other refusals: FU001 no such position, FU012 what backs a cross loss must
-- be closed first, ID001.
--
-- Access: product
create or replace function futures_close(
  p_user bigint, p_route text, p_key text, p_fingerprint bytea, p_at timestamptz, p_window_seconds integer,
  p_ids bigint[], p_priced integer[], p_lots integer, p_prices numeric[], p_taking jsonb
) returns void
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  held bigint[];
  wanted record;
  done record;
  kinds text[] := '{}'::text[];
  events jsonb[] := '{}'::jsonb[];
begin
  if not (idempotency_claim(p_user, p_route, p_key, p_fingerprint, p_at, p_window_seconds, 'null')).claimed then
    return;
  end if;
  held := array(
    select f.id from futures_position f where f.id = any (p_ids) and f.user_id = p_user order by f.id for no key update);
  if exists (
    select from unnest(p_ids, p_priced) as given (id, lots)
      left join futures_position f on f.id = given.id and f.user_id = p_user
     where case when f.status in (1, 2) then f.lots <> given.lots else cardinality(p_ids) > 1 end) then
    raise exception 'the positions are others than those that were priced' using errcode = '40001';
  end if;
  if cardinality(held) > 1 then
    perform futures_lock_accounts(held, array['fee', 'house_pnl'] || array(
      select 'insurance' where exists (
        select from unnest(p_ids, p_prices) as given (id, price) join futures_position f on f.id = given.id
         where f.margin + f.side * (given.price - f.entry_price) * f.lots * f.lot_size < 0)));
    perform futures_lock_open_lots(held);
  end if;
  for wanted in
    select given.id, given.price from unnest(p_ids, p_prices) as given (id, price)
      left join futures_position f on f.id = given.id and f.user_id = p_user
     order by f.margin + f.side * (given.price - f.entry_price) * f.lots * f.lot_size desc nulls last, given.id
  loop
    select * into done from futures_close_one(wanted.id, p_user, p_lots, wanted.price, 'closed', p_at);
    kinds := kinds || done.kinds;
    events := events || done.events;
  end loop;
  if cardinality(events) = 0 then
    raise exception 'the position is not open any more' using errcode = 'FU002';
  end if;
  perform futures_append_events(p_user, kinds, events, p_at);
  perform depth_take(p_taking);
end
$$;
