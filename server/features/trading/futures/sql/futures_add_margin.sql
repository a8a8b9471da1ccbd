-- Moves money from the futures account into the margin of an isolated position. Allowed in cancel-only mode,
-- because it lowers risk.
--
-- A repetition does nothing. Refusals: FU001, FU002, FU010, LG001, ID001.
--
-- Access: product
create or replace function futures_add_margin(
  p_user bigint, p_route text, p_key text, p_fingerprint bytea, p_at timestamptz, p_window_seconds integer,
  p_id bigint, p_amount numeric, p_marks jsonb
) returns void
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  p futures_position;
  balances jsonb[];
begin
  if not (idempotency_claim(p_user, p_route, p_key, p_fingerprint, p_at, p_window_seconds, 'null')).claimed then
    return;
  end if;
  select * into p from futures_position where id = p_id and user_id = p_user for no key update;
  if not found then
    raise exception 'no such position' using errcode = 'FU001';
  end if;
  if p.status <> 1 then
    raise exception 'the position is not open any more' using errcode = 'FU002';
  end if;
  if p.margin_mode <> 'isolated' then
    raise exception 'the whole account backs a cross position' using errcode = 'FU008';
  end if;
  balances := futures_post('futures.add-margin', concat(p.id, ':', p.version), p_at, p_user, p.currency_id, p.demo,
    array[-p_amount, 0, p_amount, 0, 0, 0], null, concat('position:', p.id));
  perform futures_assert_loss_covered(balances, p_user, p.currency_id, p.demo, p_marks);
  update futures_position set margin = margin + p_amount, added_margin = added_margin + p_amount, updated_at = p_at
   where id = p_id returning * into p;
  perform futures_append_events(p_user, array['position'] || array_fill('balance'::text, array[cardinality(balances)]),
    array[futures_position_event(p)] || balances, p_at);
end
$$;
