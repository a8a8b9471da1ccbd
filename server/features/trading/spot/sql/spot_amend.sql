-- Changes limit and quantity of an open order, in one transaction with the difference of what is frozen for it and with
-- what the book then gives at once. A repetition does nothing.
--
-- p_version: the order as the caller has priced it; another one is refused with 40001, and priced again. p_reserve: what is
-- frozen for the rest at the new terms, before anything is executed; p_fill: an execution as in spot_execute without the
-- order's id, or null; p_taking: what it takes of the book, as in depth_take. Refusals:
-- SP001 no such order, SP002 not open any more, SP006 it is paired with a stop, LG001, LG005, NW001, ID001, and
-- those of country_rule_assert and own_limits_assert where more is to be paid; in a break no purchase is changed at all.
--
-- Access: product
create or replace function spot_amend(
  p_user bigint, p_route text, p_key text, p_fingerprint bytea, p_at timestamptz, p_window_seconds integer,
  p_order bigint, p_version integer, p_limit_price numeric, p_quantity numeric, p_reserve numeric, p_fill jsonb,
  p_taking jsonb, p_book_at timestamptz, p_origin text
) returns void
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  o spot_order;
  more numeric;
  amendment bigint;
  paid_in integer;
  leaving_in integer;
  moved_users bigint[];
  moved_events jsonb[];
begin
  if not (idempotency_claim(p_user, p_route, p_key, p_fingerprint, p_at, p_window_seconds, 'null')).claimed then
    return;
  end if;
  -- Before the order, as every command does; what is asked of the limits is known only then.
  perform country_rule_hold();
  perform from own_limit_account l where l.user_id = person_of(p_user) for no key update;
  select * into o from spot_order where id = p_order and user_id = p_user for no key update;
  if not found then
    raise exception 'no such order' using errcode = 'SP001';
  elsif o.status <> 'open' or o.expires_at <= database_now(p_at) then
    raise exception 'not open any more' using errcode = 'SP002';
  elsif o.version <> p_version then
    raise exception 'it has changed since it was read' using errcode = '40001';
  end if;
  if exists (select from spot_stop s where s.paired_order_id = o.id and s.status = 'waiting') then
    raise exception 'it is paired with a stop' using errcode = 'SP006';
  end if;
  more := p_reserve - o.reserved;
  perform spot_amend_assert(p_user, o.demo, o.side, o.quote_currency_id, more, p_at);
  paid_in := case o.side when 'buy' then o.quote_currency_id else o.base_currency_id end;
  insert into spot_order_amendment (order_id, version, limit_before, limit_after, quantity_before, quantity_after,
    after_fill_id, at)
  values (o.id, o.version + 1, o.limit_price, p_limit_price, o.quantity, p_quantity,
    coalesce((select max(f.id) from spot_fill f where f.order_id = o.id), 0), p_at)
  returning id into amendment;
  update spot_order set limit_price = p_limit_price, quantity = p_quantity, reserved = p_reserve, amended_at = p_at,
         updated_at = p_at, version = version + 1
   where id = o.id returning * into o;
  -- What it buys is frozen for what it leaves behind.
  select o.base_currency_id into leaving_in from spot_exit x where x.order_id = o.id and x.status = 'waiting';
  -- What is frozen and what is filled at once are two journals: the accounts of both before the first.
  if more <> 0 and p_fill is not null then
    perform ledger_lock_accounts(array_agg(o.demo), array_agg(a.owner), array_agg(a.kind), array_agg(a.currency))
       from (values (p_user, 'spot', o.base_currency_id), (p_user, 'spot', o.quote_currency_id),
               (p_user, 'spot_frozen', paid_in),
               (p_user, 'spot_frozen', leaving_in),
               (null, 'fee', o.quote_currency_id), (null, 'house_pnl', o.base_currency_id),
               (null, 'house_pnl', o.quote_currency_id)) as a (owner, kind, currency)
      where a.currency is not null;
  end if;
  if more <> 0 then
    select f.users, f.payloads into moved_users, moved_events
      from spot_post('spot.amend', array_fill(amendment::text, array[2]), p_at, o.demo,
      array[p_user, p_user], array['spot', 'spot_frozen'], array_fill(paid_in, array[2]), array[-more, more],
      array[null, concat('spot-order:', o.id)]) f;
  end if;
  if p_fill is not null then
    perform spot_execute(jsonb_build_array(p_fill || jsonb_build_object('orderId', o.id)), true, o.demo, p_book_at,
      p_origin, p_at, coalesce(moved_users, '{}'), coalesce(moved_events, '{}'));
  else
    perform outbox_append_many(p_user || coalesce(moved_users, '{}'),
      'order'::text || array_fill('balance'::text, array[coalesce(cardinality(moved_users), 0)]),
      spot_order_event(o) || coalesce(moved_events, '{}'), p_at);
  end if;
  perform depth_take(p_taking);
end
$$;
