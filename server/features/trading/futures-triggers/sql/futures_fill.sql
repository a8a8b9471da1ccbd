-- Fills pending orders, each at its price: [{ id, price, margin, fee, taking }], taking as in depth_take. A better price
-- may need more margin (a short opens higher): where the balance, less the unrealised loss of cross positions at p_marks
-- (mark by market id), does not cover it, the order fills at its limit. So it does where its leverage is not allowed at the
-- better price, at which everything in the side counts as more. An order that exceeds the product's room, or whose leverage
-- is not allowed at its limit either, is revoked; so is one whose limit the tape contradicts by then, or it would keep all
-- others of its batch waiting. Orders stay pending in a book in cancel-only mode, where a country rule
-- blocks the user, and during a user's break. Returns the users whose orders changed.
--
-- Two workers may fill different orders of the same users: all rows and accounts are locked in one order (persons by
-- number, rows by id, accounts of users, the house, room, counts) before the first change, so that they cannot deadlock.
--
-- Access: worker
create or replace function futures_fill(p_items jsonb, p_marks jsonb, p_at timestamptz) returns bigint[]
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  locked bigint[];
  item jsonb;
  done record;
  owners bigint[] := '{}'::bigint[];
  kinds text[] := '{}'::text[];
  events jsonb[] := '{}'::jsonb[];
  owner bigint;
  acted bigint[] := '{}'::bigint[];
  taking jsonb := '[]'::jsonb;
begin
  p_at := require_reached(p_at);
  perform country_rule_hold();
  perform person_lock(p.person)
     from (select distinct person_of(f.user_id) as person from futures_position f
            where f.id in (select (asked.value->>'id')::bigint from jsonb_array_elements(p_items) asked)
            order by 1) p;
  locked := array(
    select f.id from futures_position f
      join jsonb_array_elements(p_items) asked
        on f.id = (asked.value->>'id')::bigint and f.version = (asked.value->>'version')::bigint
     where f.status = 0 and f.demo = any (array(select m.demo from trading_mode m where m.mode = 'open'))
       and country_rule_allows(f.user_id, 'contracts', f.leverage)
       and not exists (
         select from own_limit_account l
          where l.user_id = person_of(f.user_id)
            and ((l.break_until > p_at and not f.demo) or (l.excluded_until > p_at and f.demo)))
     order by f.id for no key update of f skip locked);
  perform futures_lock_accounts(locked, array['fee']);
  -- Lock order: rooms of the sides behind the accounts, as in futures_open_one.
  perform futures_lock_room(f.market_id, f.demo, f.side, f.lots)
     from (select f.market_id, f.demo, f.side, sum(f.lots)::bigint as lots from futures_position f
            where f.id = any (locked) group by 1, 2, 3 order by 1, 2, 3) f;
  perform futures_lock_open_lots(locked);
  for item in select value from jsonb_array_elements(p_items) where (value->>'id')::bigint = any (locked) loop
    select f.user_id into owner from futures_position f where f.id = (item->>'id')::bigint;
    begin
      begin
        select d.kinds, d.events into done from futures_fill_one((item->>'id')::bigint, (item->>'price')::numeric,
          (item->>'margin')::numeric, (item->>'fee')::numeric, p_marks, p_at) d;
      exception when sqlstate 'LG001' or sqlstate 'FU010' or sqlstate 'FU011' then
        begin
          select d.kinds, d.events into done from futures_fill_one((item->>'id')::bigint,
            (item->>'limitPrice')::numeric, (item->>'limitMargin')::numeric, (item->>'limitFee')::numeric, p_marks, p_at) d;
        exception when sqlstate '40001' then
          raise exception 'too little for the market, and a limit that the tape contradicts' using errcode = 'LG001';
        end;
      end;
      taking := taking || (item->'taking');
    exception when sqlstate 'FU003' or sqlstate 'FU011' or sqlstate 'LG001' then
      select d.kinds, d.events into done from futures_cancel_one((item->>'id')::bigint, null, 'revoked', p_at) d;
    end;
    owners := owners || array_fill(owner, array[cardinality(done.events)]);
    kinds := kinds || done.kinds;
    events := events || done.events;
    acted := acted || owner;
  end loop;
  if cardinality(events) > 0 then
    perform outbox_append_many(owners, kinds, events, p_at);
  end if;
  perform depth_take(taking);
  return acted;
end
$$;
