-- Changes where a purchase that waits is to leave its take-profit and stop-loss, under its own number. Which of the two
-- there are stays, and so do their date and the coins that are frozen for them. A repetition does nothing.
--
-- p_version: the purchase as the caller has judged it; another one is refused with 40001, and judged again. p_take_profit,
-- p_stop_loss: both as they are to be. Refusals: SP001 no such order, SP002 it does not wait any more, or leaves nothing
-- behind that still waits, LG005, NW001, ID001.
--
-- Access: product
create or replace function spot_exit_amend(
  p_user bigint, p_route text, p_key text, p_fingerprint bytea, p_at timestamptz, p_window_seconds integer,
  p_order bigint, p_version integer, p_take_profit numeric, p_stop_loss numeric
) returns void
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  o spot_order;
  x spot_exit;
begin
  if not (idempotency_claim(p_user, p_route, p_key, p_fingerprint, p_at, p_window_seconds, 'null')).claimed then
    return;
  end if;
  -- The purchase first, as whoever executes it or places what it leaves.
  select * into o from spot_order where id = p_order and user_id = p_user for no key update;
  if not found then
    raise exception 'no such order' using errcode = 'SP001';
  end if;
  select * into x from spot_exit where order_id = o.id for no key update;
  if x.status is distinct from 'waiting' or o.status <> 'open'
     or least(x.expires_at, o.expires_at) <= database_now(p_at) then
    raise exception 'nothing waits' using errcode = 'SP002';
  elsif o.version <> p_version then
    raise exception 'it has changed since it was read' using errcode = '40001';
  end if;
  perform spot_amend_assert(p_user, o.demo, 'sell', o.base_currency_id, 0, p_at);
  insert into spot_exit_amendment (exit_id, number, take_profit_before, take_profit_after, stop_loss_before,
    stop_loss_after, at)
  values (x.id, x.amendments + 1, x.take_profit, p_take_profit, x.stop_loss, p_stop_loss, p_at);
  update spot_exit set take_profit = p_take_profit, stop_loss = p_stop_loss, amendments = amendments + 1 where id = x.id;
  -- Whoever priced a change of the purchase by the prices of before prices it again, and its owner's pages hear of it.
  update spot_order set updated_at = p_at, version = version + 1 where id = o.id returning * into o;
  perform outbox_append(p_user, 'order', spot_order_event(o), p_at);
end
$$;
