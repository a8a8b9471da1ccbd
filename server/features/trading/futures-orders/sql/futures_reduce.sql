-- Reduce-only market order: closes lots of the user's positions on a side of a market, oldest order first, at one price.
-- p_side: side of the positions, p_margin_mode: their mode (null: both). Lots are capped at the open ones. Allowed in
-- cancel-only mode, because it lowers risk.
--
-- p_priced: optimistic lock; where the lots to close differ, 40001 is raised and the caller prices again. p_taking as in
-- depth_take. Closes like futures_close: everything is locked first, and the most profitable position is closed first.
--
-- A repetition does nothing. Refusals: FU015 nothing is open to reduce, FU012 what backs a cross loss must be closed
-- first, ID001.
--
-- Access: product
create or replace function futures_reduce(
  p_user bigint, p_route text, p_key text, p_fingerprint bytea, p_at timestamptz, p_window_seconds integer,
  p_market integer, p_demo boolean, p_side smallint, p_margin_mode text, p_lots integer, p_priced integer,
  p_price numeric, p_taking jsonb
) returns void
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  held bigint[];
  portions integer[];
  wanted record;
  done record;
  kinds text[] := '{}'::text[];
  events jsonb[] := '{}'::jsonb[];
begin
  if not (idempotency_claim(p_user, p_route, p_key, p_fingerprint, p_at, p_window_seconds, 'null')).claimed then
    return;
  end if;
  held := array(
    select f.id from futures_position f
     where f.user_id = p_user and f.demo = p_demo and f.status in (1, 2) and f.market_id = p_market and f.side = p_side
       and (p_margin_mode is null or f.margin_mode = p_margin_mode)
     order by f.id for no key update);
  if cardinality(held) = 0 then
    raise exception 'nothing is open to reduce' using errcode = 'FU015';
  end if;
  portions := futures_portions(
    array(select f.lots from futures_position f where f.id = any (held) order by f.id), p_lots);
  select array_agg(cut.id order by cut.id), array_agg(cut.lots order by cut.id) into held, portions
    from unnest(held, portions) as cut (id, lots) where cut.lots > 0;
  if (select sum(portion) from unnest(portions) portion) <> p_priced then
    raise exception 'there are other lots than were priced' using errcode = '40001';
  end if;
  perform futures_lock_accounts(held, array['fee', 'house_pnl'] || array(
    select 'insurance' where exists (
      select from futures_position f
       where f.id = any (held) and f.margin + f.side * (p_price - f.entry_price) * f.lots * f.lot_size < 0)));
  perform futures_lock_open_lots(held);
  for wanted in
    select given.id, given.lots from unnest(held, portions) as given (id, lots)
      join futures_position f on f.id = given.id
     order by f.margin + f.side * (p_price - f.entry_price) * f.lots * f.lot_size desc, given.id
  loop
    select * into done from futures_close_one(wanted.id, p_user, wanted.lots, p_price, 'closed', p_at);
    kinds := kinds || done.kinds;
    events := events || done.events;
  end loop;
  perform futures_append_events(p_user, kinds, events, p_at);
  perform depth_take(p_taking);
end
$$;
