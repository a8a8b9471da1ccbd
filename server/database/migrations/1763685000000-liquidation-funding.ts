const SETTINGS = 'security definer set search_path = public, pg_temp set enable_seqscan = off';

/** Funding: the rate of an interval from its premiums, and what each position that was open at the stamp pays. */
export const FUNDING_FUNCTIONS = [
  /**
   * The position at the stamp decides (B.3). Whoever takes lots from a position behind a stamp for which it has not been
   * charged, whether its rate is known by then or not, leaves here how many there were: closes, parts, liquidations,
   * whatever comes to be. Stamps are those of the last eight hours and of rates that are not settled yet.
   */
  `create function funding_note_due() returns trigger language plpgsql set enable_seqscan = off as $$
   begin
     insert into funding_due (position_id, stamp, market_id, lots)
     select b.id, due.stamp, b.market_id, b.lots
       from before b join after a on a.id = b.id
      cross join lateral (
        select date_bin('8 hours', a.updated_at, '2000-01-01 00:00+00') as stamp
        union
        select r.stamp from funding_rate r where r.settled_at is null and r.market_id = b.market_id) due
      where b.status in (1, 2) and a.lots <> b.lots and b.opened_at <= due.stamp and due.stamp <= a.updated_at
        and not exists (select from funding_charge c where c.position_id = b.id and c.stamp = due.stamp)
        and not exists (select from funding_rate r
             where r.market_id = b.market_id and r.stamp = due.stamp and r.settled_at is not null)
     on conflict do nothing;
     return null;
   end $$`,
  `create trigger funding_note_due after update on futures_position
     referencing old table as before new table as after for each statement execute function funding_note_due()`,
  /**
   * Charges up to \`p_limit\` positions of a market that were open at the stamp and have no charge yet, each for the lots
   * that it had then. What is paid is rounded up and what is received is rounded down. An isolated position pays from its
   * margin and receives into it; a cross one from the contract account, then from its margin. One that has closed since
   * pays from the contract account, an isolated one no more than it gave back there. Nobody pays more than there is: a
   * position keeps the smallest amount as margin, and what it could not pay is the house's. Answers the users; empty when
   * all are charged.
   */
  `create function funding_settle(p_market integer, p_stamp timestamptz, p_limit integer, p_at timestamptz)
   returns bigint[] language plpgsql ${SETTINGS} as $$
   declare
     r funding_rate;
     held record;
     p futures_position;
     unit numeric;
     value numeric;
     owed numeric;
     available numeric;
     from_account numeric;
     from_margin numeric;
     balances jsonb[];
     owners bigint[] := '{}';
     kinds text[] := '{}';
     events jsonb[] := '{}';
     charged bigint[] := '{}';
     ids bigint[];
   begin
     -- One at a time for a market; somebody else is at it.
     if not pg_try_advisory_xact_lock(hashtext('funding'), p_market) then
       return charged;
     end if;
     select * into strict r from funding_rate where market_id = p_market and stamp = p_stamp;
     ids := array(
       select d.position_id from funding_due d
        where d.market_id = p_market and d.stamp = p_stamp
          and not exists (select from funding_charge c where c.position_id = d.position_id and c.stamp = p_stamp)
        order by d.position_id limit p_limit);
     ids := ids || array(
       select f.id from futures_position f
        where f.market_id = p_market and f.status = 1 and f.opened_at <= p_stamp and not f.id = any (ids)
          and not exists (select from funding_charge c where c.position_id = f.id and c.stamp = p_stamp)
        order by f.id limit p_limit - cardinality(ids));
     perform from (select f.id from futures_position f where f.id = any (ids) order by f.id for no key update) locked;
     perform from (
       select a.id from ledger_account a
        where a.owner_key in (select f.user_id from futures_position f where f.id = any (ids))
          and a.kind in ('contract', 'contract_frozen') and a.shard = 0
        order by a.owner_id, a.kind collate "C", a.currency_id, a.demo for no key update) accounts;
     -- Read behind the locks: what has closed meanwhile has left its lots.
     for held in
       select f as position, coalesce(d.lots, f.lots) as lots from futures_position f
         left join funding_due d on d.position_id = f.id and d.stamp = p_stamp
        where f.id = any (ids) and (f.status = 1 or d.lots is not null) order by f.user_id, f.id
     loop
       p := held.position;
       select 10::numeric ^ c.scale into unit from currency c where c.id = p.currency_id;
       value := held.lots * p.lot_size * r.mark;
       owed := ceil(p.side * value * r.rate * unit) / unit;
       from_account := 0;
       from_margin := owed;
       if p.margin_mode = 'cross' or p.status = 3 then
         select coalesce((select a.balance from ledger_account a where a.owner_key = p.user_id and a.kind = 'contract'
           and a.currency_id = p.currency_id and a.demo = p.demo and a.shard = 0), 0) into available;
         from_account := least(owed, available);
         from_margin := owed - from_account;
       end if;
       if p.status = 3 then
         from_margin := 0;
         from_account := case when owed < 0 then owed when p.margin_mode = 'cross' then least(owed, available)
           when p.closed_as = 'liquidated' then 0
           else greatest(0, least(owed, available, p.initial_margin + p.added_margin + p.realised_profit + p.funding)) end;
       else
         from_margin := least(from_margin, p.margin - 1 / unit);
       end if;
       balances := '{}';
       if from_account + from_margin <> 0 then
         balances := futures_post('futures.funding', concat(p.id, ':', extract(epoch from p_stamp)::bigint), p_at,
           p.user_id, p.currency_id, p.demo,
           array[-from_account, -from_margin, 0, 0, from_account + from_margin, 0], concat('position:', p.id), null);
         update futures_position f set margin = p.margin - from_margin,
                funding = f.funding - from_account - from_margin, updated_at = p_at
          where f.id = p.id returning * into p;
       end if;
       insert into funding_charge (position_id, stamp, user_id, market_id, demo, lots, mark, rate, notional, owed, paid, at)
       values (p.id, p_stamp, p.user_id, p.market_id, p.demo, held.lots, r.mark, r.rate, value, owed,
         from_account + from_margin, p_at);
       owners := owners || array_fill(p.user_id, array[cardinality(balances) + 1]);
       kinds := kinds || 'position'::text || array_fill('balance'::text, array[cardinality(balances)]);
       events := events || futures_position_event(p) || balances;
       charged := charged || p.user_id;
     end loop;
     if cardinality(ids) = 0 then
       update funding_rate set settled_at = p_at where market_id = p_market and stamp = p_stamp and settled_at is null;
     elsif cardinality(events) > 0 then
       perform outbox_append_many(owners, kinds, events, p_at);
     end if;
     return charged;
   end $$`,
  `revoke all on function liquidation_reduce, liquidation_note, liquidation_ranked, liquidation_deleverage, liquidation_close,
     liquidation_execute_apart, liquidation_stand, liquidation_step_of, liquidation_is_matched, liquidation_plan, liquidation_revoke,
     liquidation_book, liquidation_write, liquidation_execute, liquidation_warn, liquidation_fill, trigger_fire,
     trigger_execute, funding_settle from public`,
  `do $$
   begin
     if exists (select from pg_roles where rolname = 'gateway_app') then
       grant execute on function liquidation_execute, liquidation_execute_apart, liquidation_warn, liquidation_fill, trigger_fire, trigger_execute,
         funding_settle to gateway_app;
     end if;
   end $$`,
];
