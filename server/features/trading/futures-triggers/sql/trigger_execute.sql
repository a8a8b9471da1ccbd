-- Closes the position of a stop that fired, at a price; without a price the stop waits as `executing`, and so it does
-- while other rows of a cross account have to be closed first (FU012). Until the close is booked its user may take it back,
-- by setting another stop or none: then nothing is closed, and the receipt ends as `taken-back` (decision 191).
--
-- p_taking is what closing takes of the book, as in depth_take; p_priced the lots of the position when it was priced. A
-- position that has other lots now would close at the price of another quantity and consume levels of the book without a
-- fill: it has to be priced again (40001).
--
-- Returns the user, or null while another transaction holds the position, or where nothing is left to do.
--
-- Access: worker
create or replace function trigger_execute(
  p_position bigint, p_price numeric, p_taking jsonb, p_at timestamptz, p_priced integer
) returns bigint
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  stop futures_trigger;
  p futures_position;
  done record;
begin
  p_at := require_reached(p_at);
  select * into stop from futures_trigger t
   where t.position_id = p_position and t.state in ('triggered', 'executing') for update skip locked;
  if not found then
    return null;
  end if;
  select * into p from futures_position f where f.id = p_position for no key update;
  if p.status = 1 and not futures_stop_stands(p, stop) then
    update futures_trigger set state = 'failed', ended_at = p_at, reason = 'taken-back' where id = stop.id;
    return stop.user_id;
  end if;
  if p_price is null then
    update futures_trigger set state = 'executing' where id = stop.id and state = 'triggered';
    return null;
  end if;
  if p.status in (1, 2) and p.lots <> p_priced then
    raise exception 'the position has other lots than were priced' using errcode = '40001';
  end if;
  begin
    select * into done from futures_close_one(p_position, null, null, p_price, stop.kind, p_at);
  exception when sqlstate 'FU012' then
    update futures_trigger set state = 'executing' where id = stop.id and state = 'triggered';
    return null;
  end;
  if done.events is null then
    update futures_trigger set state = 'failed', ended_at = p_at, reason = 'not-open' where id = stop.id;
    return stop.user_id;
  end if;
  update futures_trigger set state = 'done', ended_at = p_at, price = p_price where id = stop.id;
  perform outbox_append_batch(stop.user_id, done.kinds, done.events, p_at);
  perform depth_take(p_taking);
  return stop.user_id;
end
$$;
