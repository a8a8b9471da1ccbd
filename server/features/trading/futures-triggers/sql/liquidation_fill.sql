-- Fills pending orders, each at its price: [{ id, price, margin, fee, taking }], taking as in depth_take. Where a
-- better price would cost more margin than there is, the order fills at its limit. An order that the product has no
-- more room for, or whose leverage is not allowed any more, is revoked. Orders of a book in cancel-only stay as they
-- are. Answers the users whose orders changed.
--
-- Two workers may fill different orders of the same users, in any order: rows and accounts of all of them are locked
-- in one order (rows by id, accounts of users, the house) before the first is changed.
--
-- Access: product
create or replace function liquidation_fill(p_items jsonb, p_at timestamptz) returns bigint[]
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  locked bigint[];
  item jsonb;
  done record;
  owners bigint[] := '{}';
  kinds text[] := '{}';
  events jsonb[] := '{}';
  owner bigint;
  acted bigint[] := '{}';
  taking jsonb := '[]';
begin
  p_at := require_reached(p_at);
  locked := array(
    select f.id from futures_position f
      join jsonb_array_elements(p_items) asked
        on f.id = (asked.value->>'id')::bigint and f.version = (asked.value->>'version')::bigint
     where f.status = 0 and f.demo = any (array(select m.demo from trading_mode m where m.mode = 'open'))
     order by f.id for no key update of f skip locked);
  perform from (
    select a.id from ledger_account a
      join (select distinct f.user_id, f.currency_id, f.demo from futures_position f where f.id = any (locked)) own
        on a.owner_key = own.user_id and a.currency_id = own.currency_id and a.demo = own.demo
     where a.kind in ('contract', 'contract_frozen') and a.shard = 0
     order by a.owner_id, a.kind collate "C", a.currency_id, a.demo for no key update of a) accounts;
  perform ledger_open_accounts(book.demo, array[null]::bigint[], array['fee'], array[book.currency_id])
     from (select distinct f.currency_id, f.demo from futures_position f where f.id = any (locked)
            order by f.currency_id, f.demo) book;
  perform from (
    select a.id from ledger_account a
      join (select distinct f.currency_id, f.demo from futures_position f where f.id = any (locked)) book
        on a.currency_id = book.currency_id and a.demo = book.demo
     where a.owner_key = 0 and a.kind = 'fee' and a.shard = ledger_shard(null, a.kind)
     order by a.currency_id, a.demo for no key update of a) house;
  -- Sides in one order, behind the accounts, as an order takes its own.
  perform futures_lock_room(f.market_id, f.demo, f.side, f.lots)
     from (select f.market_id, f.demo, f.side, sum(f.lots)::bigint as lots from futures_position f
            where f.id = any (locked) group by 1, 2, 3 order by 1, 2, 3) f;
  for item in select value from jsonb_array_elements(p_items) where (value->>'id')::bigint = any (locked) loop
    select f.user_id into owner from futures_position f where f.id = (item->>'id')::bigint;
    begin
      begin
        select d.kinds, d.events into done from futures_fill_one((item->>'id')::bigint, (item->>'price')::numeric,
          (item->>'margin')::numeric, (item->>'fee')::numeric, p_at) d;
      exception when sqlstate 'LG001' then
        select d.kinds, d.events into done from futures_fill_one((item->>'id')::bigint,
          (item->>'limitPrice')::numeric, (item->>'limitMargin')::numeric, (item->>'limitFee')::numeric, p_at) d;
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
