-- Cancels a pending order and releases its money: p_as is `cancelled` (by its user) or `revoked` (by the
-- product). Answers nulls when the order is not pending any more. The caller appends the events.
create or replace function futures_cancel_one(
  p_id bigint, p_user bigint, p_as text, p_at timestamptz, out cancelled futures_position, out kinds text[],
  out events jsonb[]
)
language plpgsql
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  p futures_position;
  balances jsonb[];
begin
  select * into p from futures_position where id = p_id and (p_user is null or user_id = p_user) for no key update;
  if not found then
    raise exception 'no such order' using errcode = 'FU001';
  end if;
  if p.status <> 0 then
    return;
  end if;
  balances := futures_post('futures.release', p.id::text, p_at, p.user_id, p.currency_id, p.demo,
    array[p.reserved, -p.reserved, 0, 0, 0, 0], concat('contract-order:', p.id), null);
  update futures_position set status = 4, closed_as = p_as, reserved = 0, lots = 0, closed_at = p_at, updated_at = p_at
   where id = p.id returning * into cancelled;
  kinds := array['order'] || array_fill('balance'::text, array[cardinality(balances)]);
  events := array[futures_order_event(cancelled)] || balances;
end
$$;
