-- Fills pending orders, each at its price: [{ id, price, margin, fee }]. Where a better price would cost more
-- margin than there is, the order fills at its limit. An order that the product has no more room for is
-- revoked. Answers the users whose orders changed.
--
-- Access: product
create or replace function liquidation_fill(p_items jsonb, p_at timestamptz) returns bigint[]
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  item jsonb;
  done record;
  owners bigint[] := '{}';
  kinds text[] := '{}';
  events jsonb[] := '{}';
  owner bigint;
  acted bigint[] := '{}';
begin
  for item in select value from jsonb_array_elements(p_items) loop
    select f.user_id into owner from futures_position f
     where f.id = (item->>'id')::bigint and f.status = 0 and f.version = (item->>'version')::bigint
       for no key update skip locked;
    continue when not found;
    begin
      begin
        select d.kinds, d.events into done from futures_fill_one((item->>'id')::bigint, (item->>'price')::numeric,
          (item->>'margin')::numeric, (item->>'fee')::numeric, p_at) d;
      exception when sqlstate 'LG001' then
        select d.kinds, d.events into done from futures_fill_one((item->>'id')::bigint,
          (item->>'limitPrice')::numeric, (item->>'limitMargin')::numeric, (item->>'limitFee')::numeric, p_at) d;
      end;
    exception when sqlstate 'FU003' or sqlstate 'LG001' then
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
  return acted;
end
$$;
