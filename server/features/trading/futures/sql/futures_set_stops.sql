-- Sets, changes or removes (null) both stops of an order or position, each with the price that triggers it. One that fired
-- and waits is taken back by another level, another price or none: its receipt ends. One that fires meanwhile is ended by
-- trigger_execute.
--
-- Lock order: the receipt before its position, as in trigger_execute.
--
-- A repetition does nothing. Refusals: FU001 no such position, FU002 closed or changed since, ID001.
--
-- Access: product
create or replace function futures_set_stops(
  p_user bigint, p_route text, p_key text, p_fingerprint bytea, p_at timestamptz, p_window_seconds integer,
  p_id bigint, p_version bigint, p_take_profit numeric, p_take_profit_source text, p_stop_loss
  numeric, p_stop_loss_source text
) returns void
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  p futures_position;
  fired futures_trigger;
begin
  if not (idempotency_claim(p_user, p_route, p_key, p_fingerprint, p_at, p_window_seconds, 'null')).claimed then
    return;
  end if;
  select * into fired from futures_trigger t
   where t.position_id = p_id and t.user_id = p_user and t.state in ('triggered', 'executing') for update;
  select * into p from futures_position where id = p_id and user_id = p_user for no key update;
  if not found then
    raise exception 'no such position' using errcode = 'FU001';
  end if;
  if p.status not in (0, 1) then
    raise exception 'neither pending nor holding' using errcode = 'FU002';
  end if;
  -- The rules were checked against this version.
  if p.version <> p_version then
    raise exception 'the position has changed' using errcode = 'FU007';
  end if;
  update futures_position set
         take_profit_since = case when (take_profit, take_profit_source)
           is distinct from (p_take_profit, p_take_profit_source) then p_at else take_profit_since end,
         stop_loss_since = case when (stop_loss, stop_loss_source)
           is distinct from (p_stop_loss, p_stop_loss_source) then p_at else stop_loss_since end,
         take_profit = p_take_profit, take_profit_source = p_take_profit_source, stop_loss = p_stop_loss,
         stop_loss_source = p_stop_loss_source, updated_at = p_at
   where id = p_id returning * into p;
  if not futures_stop_stands(p, fired) then
    update futures_trigger set state = 'failed', ended_at = p_at, reason = 'taken-back' where id = fired.id;
  end if;
  perform futures_append_events(p_user, array[case p.status when 0 then 'order' else 'position' end],
    array[case p.status when 0 then futures_order_event(p) else futures_position_event(p) end], p_at);
end
$$;
