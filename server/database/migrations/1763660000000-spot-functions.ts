const SETTINGS = 'security definer set search_path = public, pg_temp set enable_seqscan = off';
/** A pass over one order and one over hundreds want different plans. */
const PASS = `${SETTINGS} set plan_cache_mode = force_custom_plan`;
const TEXT = (column: string) => `trim_scale(${column})::text`;

/**
 * The stored functions of spot. SQLSTATEs: SP001 no such order, SP002 not open any more, SP003 too many open orders,
 * SP009 refused by a guard; those of the ledger and of the idempotent commands pass through. Amounts come from the rules
 * that previews and pages use; the tables' checks and the books keep them honest.
 *
 * Orders are locked before accounts; a pass skips orders that somebody has.
 */
export const SPOT_FUNCTIONS = [
  /** The \`order\` event of an order as it stands. */
  `create function spot_order_event(o spot_order) returns jsonb language sql stable as $$
     select jsonb_build_object('entity', concat('spot-order:', o.id), 'entityVersion', o.version,
       'orderId', o.id::text, 'market', (select m.symbol from market m where m.id = o.market_id),
       'state', o.status, 'reason', o.reason, 'product', 'spot', 'demo', o.demo, 'side', o.side,
       'limitPrice', ${TEXT('o.limit_price')}, 'quantity', ${TEXT('o.quantity')}, 'filled', ${TEXT('o.filled')},
       'amount', ${TEXT('o.amount')}, 'fee', ${TEXT('o.fee')})
   $$`,
  /** A \`balance\` event from what a batch answered of an account. */
  `create function spot_balance_event(p_demo boolean, p_kind text, p_currency integer, p_delta numeric, p_after numeric,
     p_number bigint, p_reason text, p_journal bigint) returns jsonb language sql immutable as $$
     select jsonb_build_object(
       'entity', concat(case when p_demo then 'demo-balance:' else 'balance:' end, p_kind, ':', p_currency),
       'entityVersion', p_number, 'account', p_kind, 'currencyId', p_currency, 'delta', ${TEXT('p_delta')},
       'after', ${TEXT('p_after')}, 'reason', p_reason, 'journalId', p_journal::text, 'demo', p_demo)
   $$`,
  /** Posts journals and answers one event for each account of a user whose balance is another now. */
  `create function spot_post(p_reason text, p_references text[], p_at timestamptz, p_demo boolean, p_owners bigint[],
     p_kinds text[], p_currencies integer[], p_amounts numeric[], p_holds text[],
     out users bigint[], out payloads jsonb[]) language plpgsql ${PASS} as $$
   declare
     posted record;
   begin
     select * into posted
       from ledger_post_batch(p_reason, p_at, p_demo, p_references, p_owners, p_kinds, p_currencies, p_amounts, p_holds);
     if cardinality(posted.replayed) > 0 then
       raise exception '% % stands in the books already', p_reason, posted.replayed[1] using errcode = 'LG003';
     end if;
     select coalesce(array_agg(a.owner_id order by a.position), '{}'),
            coalesce(array_agg(spot_balance_event(p_demo, a.kind, a.currency_id, a.delta, a.after, a.number, p_reason,
              posted.journal_ids[1]) order by a.position), '{}')
       into users, payloads
       from unnest(posted.owners, posted.kinds, posted.currencies, posted.deltas, posted.afters, posted.numbers)
         with ordinality as a (owner_id, kind, currency_id, delta, after, number, position)
      where a.delta <> 0;
   end $$`,
  /**
   * Executes locked orders of one book: \`[{orderId, quantity, amount, fee, exact, reserved, levels}]\`, of which
   * \`exact\` and \`reserved\` are the order's afterwards. Orders that rest are paid out of what is frozen for them,
   * new ones out of the spot account. The house is on the other side of each, a journal for each. Appends the events.
   */
  `create function spot_execute(p_fills jsonb, p_resting boolean, p_demo boolean, p_book_at timestamptz, p_origin text,
     p_at timestamptz, out users bigint[]) language plpgsql ${PASS} as $$
   declare
     done record;
     balances record;
   begin
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
            array_agg(jsonb_build_object('entity', concat('spot-fill:', f.id), 'entityVersion', 1, 'fillId', f.id::text,
              'orderId', o.id::text, 'market', (select m.symbol from market m where m.id = o.market_id),
              'price', trim_scale(trunc((select sum((level ->> 0)::numeric * (level ->> 1)::numeric)
                from jsonb_array_elements(f.levels) level) / f.quantity, 18))::text,
              'quantity', ${TEXT('f.quantity')}, 'fee', ${TEXT('f.fee')}) order by f.id) as fill_events,
            array_agg(spot_order_event(o.*::spot_order) order by f.id) as order_events
       into done
       from recorded f join changed o on o.id = f.order_id join before b on b.id = o.id;

     with one as (
       select * from unnest(done.fills, done.owners, done.orders, done.sides, done.bases, done.quotes, done.quantities,
         done.amounts, done.fees, done.released)
         as f (id, owner, order_id, side, base, quote, quantity, amount, fee, released)),
     leg as (
       select one.id, side.place, side.owner, side.kind, side.currency, side.amount, side.hold
         from one, lateral (values
           (1, one.owner, 'spot_frozen', case one.side when 'buy' then one.quote else one.base end,
            case when p_resting then -one.released else 0 end, concat('spot-order:', one.order_id)),
           (2, one.owner, 'spot', one.quote, case one.side
              when 'buy' then case when p_resting then one.released else 0 end - one.amount - one.fee
              else one.amount - one.fee end, null),
           (3, one.owner, 'spot', one.base, case one.side
              when 'buy' then one.quantity else case when p_resting then 0 else -one.quantity end end, null),
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
     perform outbox_append_many(done.owners || done.owners || balances.users,
       array_fill('fill'::text, array[cardinality(done.owners)]) || array_fill('order'::text, array[cardinality(done.owners)])
         || array_fill('balance'::text, array[cardinality(balances.users)]),
       done.fill_events || done.order_events || balances.payloads, p_at);
   end $$`,
  /**
   * A new order: key, mode of the product, order, its first execution if it meets the book, and the freezing of the rest,
   * in one round trip. \`p_order\`: {marketId, demo, side, limitPrice, quantity, feeRatio}; \`p_fill\`: as above without
   * the order's number, or null; \`p_reserve\`: what stays frozen. Answers the reply.
   */
  `create function spot_submit(
     p_user bigint, p_route text, p_key text, p_fingerprint bytea, p_at timestamptz, p_window_seconds integer,
     p_reply text, p_order jsonb, p_fill jsonb, p_reserve numeric, p_book_at timestamptz, p_origin text, p_most integer)
   returns text language plpgsql ${SETTINGS} as $$
   declare
     claim record;
     o spot_order;
     frozen record;
   begin
     select c.claimed, c.reply into claim
       from idempotency_claim(p_user, p_route, p_key, p_fingerprint, p_at, p_window_seconds, p_reply) c;
     if not claim.claimed then
       return claim.reply;
     end if;
     perform trading_assert_open();
     if p_reserve > 0 and p_most <= (
       select count(*) from spot_order w
        where w.user_id = p_user and w.demo = (p_order ->> 'demo')::boolean and w.status = 'open') then
       raise exception 'too many open orders' using errcode = 'SP003';
     end if;
     insert into spot_order (user_id, market_id, base_currency_id, quote_currency_id, demo, side, limit_price, quantity,
       fee_ratio, created_at, updated_at, reserved)
     select p_user, m.id, m.base_currency_id, m.quote_currency_id, (p_order ->> 'demo')::boolean, p_order ->> 'side',
            (p_order ->> 'limitPrice')::numeric, (p_order ->> 'quantity')::numeric, (p_order ->> 'feeRatio')::numeric,
            p_at, p_at, p_reserve
       from market m where m.id = (p_order ->> 'marketId')::integer
     returning * into strict o;
     -- Money first and events last, because whoever has a user's next number keeps it to the end.
     if p_reserve > 0 then
       select * into frozen from spot_post('spot.reserve', array_fill(o.id::text, array[2]), p_at, o.demo,
         array[p_user, p_user], array['spot', 'spot_frozen'],
         array_fill(case o.side when 'buy' then o.quote_currency_id else o.base_currency_id end, array[2]),
         array[-p_reserve, p_reserve], array[null, concat('spot-order:', o.id)]);
     end if;
     if p_fill is not null then
       perform spot_execute(jsonb_build_array(p_fill || jsonb_build_object('orderId', o.id, 'reserved', p_reserve)), false,
         o.demo, p_book_at, p_origin, p_at);
     end if;
     if o.limit_price is null then
       update spot_order set status = 'cancelled', reason = 'no-liquidity', ended_at = p_at, version = version + 1
        where id = o.id and status = 'open' returning * into o;
     end if;
     if p_fill is null or o.status = 'cancelled' then
       perform outbox_append(p_user, 'order', spot_order_event(o), p_at);
     end if;
     if p_reserve > 0 then
       perform outbox_append_many(frozen.users, array_fill('balance'::text, array[cardinality(frozen.users)]),
         frozen.payloads, p_at);
     end if;
     return claim.reply;
   end $$`,
  /** Takes the rest of an order back; what is frozen for it is free again. Answers the reply. */
  `create function spot_cancel(
     p_user bigint, p_route text, p_key text, p_fingerprint bytea, p_at timestamptz, p_window_seconds integer,
     p_reply text, p_order bigint)
   returns text language plpgsql ${SETTINGS} as $$
   declare
     claim record;
     o spot_order;
     held numeric;
     balances record;
   begin
     select c.claimed, c.reply into claim
       from idempotency_claim(p_user, p_route, p_key, p_fingerprint, p_at, p_window_seconds, p_reply) c;
     if not claim.claimed then
       return claim.reply;
     end if;
     select * into o from spot_order where id = p_order and user_id = p_user for no key update;
     if not found then
       raise exception 'no such order' using errcode = 'SP001';
     elsif o.status <> 'open' then
       raise exception 'not open any more' using errcode = 'SP002';
     end if;
     held := o.reserved;
     update spot_order set status = 'cancelled', reason = 'user', reserved = 0, updated_at = p_at, ended_at = p_at,
            version = version + 1
      where id = o.id returning * into o;
     select * into balances from spot_post('spot.release', array_fill(o.id::text, array[2]), p_at, o.demo,
       array[p_user, p_user], array['spot_frozen', 'spot'],
       array_fill(case o.side when 'buy' then o.quote_currency_id else o.base_currency_id end, array[2]),
       array[-held, held], array[concat('spot-order:', o.id), null]);
     perform outbox_append_batch(p_user, array['order'] || array_fill('balance'::text, array[cardinality(balances.users)]),
       array[spot_order_event(o)] || balances.payloads, p_at);
     return claim.reply;
   end $$`,
  `revoke all on function spot_post, spot_execute, spot_submit, spot_cancel from public`,
  `do $$
   begin
     if exists (select from pg_roles where rolname = 'gateway_app') then
       grant execute on function spot_submit, spot_cancel, spot_execute to gateway_app;
     end if;
   end $$`,
];
