/** A batch of one and one of hundreds want different plans, so each call is planned for what it was given. */
const SETTINGS = `security definer set search_path = public, pg_temp set enable_seqscan = off
  set plan_cache_mode = force_custom_plan`;

/**
 * Liquidation of many positions at once: rows and accounts are locked, everything is worked out, and then money, rows,
 * reports and events are each written set by set. What one position does to another (gains that are closed for a
 * bankrupt one, a cross account that closes in part) is done apart, by `liquidation_execute_apart`.
 */
export const LIQUIDATION_BATCH = [
  // What is done with one position. Amounts of the position's currency.
  `create type liquidation_step as (
     place integer,
     -- of the report
     kind text,
     lots integer,
     price numeric,
     price_from text,
     bankruptcy numeric,
     profit numeric,
     fee numeric,
     shortfall numeric,
     -- out of the insurance fund; negative into it
     insured numeric,
     -- onto the contract account; negative from it
     net numeric,
     margin_left numeric,
     item jsonb,
     before futures_position
   )`,
  /**
   * Locks positions, then the accounts of their users, then those of the house, and answers the groups that still are
   * what they were decided from. Null when none is.
   */
  `create function liquidation_stand(p_groups jsonb) returns jsonb language plpgsql ${SETTINGS} as $$
   declare
     wanted bigint[];
     users bigint[];
     held record;
   begin
     select array_agg(distinct (member.value->>0)::bigint), array_agg(distinct (groups.value->>'userId')::bigint)
       into wanted, users
       from jsonb_array_elements(p_groups) groups, jsonb_array_elements(groups.value->'all') member;
     select array_agg(locked.id) as ids, array_agg(locked.version) as versions into held from (
       select f.id, f.version from futures_position f where f.id = any (wanted) and f.status = 1
        order by f.id for no key update skip locked) locked;
     perform from (
       select a.id from ledger_account a
        where a.owner_key = any (users) and a.kind in ('contract', 'contract_frozen') and a.shard = 0
        order by a.owner_id, a.kind collate "C", a.currency_id, a.demo for no key update) accounts;
     perform from (
       select a.id from ledger_account a
        where a.owner_key = 0 and a.kind in ('fee', 'house_pnl', 'insurance') and a.shard = ledger_shard(null, a.kind)
          and (a.currency_id, a.demo) in (
            select (groups.value->>'currencyId')::integer, (groups.value->>'demo')::boolean
              from jsonb_array_elements(p_groups) groups)
        order by a.kind collate "C", a.currency_id, a.shard, a.demo for no key update) house;
     return (
       select jsonb_agg(asked.value order by asked.place)
         from jsonb_array_elements(p_groups) with ordinality asked (value, place)
         join (select groups.place, bool_and(known.id is not null) as same
                 from jsonb_array_elements(p_groups) with ordinality groups (value, place)
                cross join jsonb_array_elements(groups.value->'all') member
                 left join unnest(held.ids, held.versions) as known (id, version)
                   on known.id = (member.value->>0)::bigint and known.version = (member.value->>1)::bigint
                group by groups.place) standing on standing.place = asked.place and standing.same
        where not (asked.value->>'cross')::boolean
           or ((select count(*) from futures_position f
                 where f.user_id = (asked.value->>'userId')::bigint and f.demo = (asked.value->>'demo')::boolean
                   and f.status in (1, 2) and f.margin_mode = 'cross') = jsonb_array_length(asked.value->'all')
               and coalesce((select a.sequence from ledger_account a
                 where a.owner_key = (asked.value->>'userId')::bigint and a.kind = 'contract' and a.shard = 0
                   and a.currency_id = (asked.value->>'currencyId')::integer
                   and a.demo = (asked.value->>'demo')::boolean), 0) = (asked.value->>'accountSequence')::bigint));
   end $$`,
  /** What closing a position would do by itself, given what is free on a cross account. The kind is the report's. */
  `create function liquidation_step_of(p futures_position, p_item jsonb, p_scale smallint, p_available numeric,
     p_surplus boolean) returns liquidation_step language plpgsql immutable as $$
   declare
     unit constant numeric := 10::numeric ^ p_scale;
     is_cross constant boolean := p.margin_mode = 'cross';
     in_part constant boolean := p_item->>'kind' = 'partial';
     step liquidation_step;
     s record;
   begin
     step.before := p;
     step.item := p_item;
     step.price := (p_item->>'price')::numeric;
     step.price_from := p_item->>'priceFrom';
     step.bankruptcy := p.entry_price - p.side * (p.margin + p_available) / (p.lots * p.lot_size);
     -- In the position's favour, so that rounding makes no shortfall.
     step.bankruptcy := case p.side when 1 then ceil(step.bankruptcy * 1e12) else floor(step.bankruptcy * 1e12) end / 1e12;
     step.bankruptcy := case when step.bankruptcy > 0 then step.bankruptcy end;
     step.insured := 0;
     step.net := 0;
     step.shortfall := 0;
     step.lots := (p_item->>'lots')::integer;
     if in_part and not is_cross and step.lots < p.lots then
       step.profit := floor(p.side * (step.price - p.entry_price) * step.lots * p.lot_size * unit) / unit;
       step.fee := ceil(step.price * step.lots * p.lot_size * p.close_fee_ratio * unit) / unit;
       -- What a part of an isolated position releases stays in it, where the rest can stand on that.
       step.margin_left := p.margin + step.profit - step.fee;
       if step.margin_left > 0 then
         step.kind := 'partial';
         return step;
       end if;
     end if;
     s := futures_settlement(p, case when in_part and is_cross then step.lots end, step.price, p_scale, p_available);
     step.kind := case when s.lots < p.lots then 'partial' else 'full' end;
     step.lots := s.lots;
     step.profit := s.profit;
     step.fee := s.fee;
     step.shortfall := s.shortfall;
     step.net := s.released + s.profit - s.fee;
     step.margin_left := case when s.lots < p.lots then p.margin - s.released else 0 end;
     if not is_cross then
       step.net := greatest(step.net, 0);
     end if;
     if p_surplus and not (in_part and is_cross) and step.net > 0 then
       step.insured := -step.net;
       step.net := 0;
     end if;
     return step;
   end $$`,
  /**
   * Whether anybody on the other side of the market gains at the bankruptcy price of a position. `p_known` has the best
   * entry price of each side that was asked for already, by market and side; null where nobody holds a position.
   */
  `create function liquidation_is_matched(p futures_position, p_bankruptcy numeric, inout known jsonb, out is_matched boolean)
   language plpgsql ${SETTINGS} as $$
   declare
     name constant text := concat(p.market_id, ':', -p.side);
     best numeric;
   begin
     if not known ? name then
       select case p.side when 1 then max(f.entry_price) else min(f.entry_price) end into best from futures_position f
        where f.market_id = p.market_id and f.demo = p.demo and f.side = -p.side and f.status = 1;
       known := known || jsonb_build_object(name, best);
     end if;
     is_matched := coalesce(((known->>name)::numeric - p_bankruptcy) * p.side >= 0, false);
   end $$`,
  /**
   * Works out what is done with the positions of one book and currency, in the order of the groups, as far as the fund
   * reaches. `apart` has the first position of each group that cannot be done together with others.
   */
  `create function liquidation_plan(p_groups jsonb, p_demo boolean, p_currency integer,
     out steps liquidation_step[], out apart bigint[])
   language plpgsql ${SETTINGS} as $$
   declare
     line record;
     step liquidation_step;
     decimals smallint;
     fund numeric;
     available numeric;
     other_sides jsonb := '{}';
     matching record;
     -- as they were before the group
     steps_before integer := 0;
     fund_before numeric;
     planned integer := 0;
     is_apart boolean;
   begin
     steps := '{}';
     apart := '{}';
     select c.scale into decimals from currency c where c.id = p_currency;
     fund := coalesce((select a.balance from ledger_account a where a.owner_key = 0 and a.kind = 'insurance'
       and a.currency_id = p_currency and a.demo = p_demo and a.shard = 0), 0);
     for line in
       select member.place as first, p as held, member.value as item, (groups.value->>'cross')::boolean as is_cross,
              (groups.value->>'everything')::boolean and member.place = count(*) over own as is_last,
              (groups.value->'items'->0->>'id')::bigint as name,
              coalesce(a.balance, 0) as available,
              (groups.value->>'cross')::boolean and (
                min(member.value->>'kind') over own <> max(member.value->>'kind') over own
                or count(*) over own <> count(*) over (partition by groups.value->>'userId')
                or exists (select from futures_position o where o.user_id = p.user_id and o.demo = p.demo
                     and o.status = 0 and o.margin_mode = 'cross')) as is_apart
         from jsonb_array_elements(p_groups) with ordinality groups (value, place)
        cross join jsonb_array_elements(groups.value->'items') with ordinality member (value, place)
         join futures_position p on p.id = (member.value->>'id')::bigint
         left join ledger_account a on (groups.value->>'cross')::boolean and a.owner_key = p.user_id
          and a.kind = 'contract' and a.currency_id = p.currency_id and a.demo = p.demo and a.shard = 0
        where (groups.value->>'demo')::boolean = p_demo and (groups.value->>'currencyId')::integer = p_currency
       window own as (partition by groups.place)
        order by groups.place, member.place
     loop
       if line.first = 1 then
         steps_before := planned;
         fund_before := fund;
         available := line.available;
         is_apart := line.is_apart;
         if is_apart then
           apart := apart || line.name;
         end if;
       end if;
       continue when is_apart;
       step := liquidation_step_of(line.held, line.item, decimals, available, not line.is_cross or line.is_last);
       if step.shortfall > fund and step.bankruptcy is not null and step.kind = 'full' then
         select * into matching from liquidation_is_matched(line.held, step.bankruptcy, other_sides);
         other_sides := matching.known;
         if matching.is_matched then
           -- The gains of others are closed for it.
           is_apart := true;
           apart := apart || line.name;
           planned := steps_before;
           fund := fund_before;
           continue;
         end if;
       end if;
       if step.shortfall > 0 then
         step.insured := step.insured + least(step.shortfall, fund);
       end if;
       fund := fund - step.insured;
       available := available + case when line.is_cross then step.net else 0 end;
       planned := planned + 1;
       step.place := planned;
       steps[planned] := step;
     end loop;
     steps := steps[1:planned];
   end $$`,
  /** Takes back the orders that compete for the money of what closes, as far as nobody else is at them. */
  `create function liquidation_revoke(p_steps liquidation_step[], p_at timestamptz,
     out owners bigint[], out kinds text[], out events jsonb[])
   language plpgsql ${SETTINGS} as $$
   declare
     users constant bigint[] := array(select distinct (step.before).user_id from unnest(p_steps) step);
     competing record;
     cancelled record;
   begin
     owners := '{}';
     kinds := '{}';
     events := '{}';
     for competing in
       select o.id, o.user_id from futures_position o
        where o.user_id = any (users) and o.status = 0 and exists (
          select from unnest(p_steps) step
           where (step.before).user_id = o.user_id and (step.before).demo = o.demo
             and (step.before).margin_mode = o.margin_mode
             and (o.margin_mode = 'cross' or (step.before).market_id = o.market_id))
        order by o.id for no key update skip locked
     loop
       select * into cancelled from futures_cancel_one(competing.id, null, 'revoked', p_at);
       owners := owners || array_fill(competing.user_id, array[cardinality(cancelled.events)]);
       kinds := kinds || cancelled.kinds;
       events := events || cancelled.events;
     end loop;
   end $$`,
  /** Books the money of all steps of a book and currency, parts and wholes each in one batch of journals. */
  `create function liquidation_book(p_steps liquidation_step[], p_demo boolean, p_currency integer, p_at timestamptz,
     out owners bigint[], out kinds text[], out events jsonb[])
   language plpgsql ${SETTINGS} as $$
   declare
     legs record;
     posted record;
     told record;
   begin
     owners := '{}';
     events := '{}';
     for legs in
       select case step.kind when 'full' then 'futures.close' else 'futures.reduce' end as reason,
              array_agg(concat((step.before).id, case step.kind when 'partial' then ':' || (step.before).version end)
                order by step.place, leg.place) as refs,
              array_agg(leg.owner order by step.place, leg.place) as owners,
              array_agg(leg.kind order by step.place, leg.place) as kinds,
              array_agg(p_currency order by step.place, leg.place) as currencies,
              array_agg(leg.amount order by step.place, leg.place) as amounts,
              array_agg(leg.hold order by step.place, leg.place) as holds
         from unnest(p_steps) step
        cross join lateral (values
          (1, (step.before).user_id, 'contract', step.net, null),
          (2, (step.before).user_id, 'contract_frozen', step.margin_left - (step.before).margin,
            concat('position:', (step.before).id)),
          (3, null, 'fee', step.fee, null),
          (4, null, 'house_pnl', greatest(step.insured, 0) - step.profit, null),
          (5, null, 'insurance', -step.insured, null)) as leg (place, owner, kind, amount, hold)
        where leg.amount <> 0
        group by 1 order by 1
     loop
       select * into posted from ledger_post_batch(legs.reason, p_at, p_demo, legs.refs, legs.owners, legs.kinds,
         legs.currencies, legs.amounts, legs.holds);
       if cardinality(posted.replayed) > 0 then
         raise exception 'an open position has been closed already: %', posted.replayed[1];
       end if;
       select array_agg(a.owner) as owners, array_agg(balance_event(p_demo, a.kind, p_currency, a.delta, a.after,
                a.number, legs.reason, journal.id)) as events
         into told
         from unnest(posted.owners, posted.kinds, posted.deltas, posted.afters, posted.numbers)
           as a (owner, kind, delta, after, number)
         join (select named.owner, max(made.id) as id
                 from (select distinct * from unnest(legs.owners, legs.refs)) as named (owner, reference)
                 join unnest(posted.journal_references, posted.journal_ids) as made (reference, id)
                   on made.reference = named.reference
                where named.owner is not null group by 1) journal on journal.owner = a.owner
        where a.delta <> 0;
       owners := owners || told.owners;
       events := events || told.events;
     end loop;
     kinds := array_fill('balance'::text, array[cardinality(events)]);
   end $$`,
  /** Writes the rows of all steps and their reports. Positions pass through closing, as all do. */
  `create function liquidation_write(p_steps liquidation_step[], p_markets jsonb, p_at timestamptz,
     out owners bigint[], out kinds text[], out events jsonb[])
   language plpgsql ${SETTINGS} as $$
   declare
     rows record;
     reports record;
   begin
     update futures_position f set status = 2, updated_at = p_at
      where f.id in (select (step.before).id from unnest(p_steps) step where step.kind = 'full') and f.status = 1;
     with moved as (
       update futures_position f set
              status = case step.kind when 'full' then 3 else f.status end, lots = f.lots - step.lots,
              margin = step.margin_left,
              close_price = (coalesce(f.close_price, 0) * (f.lots_ordered - f.lots) + step.price * step.lots)
                / (f.lots_ordered - f.lots + step.lots),
              fee = f.fee + step.fee, realised_profit = f.realised_profit + step.profit,
              shortfall = f.shortfall + step.shortfall, insurance = f.insurance - step.insured,
              closed_as = case step.kind when 'full' then 'liquidated' end,
              closed_at = case step.kind when 'full' then p_at end, updated_at = p_at, liquidated_at = p_at
         from unnest(p_steps) step
        where f.id = (step.before).id
       returning step.place, f.user_id, futures_position_event(f) as event)
     select array_agg(moved.user_id order by moved.place) as owners, array_agg(moved.event order by moved.place) as events
       into rows from moved;
     with noted as (
       insert into liquidation_report (position_id, version, user_id, market_id, demo, kind, at, mark, mark_at, mark_before,
         mark_before_at, equity, required, tier_floor, tier_rate, tier_deduction, entry_price, margin, lots_before, lots,
         liquidation_price, bankruptcy_price, price, price_from, fills, profit, fee, shortfall, insurance)
       select (step.before).id, (step.before).version, (step.before).user_id, (step.before).market_id,
              (step.before).demo, step.kind, p_at, (market.value->>'mark')::numeric,
              to_timestamp((market.value->>'markAt')::numeric / 1000), (market.value->>'markBefore')::numeric,
              to_timestamp((market.value->>'markBeforeAt')::numeric / 1000), (step.item->>'equity')::numeric,
              (step.item->>'required')::numeric, (step.item->>'tierFloor')::numeric, (step.item->>'tierRate')::numeric,
              (step.item->>'tierDeduction')::numeric, (step.before).entry_price, (step.before).margin,
              (step.before).lots, step.lots, (step.item->>'liquidationPrice')::numeric, step.bankruptcy, step.price,
              step.price_from, coalesce(step.item->'fills', '[]'::jsonb), step.profit, step.fee, step.shortfall,
              -step.insured
         from unnest(p_steps) step join jsonb_each(p_markets) market on market.key = (step.before).market_id::text
        order by step.place
       returning *)
     select array_agg(noted.user_id order by noted.id) as owners, array_agg(jsonb_build_object(
              'entity', concat('liquidation:', noted.id), 'entityVersion', 1, 'reportId', noted.id::text,
              'positionId', noted.position_id::text, 'marketId', noted.market_id, 'kind', noted.kind,
              'demo', noted.demo, 'lots', noted.lots, 'lotsLeft', noted.lots_before - noted.lots,
              'price', trim_scale(noted.price)::text, 'mark', trim_scale(noted.mark)::text) order by noted.id) as events
       into reports from noted;
     if (cardinality(rows.events), cardinality(reports.events))
        is distinct from (cardinality(p_steps), cardinality(p_steps)) then
       raise exception 'not every position could be closed and reported';
     end if;
     owners := rows.owners || reports.owners;
     kinds := array_fill('position'::text, array[cardinality(p_steps)])
       || array_fill('liquidation'::text, array[cardinality(p_steps)]);
     events := rows.events || reports.events;
   end $$`,
  /**
   * Does what was decided: for each group (an isolated position, or positions of one cross account in the order in which
   * they close) cancels the orders that compete for its money and closes. A group of which anything has changed since,
   * or is being changed by somebody else, is left out. Answers the ids of the positions that were acted on, and of each
   * group that has to be done apart its first position.
   *
   * A group: { userId, demo, currencyId, cross, everything, accountSequence, all: [[id, version]…] (of a cross account:
   * every open cross position of it), items: [{ id, version, marketId, kind, lots, price, … }] }.
   */
  `create function liquidation_execute(p_groups jsonb, p_markets jsonb, p_at timestamptz,
     out acted bigint[], out apart bigint[])
   language plpgsql ${SETTINGS} as $$
   declare
     -- Given first, so that whoever holds a number of a journal is known to run: the sealer waits for it.
     transaction_id constant xid8 := pg_current_xact_id();
     standing constant jsonb := liquidation_stand(p_groups);
     book record;
     planned record;
     revoked record;
     booked record;
     written record;
     owners bigint[] := '{}';
     kinds text[] := '{}';
     events jsonb[] := '{}';
   begin
     acted := '{}';
     apart := '{}';
     for book in
       select distinct (groups.value->>'demo')::boolean as demo, (groups.value->>'currencyId')::integer as currency
         from jsonb_array_elements(standing) groups order by 1, 2
     loop
       select * into planned from liquidation_plan(standing, book.demo, book.currency);
       apart := apart || planned.apart;
       continue when cardinality(planned.steps) = 0;
       select * into revoked from liquidation_revoke(planned.steps, p_at);
       select * into booked from liquidation_book(planned.steps, book.demo, book.currency, p_at);
       select * into written from liquidation_write(planned.steps, p_markets, p_at);
       owners := owners || revoked.owners || written.owners || booked.owners;
       kinds := kinds || revoked.kinds || written.kinds || booked.kinds;
       events := events || revoked.events || written.events || booked.events;
       acted := acted || array(select (step.before).id from unnest(planned.steps) step order by step.place);
     end loop;
     if cardinality(events) > 0 then
       perform outbox_append_many(owners, kinds, events, p_at);
     end if;
   end $$`,
];
