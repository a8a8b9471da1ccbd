const SETTINGS = 'security definer set search_path = public, pg_temp set enable_seqscan = off';

/**
 * The stored functions of liquidation. Decisions are made outside, exactly, from rows at a version and an account at a
 * posting's number; each function looks under its locks whether both still are what they were, and leaves out what has
 * changed. Order of locks: positions by id, users' accounts by user, the house last, streams of events at the end.
 */
export const LIQUIDATION_FUNCTIONS = [
  /**
   * Closes a part of an isolated position, whose released margin stays in it. Null when the rest could not stand on a
   * margin of its own: the whole position has to close then.
   */
  `create function liquidation_reduce(p_id bigint, p_lots integer, p_price numeric, p_at timestamptz,
     out reduced futures_position, out profit numeric, out fee numeric, out events jsonb[])
   language plpgsql ${SETTINGS} as $$
   declare
     p futures_position;
     unit numeric;
     left_margin numeric;
     balances jsonb[];
   begin
     select * into strict p from futures_position where id = p_id for no key update;
     select 10::numeric ^ c.scale into unit from currency c where c.id = p.currency_id;
     profit := floor(p.side * (p_price - p.entry_price) * p_lots * p.lot_size * unit) / unit;
     fee := ceil(p_price * p_lots * p.lot_size * p.close_fee_ratio * unit) / unit;
     left_margin := p.margin + profit - fee;
     if p.status <> 1 or p.margin_mode <> 'isolated' or p_lots >= p.lots or left_margin <= 0 then
       return;
     end if;
     balances := futures_post('futures.reduce', concat(p.id, ':', p.version), p_at, p.user_id, p.currency_id, p.demo,
       array[0, left_margin - p.margin, 0, fee, -profit, 0], concat('position:', p.id), null);
     update futures_position f set lots = p.lots - p_lots, margin = left_margin, fee = f.fee + liquidation_reduce.fee,
            realised_profit = f.realised_profit + liquidation_reduce.profit, liquidated_at = p_at, updated_at = p_at,
            close_price = (coalesce(f.close_price, 0) * (f.lots_ordered - p.lots) + p_price * p_lots)
              / (f.lots_ordered - p.lots + p_lots)
      where f.id = p.id returning * into reduced;
     events := array[futures_position_event(reduced)] || balances;
   end $$`,
  /** Writes the report of a step from the position before and after it. */
  `create function liquidation_note(p futures_position, p_after futures_position, p_kind text, p_item jsonb,
     p_market jsonb, p_price numeric, p_price_from text, p_bankruptcy numeric, p_matched bigint, p_at timestamptz)
   returns jsonb language plpgsql ${SETTINGS} as $$
   declare
     report liquidation_report;
   begin
     insert into liquidation_report (position_id, version, user_id, market_id, demo, kind, at, mark, mark_at, mark_before,
       mark_before_at, equity, required, tier_floor, tier_rate, tier_deduction, entry_price, margin, lots_before, lots,
       liquidation_price, bankruptcy_price, price, price_from, fills, profit, fee, shortfall, insurance, matched_with)
     values (p.id, p.version, p.user_id, p.market_id, p.demo, p_kind, p_at, (p_market->>'mark')::numeric,
       to_timestamp((p_market->>'markAt')::numeric / 1000), (p_market->>'markBefore')::numeric,
       to_timestamp((p_market->>'markBeforeAt')::numeric / 1000), (p_item->>'equity')::numeric,
       (p_item->>'required')::numeric, (p_item->>'tierFloor')::numeric, (p_item->>'tierRate')::numeric,
       (p_item->>'tierDeduction')::numeric, p.entry_price, p.margin, p.lots, p.lots - p_after.lots,
       (p_item->>'liquidationPrice')::numeric, p_bankruptcy, p_price, p_price_from,
       coalesce(p_item->'fills', '[]'::jsonb), p_after.realised_profit - p.realised_profit, p_after.fee - p.fee,
       p_after.shortfall - p.shortfall, p_after.insurance - p.insurance, p_matched)
     returning * into report;
     return jsonb_build_object('entity', concat('liquidation:', report.id), 'entityVersion', 1,
       'reportId', report.id::text, 'positionId', p.id::text, 'marketId', p.market_id, 'kind', p_kind,
       'demo', p.demo, 'lots', report.lots, 'lotsLeft', p_after.lots, 'price', trim_scale(p_price)::text,
       'mark', trim_scale(report.mark)::text);
   end $$`,
  /** Who holds the other side of a position, those first whose gain on their margin, times their leverage, is highest. */
  `create function liquidation_ranked(p_market integer, p_demo boolean, p_side smallint, p_mark numeric)
   returns bigint[] language plpgsql stable ${SETTINGS} as $$
   begin
     return array(
       select f.id from futures_position f
        where f.market_id = p_market and f.demo = p_demo and f.side = -p_side and f.status = 1
        order by ((p_mark - f.entry_price) * f.side * f.lots * f.lot_size / f.margin)
               * (f.entry_price * f.lots * f.lot_size / f.margin) desc, f.id
        limit 5000);
   end $$`,
  /**
   * Closes gains of others against a bankrupt position at its bankruptcy price, in their rank, and only of those that
   * gain at that price. Answers how many lots were matched.
   */
  `create function liquidation_deleverage(p futures_position, p_price numeric, p_item jsonb, p_market jsonb,
     p_ranked bigint[], p_at timestamptz, out matched integer, out owners bigint[], out kinds text[], out events jsonb[])
   language plpgsql ${SETTINGS} as $$
   declare
     candidate bigint;
     other futures_position;
     done record;
     given integer;
     told jsonb;
   begin
     matched := 0;
     owners := '{}';
     kinds := '{}';
     events := '{}';
     foreach candidate in array p_ranked loop
       exit when matched >= p.lots;
       select * into other from futures_position f
        where f.id = candidate and f.status = 1 and f.user_id <> p.user_id and f.lot_size = p.lot_size
          and (p_price - f.entry_price) * f.side >= 0
          for no key update skip locked;
       continue when not found;
       given := least(other.lots, p.lots - matched);
       select * into done from futures_close_one(other.id, null, given, p_price, 'deleveraged', p_at, false);
       matched := matched + other.lots - (done.closed).lots;
       told := liquidation_note(other, done.closed, 'deleveraged', p_item || '{"fills": []}', p_market, p_price,
         'bankruptcy', null, p.id, p_at);
       owners := owners || array_fill(other.user_id, array[cardinality(done.events) + 1]);
       kinds := kinds || done.kinds || 'liquidation'::text;
       events := events || done.events || told;
     end loop;
   end $$`,
  /**
   * Closes one position whose row is locked and is as it was decided. When the fund cannot pay what its margin does
   * not cover, the gains of others are closed at its bankruptcy price; what nobody can be found for is the house's.
   */
  `create function liquidation_close(p futures_position, p_item jsonb, p_market jsonb, p_surplus boolean,
     p_ranked bigint[], p_at timestamptz, out owners bigint[], out kinds text[], out events jsonb[])
   language plpgsql ${SETTINGS} as $$
   declare
     before futures_position := p;
     done record;
     part record;
     decimals smallint;
     available numeric := 0;
     bankruptcy numeric;
     price numeric := (p_item->>'price')::numeric;
     price_from text := p_item->>'priceFrom';
     settlement record;
     others record;
   begin
     owners := '{}';
     kinds := '{}';
     events := '{}';
     select c.scale into decimals from currency c where c.id = p.currency_id;
     if p.margin_mode = 'cross' then
       select coalesce((select a.balance from ledger_account a where a.owner_key = p.user_id and a.kind = 'contract'
         and a.currency_id = p.currency_id and a.demo = p.demo and a.shard = 0), 0) into available;
     end if;
     bankruptcy := p.entry_price - p.side * (p.margin + available) / (p.lots * p.lot_size);
     -- In the position's favour, so that rounding makes no shortfall.
     bankruptcy := case p.side when 1 then ceil(bankruptcy * 1e12) else floor(bankruptcy * 1e12) end / 1e12;
     if p_item->>'kind' = 'partial' and p.margin_mode = 'cross' then
       select * into done from futures_close_one(p.id, null, (p_item->>'lots')::integer, price, 'liquidated', p_at, false);
       owners := array_fill(p.user_id, array[cardinality(done.events) + 1]);
       kinds := done.kinds || 'liquidation'::text;
       events := done.events || liquidation_note(before, done.closed,
         case when (done.closed).lots = 0 then 'full' else 'partial' end, p_item, p_market, price, price_from,
         case when bankruptcy > 0 then bankruptcy end, null, p_at);
       return;
     elsif p_item->>'kind' = 'partial' then
       select * into part from liquidation_reduce(p.id, (p_item->>'lots')::integer, price, p_at);
       if (part.reduced).id is not null then
         owners := array_fill(p.user_id, array[cardinality(part.events) + 1]);
         kinds := array['position'] || array_fill('balance'::text, array[cardinality(part.events) - 1]) || 'liquidation'::text;
         events := part.events || liquidation_note(p, part.reduced, 'partial', p_item, p_market, price, price_from,
           case when bankruptcy > 0 then bankruptcy end, null, p_at);
         return;
       end if;
     end if;
     settlement := futures_settlement(p, null, price, decimals, available);
     if settlement.shortfall > 0 and bankruptcy > 0 and futures_insured(p, settlement.shortfall) < settlement.shortfall then
       select * into others from liquidation_deleverage(p, bankruptcy, p_item, p_market, p_ranked, p_at);
       owners := owners || others.owners;
       kinds := kinds || others.kinds;
       events := events || others.events;
       if others.matched >= p.lots then
         price := bankruptcy;
         price_from := 'bankruptcy';
       elsif others.matched > 0 then
         -- One price for the whole: the matched lots at bankruptcy, the others at what was available.
         price := (bankruptcy * others.matched + price * (p.lots - others.matched)) / p.lots;
       end if;
     end if;
     select * into done from futures_close_one(p.id, null, null, price, 'liquidated', p_at, p_surplus);
     owners := owners || array_fill(p.user_id, array[cardinality(done.events) + 1]);
     kinds := kinds || done.kinds || 'liquidation'::text;
     events := events || done.events || liquidation_note(before, done.closed, 'full', p_item, p_market, price, price_from,
       case when bankruptcy > 0 then bankruptcy end, null, p_at);
   end $$`,
  /**
   * The same as `liquidation_execute` position by position, each with what it does to others: for groups that cannot be
   * done together with others, few at a time. Answers the ids of the positions that were acted on.
   */
  `create function liquidation_execute_apart(p_groups jsonb, p_markets jsonb, p_at timestamptz) returns bigint[]
   language plpgsql ${SETTINGS} as $$
   declare
     transaction_id constant xid8 := pg_current_xact_id();
     locked bigint[];
     wanted bigint[];
     users bigint[];
     g jsonb;
     item jsonb;
     place integer;
     ranked bigint[];
     ranked_for text;
     p futures_position;
     step record;
     cancelled record;
     order_id bigint;
     owners bigint[] := '{}';
     kinds text[] := '{}';
     events jsonb[] := '{}';
     acted bigint[] := '{}';
   begin
     select array_agg(distinct (each.value->>0)::bigint), array_agg(distinct (groups.value->>'userId')::bigint)
       into wanted, users
       from jsonb_array_elements(p_groups) groups, jsonb_array_elements(groups.value->'all') each;
     select coalesce(array_agg(held.id), '{}') into locked from (
       select f.id from futures_position f where f.id = any (wanted) and f.status = 1
        order by f.id for no key update skip locked) held;
     perform from (
       select a.id from ledger_account a
        where a.owner_key = any (users) and a.kind in ('contract', 'contract_frozen') and a.shard = 0
        order by a.owner_id, a.kind collate "C", a.currency_id, a.demo for no key update) accounts;
     for g in select value from jsonb_array_elements(p_groups) loop
       continue when exists (
         select from jsonb_array_elements(g->'all') each
          where not (each.value->>0)::bigint = any (locked)
             or not exists (select from futures_position f
                  where f.id = (each.value->>0)::bigint and f.version = (each.value->>1)::bigint));
       if (g->>'cross')::boolean then
         continue when (select count(*) from futures_position f where f.user_id = (g->>'userId')::bigint
             and f.demo = (g->>'demo')::boolean and f.status in (1, 2) and f.margin_mode = 'cross')
           <> jsonb_array_length(g->'all')
           or coalesce((select a.sequence from ledger_account a where a.owner_key = (g->>'userId')::bigint
             and a.kind = 'contract' and a.currency_id = (g->>'currencyId')::integer
             and a.demo = (g->>'demo')::boolean and a.shard = 0), 0) <> (g->>'accountSequence')::bigint;
       end if;
       for order_id in select f.id from futures_position f
          where f.user_id = (g->>'userId')::bigint and f.demo = (g->>'demo')::boolean and f.status = 0
            and case when (g->>'cross')::boolean then f.margin_mode = 'cross'
                else f.margin_mode = 'isolated' and f.market_id = (g->'items'->0->>'marketId')::integer end
          order by f.id
       loop
         select * into cancelled from futures_cancel_one(order_id, null, 'revoked', p_at);
         owners := owners || array_fill((g->>'userId')::bigint, array[cardinality(cancelled.events)]);
         kinds := kinds || cancelled.kinds;
         events := events || cancelled.events;
       end loop;
       for item, place in select value, ordinality from jsonb_array_elements(g->'items') with ordinality loop
         select * into strict p from futures_position where id = (item->>'id')::bigint;
         if ranked_for is distinct from concat(p.market_id, ':', p.demo, ':', p.side) then
           ranked_for := concat(p.market_id, ':', p.demo, ':', p.side);
           ranked := liquidation_ranked(p.market_id, p.demo, p.side,
             (p_markets->(p.market_id::text)->>'mark')::numeric);
         end if;
         select * into step from liquidation_close(p, item, p_markets->(item->>'marketId'),
           not (g->>'cross')::boolean or ((g->>'everything')::boolean and place = jsonb_array_length(g->'items')), ranked,
           p_at);
         owners := owners || step.owners;
         kinds := kinds || step.kinds;
         events := events || step.events;
         acted := acted || p.id;
       end loop;
     end loop;
     if cardinality(events) > 0 then
       perform outbox_append_many(owners, kinds, events, p_at);
     end if;
     return acted;
   end $$`,
  /**
   * Notes levels of margins that have changed and tells those whose level has risen. One array place a position, or
   * a cross account (position 0). Answers the users that were told.
   */
  `create function liquidation_warn(p_users bigint[], p_demo boolean[], p_positions bigint[], p_levels text[],
     p_payloads jsonb[], p_at timestamptz) returns bigint[]
   language plpgsql ${SETTINGS} as $$
   declare
     told record;
   begin
     with given as materialized (
       select * from unnest(p_users, p_demo, p_positions, p_levels, p_payloads)
         as level (user_id, demo, position_id, level, payload)),
     before as materialized (
       select m.* from margin_level m join given on m.user_id = given.user_id and m.demo = given.demo
          and m.position_id = given.position_id
        order by m.user_id, m.demo, m.position_id for no key update of m),
     written as (
       insert into margin_level as m (user_id, demo, position_id, level, changed_at)
       select user_id, demo, position_id, level, p_at from given order by user_id, demo, position_id
       on conflict (user_id, demo, position_id) do update
         set level = excluded.level, changed_at = excluded.changed_at, version = m.version + 1
         where m.level <> excluded.level
       returning m.*)
     select array_agg(given.user_id order by given.user_id, given.position_id) as users,
            array_agg(concat('margin.', written.level) order by given.user_id, given.position_id) as kinds,
            array_agg(given.payload || jsonb_build_object(
              'entity', concat('margin:', case when given.demo then 'demo:' else '' end, given.position_id),
              'entityVersion', written.version) order by given.user_id, given.position_id) as payloads
       into told
       from written
       join given using (user_id, demo, position_id)
       left join before using (user_id, demo, position_id)
      where array_position(array['safe', 'warning', 'critical'], written.level)
          > array_position(array['safe', 'warning', 'critical'], coalesce(before.level, 'safe'));
     if told.users is not null then
       perform outbox_append_many(told.users, told.kinds, told.payloads, p_at);
     end if;
     return coalesce(told.users, '{}');
   end $$`,
  /**
   * Fills pending orders, each at its price: [{ id, price, margin, fee }]. Where a better price would cost more margin
   * than there is, the order is filled at its limit; an order that the product has no more room for is taken back.
   */
  `create function liquidation_fill(p_items jsonb, p_at timestamptz) returns bigint[]
   language plpgsql ${SETTINGS} as $$
   declare
     item jsonb;
     done record;
     owners bigint[] := '{}';
     kinds text[] := '{}';
     events jsonb[] := '{}';
     owner bigint;
     acted bigint[] := '{}';
   begin
     for item in select value from jsonb_array_elements(p_items) loop
       select f.user_id into owner from futures_position f
        where f.id = (item->>'id')::bigint and f.status = 0 and f.version = (item->>'version')::bigint
          for no key update skip locked;
       continue when not found;
       begin
         begin
           select d.kinds, d.events into done from futures_fill_one((item->>'id')::bigint, (item->>'price')::numeric,
             (item->>'margin')::numeric, (item->>'fee')::numeric, p_at) d;
         exception when sqlstate 'LG001' then
           select d.kinds, d.events into done from futures_fill_one((item->>'id')::bigint,
             (item->>'limitPrice')::numeric, (item->>'limitMargin')::numeric, (item->>'limitFee')::numeric, p_at) d;
         end;
       exception when sqlstate 'FU003' or sqlstate 'LG001' then
         select d.kinds, d.events into done from futures_cancel_one((item->>'id')::bigint, null, 'revoked', p_at) d;
       end;
       owners := owners || array_fill(owner, array[cardinality(done.events)]);
       kinds := kinds || done.kinds;
       events := events || done.events;
       acted := acted || owner;
     end loop;
     if cardinality(events) > 0 then
       perform outbox_append_many(owners, kinds, events, p_at);
     end if;
     return acted;
   end $$`,
  /**
   * Notes stops that a price has reached: [{ positionId, kind, source, level, value, epoch, sequence, valueAt }]. A stop
   * that was changed meanwhile, a position that is not open, and one with a stop that is being done are left out.
   */
  `create function trigger_fire(p_items jsonb, p_at timestamptz) returns bigint[]
   language plpgsql ${SETTINGS} as $$
   declare
     fired bigint[];
   begin
     with given as (
       select * from jsonb_to_recordset(p_items) as stop ("positionId" bigint, kind text, source text, level numeric,
         value numeric, epoch text, sequence bigint, "valueAt" bigint)),
     written as (
       insert into futures_trigger (position_id, user_id, kind, state, source, level, value, epoch, sequence, value_at,
         triggered_at)
       select f.id, f.user_id, given.kind, 'triggered', given.source, given.level, given.value, given.epoch,
              given.sequence, to_timestamp(given."valueAt"::numeric / 1000), p_at
         from given join futures_position f on f.id = given."positionId" and f.status = 1
          and case given.kind when 'stop-loss' then f.stop_loss else f.take_profit end = given.level
          and case given.kind when 'stop-loss' then f.stop_loss_source else f.take_profit_source end = given.source
        order by f.id
       on conflict (position_id) where state in ('triggered', 'executing') do nothing
       returning position_id)
     select coalesce(array_agg(position_id), '{}') into fired from written;
     return fired;
   end $$`,
  /**
   * Closes the position of a stop that fired, at a price; with no price the stop waits as \`executing\`. Answers the
   * user, or null when somebody else is at it or nothing is left to do.
   */
  `create function trigger_execute(p_position bigint, p_price numeric, p_at timestamptz) returns bigint
   language plpgsql ${SETTINGS} as $$
   declare
     stop futures_trigger;
     done record;
   begin
     select * into stop from futures_trigger t
      where t.position_id = p_position and t.state in ('triggered', 'executing') for update skip locked;
     if not found then
       return null;
     end if;
     if p_price is null then
       update futures_trigger set state = 'executing' where id = stop.id and state = 'triggered';
       return null;
     end if;
     select * into done from futures_close_one(p_position, null, null, p_price, stop.kind, p_at, false);
     if done.events is null then
       update futures_trigger set state = 'failed', ended_at = p_at, reason = 'not-open' where id = stop.id;
       return stop.user_id;
     end if;
     update futures_trigger set state = 'done', ended_at = p_at, price = p_price where id = stop.id;
     perform outbox_append_batch(stop.user_id, done.kinds, done.events, p_at);
     return stop.user_id;
   end $$`,
];
