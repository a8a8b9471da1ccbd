const SETTINGS = 'security definer set search_path = public, pg_temp set enable_seqscan = off';

/** The parameters and the beginning of every command: those of the idempotent commands. */
const CLAIM_PARAMETERS = `p_user bigint, p_route text, p_key text, p_fingerprint bytea, p_at timestamptz,
     p_window_seconds integer, p_reply text`;
const CLAIM = `select c.claimed, c.reply into claim
       from idempotency_claim(p_user, p_route, p_key, p_fingerprint, p_at, p_window_seconds, p_reply) c;
     if not claim.claimed then
       return claim.reply;
     end if;`;

/** The commands of perpetual contracts, each whole in one call: key, checks, money, row, events. They answer the reply. */
export const FUTURES_COMMANDS = [
  /**
   * Opens a position at a price (status 1), or puts a limit order in (status 0) whose margin and fee are reserved.
   * `p_order` has the columns of the row; `p_limits` openRows, newAccountLeverage for accounts made after
   * newAccountSince (Unix milliseconds), and marks: by market, for what cross positions have lost.
   */
  `create function futures_submit(${CLAIM_PARAMETERS}, p_order jsonb, p_limits jsonb)
   returns text language plpgsql ${SETTINGS} as $$
   declare
     claim record;
     o futures_position;
     product futures_product;
     balances jsonb[];
     kinds text[];
     standing record;
   begin
     ${CLAIM}
     perform trading_assert_open();
     o := jsonb_populate_record(null::futures_position, p_order);
     select * into product from futures_product f where f.market_id = o.market_id;
     if not found or not product.enabled then
       raise exception 'not offered now' using errcode = 'FU006';
     end if;
     if not o.leverage = any (product.leverages) or (o.leverage > (p_limits->>'newAccountLeverage')::integer
        and exists (select from account_user u where u.id = p_user
          and u.created_at > to_timestamp((p_limits->>'newAccountSince')::numeric / 1000))) then
       raise exception 'leverage not offered' using errcode = 'FU005';
     end if;
     o.id := nextval('futures_position_id_seq');
     o.user_id := p_user;
     o.margin_mode := coalesce(o.margin_mode, (
       select f.margin_mode from futures_preference f where f.user_id = p_user and f.demo = o.demo), 'isolated');
     o.lots_ordered := o.lots;
     o.created_at := p_at;
     o.updated_at := p_at;
     o.added_margin := 0;
     o.funding := 0;
     o.realised_profit := 0;
     o.shortfall := 0;
     o.insurance := 0;
     o.version := 1;
     o.changed_in := pg_current_xact_id();
     if o.status = 1 then
       o.opened_at := p_at;
       o.margin := o.initial_margin;
       o.reserved := 0;
       balances := futures_post('futures.open', o.id::text, p_at, p_user, o.currency_id, o.demo,
         array[-o.margin - o.fee, 0, o.margin, o.fee, 0, 0], null, concat('position:', o.id));
     else
       o.reserved := o.initial_margin + o.fee;
       o.initial_margin := 0;
       o.margin := 0;
       o.fee := 0;
       balances := futures_post('futures.reserve', o.id::text, p_at, p_user, o.currency_id, o.demo,
         array[-o.reserved, 0, o.reserved, 0, 0, 0], null, concat('contract-order:', o.id));
     end if;
     -- Asked behind the lock of the account that every order takes, so that two at once see each other.
     select count(*) as rows, bool_or(f.margin_mode = 'cross' and f.status in (1, 2)) as cross_held into standing
       from futures_position f where f.user_id = p_user and f.demo = o.demo and f.status in (0, 1, 2);
     if standing.rows >= (p_limits->>'openRows')::integer then
       raise exception 'too many open rows' using errcode = 'FU004';
     end if;
     if standing.cross_held then
       perform futures_assert_kept(balances, p_user, o.currency_id, o.demo, p_limits->'marks');
     end if;
     insert into futures_position overriding system value values (o.*);
     if o.status = 1 then
       perform futures_assert_room(o.market_id, o.demo, o.side);
     end if;
     kinds := array[case when o.status = 1 then 'position' else 'order' end]
       || array_fill('balance'::text, array[cardinality(balances)]);
     perform futures_tell(p_user, kinds, array[case when o.status = 1 then futures_position_event(o)
       else futures_order_event(o) end] || balances, p_at);
     return claim.reply;
   end $$`,
  /** Takes the caller's own pending order back. */
  `create function futures_cancel(${CLAIM_PARAMETERS}, p_id bigint)
   returns text language plpgsql ${SETTINGS} as $$
   declare
     claim record;
     done record;
   begin
     ${CLAIM}
     select * into done from futures_cancel_one(p_id, p_user, 'cancelled', p_at);
     if done.cancelled is null then
       raise exception 'the order is not pending any more' using errcode = 'FU002';
     end if;
     perform futures_tell(p_user, done.kinds, done.events, p_at);
     return claim.reply;
   end $$`,
  /**
   * Closes positions of the caller, each at its price. Allowed in cancel-only: it takes risk away. Of several, those
   * that are not open any more are left out; a single one is refused then.
   */
  `create function futures_close(${CLAIM_PARAMETERS}, p_ids bigint[], p_lots integer, p_prices numeric[])
   returns text language plpgsql ${SETTINGS} as $$
   declare
     claim record;
     wanted record;
     done record;
     kinds text[] := '{}';
     events jsonb[] := '{}';
   begin
     ${CLAIM}
     for wanted in select given.id, given.price from unnest(p_ids, p_prices) as given (id, price) order by given.id loop
       select * into done from futures_close_one(wanted.id, p_user, p_lots, wanted.price, 'closed', p_at, false);
       kinds := kinds || done.kinds;
       events := events || done.events;
     end loop;
     if cardinality(events) = 0 then
       raise exception 'the position is not open any more' using errcode = 'FU002';
     end if;
     perform futures_tell(p_user, kinds, events, p_at);
     return claim.reply;
   end $$`,
  /** Sets, changes or takes away (null) both stops of an order or position, each with the price that triggers it. */
  `create function futures_set_stops(${CLAIM_PARAMETERS}, p_id bigint, p_version bigint, p_take_profit numeric,
     p_take_profit_source text, p_stop_loss numeric, p_stop_loss_source text)
   returns text language plpgsql ${SETTINGS} as $$
   declare
     claim record;
     p futures_position;
   begin
     ${CLAIM}
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
     update futures_position set take_profit = p_take_profit, take_profit_source = p_take_profit_source,
            stop_loss = p_stop_loss, stop_loss_source = p_stop_loss_source, updated_at = p_at
      where id = p_id returning * into p;
     perform futures_tell(p_user, array[case p.status when 0 then 'order' else 'position' end],
       array[case p.status when 0 then futures_order_event(p) else futures_position_event(p) end], p_at);
     return claim.reply;
   end $$`,
  /** Moves money from the contract account into an isolated position's margin. Allowed in cancel-only: it lowers risk. */
  `create function futures_add_margin(${CLAIM_PARAMETERS}, p_id bigint, p_amount numeric, p_marks jsonb)
   returns text language plpgsql ${SETTINGS} as $$
   declare
     claim record;
     p futures_position;
     balances jsonb[];
   begin
     ${CLAIM}
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
     perform futures_assert_kept(balances, p_user, p.currency_id, p.demo, p_marks);
     update futures_position set margin = margin + p_amount, added_margin = added_margin + p_amount, updated_at = p_at
      where id = p_id returning * into p;
     perform futures_tell(p_user, array['position'] || array_fill('balance'::text, array[cardinality(balances)]),
       array[futures_position_event(p)] || balances, p_at);
     return claim.reply;
   end $$`,
  `revoke all on function futures_submit, futures_cancel, futures_close, futures_set_stops, futures_add_margin
     from public`,
  `do $$
   begin
     if exists (select from pg_roles where rolname = 'gateway_app') then
       grant execute on function futures_submit, futures_cancel, futures_close, futures_set_stops, futures_add_margin
         to gateway_app;
     end if;
   end $$`,
];
