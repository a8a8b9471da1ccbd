-- Executes locked orders against one book: [{ orderId, quantity, amount, fee, exact, reserved, levels }],
-- where `exact` and `reserved` are the order's afterwards. Amounts come from the rules that previews and
-- pages use; the tables' checks and the books verify them. Resting orders pay from what is frozen for them,
-- new ones from the spot account. What a purchase with a take-profit or stop-loss buys is frozen for those in the same
-- journal, so that nothing else can have it. The house takes the other side of each, one journal an order. Appends the
-- events and answers their users. Refuses resting orders in cancel-only (LG005), and prices of real money that the tape
-- contradicts (40001).
--
-- p_before_users, p_before: `balance` events of what the transaction posted before, or empty. They are told first, so
-- that the last event of an account has its newest balance.
--
-- A pass over one order and one over hundreds want different plans, so each call is planned for its own.
--
-- Access: worker
create or replace function spot_execute(
  p_fills jsonb, p_resting boolean, p_demo boolean, p_book_at timestamptz, p_origin text, p_at timestamptz,
  p_before_users bigint[], p_before jsonb[], out users bigint[]
)
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_custom_plan
as $$
declare
  done record;
  balances record;
  pairs record;
  -- Of each execution the hold that its coins go to; null: they are free.
  leaving text[];
begin
  p_at := require_reached(p_at);
  -- Cancel-only means no new risk: what waits goes on waiting until the book is open again.
  if p_resting then
    perform trading_assert_open(p_demo);
  end if;
  -- An amount is rounded to what its coin can be, which may be much of a small one: by one unit more or less it is another
  -- price.
  if not p_demo then
    perform taped_prices_assert(o.market_id, min((f.amount + 10::numeric ^ -c.scale) / f.quantity),
      max((f.amount - 10::numeric ^ -c.scale) / f.quantity), p_at)
       from jsonb_to_recordset(p_fills) as f ("orderId" bigint, quantity numeric, amount numeric)
       join spot_order o on o.id = f."orderId" join currency c on c.id = o.quote_currency_id
      group by o.market_id;
  end if;
  with given as materialized (
    select f.*, row_number() over (order by f."orderId") as place
      from jsonb_to_recordset(p_fills) as f ("orderId" bigint, quantity numeric, amount numeric, fee numeric,
        exact numeric, reserved numeric, levels jsonb)),
  before as materialized (
    select o.id, o.reserved from given join spot_order o on o.id = given."orderId"),
  changed as (
    update spot_order o set filled = o.filled + g.quantity, amount = o.amount + g.amount, fee = o.fee + g.fee,
           exact = g.exact, reserved = g.reserved, updated_at = p_at, version = o.version + 1,
           status = case when o.filled + g.quantity = o.quantity then 'filled' else o.status end,
           ended_at = case when o.filled + g.quantity = o.quantity then p_at end
      from given g where o.id = g."orderId" returning o.*),
  recorded as (
    insert into spot_fill (order_id, quantity, amount, fee, levels, book_at, origin, at)
    select g."orderId", g.quantity, g.amount, g.fee, g.levels, p_book_at, p_origin, p_at from given g order by g.place
    returning *)
  select array_agg(f.id order by f.id) as fills, array_agg(o.user_id order by f.id) as owners,
         array_agg(o.id order by f.id) as orders, array_agg(o.side order by f.id) as sides,
         array_agg(o.base_currency_id order by f.id) as bases, array_agg(o.quote_currency_id order by f.id) as quotes,
         array_agg(f.quantity::numeric order by f.id) as quantities, array_agg(f.amount::numeric order by f.id) as amounts,
         array_agg(f.fee::numeric order by f.id) as fees,
         array_agg((b.reserved - o.reserved)::numeric order by f.id) as released,
         array_agg(spot_fill_event(f.*::spot_fill, o.*::spot_order) order by f.id) as fill_events,
         array_agg(spot_order_event(o.*::spot_order) order by f.id) as order_events
    into done
    from recorded f join changed o on o.id = f.order_id join before b on b.id = o.id;

  with held as (
    update spot_exit x set reserved = x.reserved + bought.quantity
      from (select f.order_id, sum(f.quantity) as quantity
              from unnest(done.orders, done.quantities) as f (order_id, quantity) group by f.order_id) bought
     where x.order_id = bought.order_id and x.status = 'waiting' returning x.id, x.order_id)
  select array_agg(case when held.id is not null then concat('spot-exit:', held.id) end order by f.place) into leaving
    from unnest(done.orders) with ordinality as f (order_id, place) left join held on held.order_id = f.order_id;

  -- Of an order and the stop that it is paired with the first to be executed ends the other.
  select e.users, e.events into pairs
    from spot_pair_end(case when p_resting then done.orders else '{}'::bigint[] end, 'other-executed', p_at) e;

  with one as (
    select * from unnest(done.fills, done.owners, done.orders, done.sides, done.bases, done.quotes, done.quantities,
      done.amounts, done.fees, done.released, leaving)
      as f (id, owner, order_id, side, base, quote, quantity, amount, fee, released, leaving)),
  leg as (
    select one.id, side.place, side.owner, side.kind, side.currency, side.amount, side.hold
      from one, lateral (values
        (1, one.owner, 'spot_frozen', case one.side when 'buy' then one.quote else one.base end,
         case when p_resting then -one.released else 0 end, concat('spot-order:', one.order_id)),
        (2, one.owner, 'spot', one.quote, case one.side
           when 'buy' then case when p_resting then one.released else 0 end - one.amount - one.fee
           else one.amount - one.fee end, null),
        (3, one.owner, case when one.leaving is null then 'spot' else 'spot_frozen' end, one.base, case one.side
           when 'buy' then one.quantity else case when p_resting then 0 else -one.quantity end end, one.leaving),
        (4, null, 'house_pnl', one.quote, case one.side when 'buy' then one.amount else -one.amount end, null),
        (5, null, 'fee', one.quote, one.fee, null),
        (6, null, 'house_pnl', one.base, case one.side when 'buy' then -one.quantity else one.quantity end, null)
      ) as side (place, owner, kind, currency, amount, hold)
     where side.amount <> 0)
  select post.users, post.payloads into balances
    from (select array_agg(leg.id::text order by id, place) as refs, array_agg(leg.owner order by id, place) as owners,
                 array_agg(leg.kind order by id, place) as kinds, array_agg(leg.currency order by id, place) as currencies,
                 array_agg(leg.amount order by id, place) as amounts, array_agg(leg.hold order by id, place) as holds
            from leg) legs,
         spot_post('spot.fill', legs.refs, p_at, p_demo, legs.owners, legs.kinds, legs.currencies, legs.amounts,
           legs.holds) post;
  users := done.owners;
  perform outbox_append_many(p_before_users || done.owners || done.owners || pairs.users || balances.users,
    array_fill('balance'::text, array[cardinality(p_before_users)])
      || array_fill('fill'::text, array[cardinality(done.owners)])
      || array_fill('order'::text, array[cardinality(done.owners) + cardinality(pairs.users)])
      || array_fill('balance'::text, array[cardinality(balances.users)]),
    p_before || done.fill_events || done.order_events || pairs.events || balances.payloads, p_at);
end
$$;
