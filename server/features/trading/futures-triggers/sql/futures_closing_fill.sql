-- Closes lots of a position by an order that waited for the price; p_taking is the depth that it takes of the book, as in
-- depth_take. Refused while other positions or orders of a cross account have to be closed first (FU012): the order goes on
-- waiting, and the caller skips the account for a while.
--
-- The event of the last fill carries `fill.closing`, from which the user's notice is made.
--
-- Lock order: the position before its closing orders. Returns the user, or null while another transaction holds the
-- position, or where the order was amended to fewer lots or a better price.
--
-- Access: worker
create or replace function futures_closing_fill(
  p_closing bigint, p_lots integer, p_price numeric, p_taking jsonb, p_at timestamptz
) returns bigint
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  p futures_position;
  o futures_closing_order;
  done record;
  sent jsonb[];
begin
  p_at := require_reached(p_at);
  select f.* into p from futures_position f
   where f.id = (select w.position_id from futures_closing_order w where w.id = p_closing) and f.status = 1
     for no key update skip locked;
  if not found then
    return null;
  end if;
  select * into o from futures_closing_order where id = p_closing;
  if o.lots_waiting < p_lots or (p_price - o.limit_price) * p.side < 0 then
    return null;
  end if;
  -- First, so that closing the lots finds nobody waiting for them.
  update futures_closing_order w set lots_filled = w.lots_filled + p_lots, lots_waiting = w.lots_waiting - p_lots,
         lots_valued = w.lots_valued + p_lots, filled_value = w.filled_value + p_lots * p_price,
         status = case when w.lots_waiting = p_lots then 'filled' else w.status end,
         ended_at = case when w.lots_waiting = p_lots then p_at end, updated_at = p_at
   where w.id = p_closing returning w.* into o;
  select * into done from futures_close_one(p.id, null, p_lots, p_price, 'closed', p_at);
  sent := done.events;
  if o.status = 'filled' then
    sent[1] := jsonb_set(sent[1], '{fill,closing}', jsonb_build_object('closingId', o.id::text, 'lots', o.lots_filled,
      'limitPrice', trim_scale(o.limit_price)::text));
  end if;
  perform outbox_append_batch(p.user_id, done.kinds, sent, p_at);
  perform depth_take(p_taking);
  return p.user_id;
end
$$;
