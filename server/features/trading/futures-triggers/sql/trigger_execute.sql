-- Closes the position of a fired stop at a price. Without a price the stop waits as `executing`, and so it does while other
-- positions of a cross account must be closed first (FU012). p_taking: depth of the close, as in depth_take.
--
-- Returns the user, or null while another transaction holds the position, or where nothing is left to do.
--
-- Access: worker
create or replace function trigger_execute(
  p_position bigint, p_price numeric, p_taking jsonb, p_at timestamptz
) returns bigint
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  stop futures_trigger;
  done record;
begin
  p_at := require_reached(p_at);
  select * into stop from futures_trigger t
   where t.position_id = p_position and t.state in ('triggered', 'executing') for update skip locked;
  if not found then
    return null;
  end if;
  if p_price is null then
    update futures_trigger set state = 'executing' where id = stop.id and state = 'triggered';
    return null;
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
