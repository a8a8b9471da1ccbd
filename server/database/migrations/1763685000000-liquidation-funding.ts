const SETTINGS = 'security definer set search_path = public, pg_temp set enable_seqscan = off';

/** Funding: the rate of an interval from its premiums, and what each position that was open at the stamp pays. */
export const FUNDING_FUNCTIONS = [
  /**
   * Charges up to \`p_limit\` positions of a market that were open at the stamp and have no charge yet. What is paid is
   * rounded up and what is received is rounded down. An isolated position pays from its margin and receives into it; a
   * cross one from the contract account, then from its margin. Nobody pays more than there is: a position keeps the
   * smallest amount as margin, and what it could not pay is the house's. Answers the users; empty when all are charged.
   */
  `create function funding_settle(p_market integer, p_stamp timestamptz, p_limit integer, p_at timestamptz)
   returns bigint[] language plpgsql ${SETTINGS} as $$
   declare
     r funding_rate;
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
     select coalesce(array_agg(due.id), '{}') into ids from (
       select f.id from futures_position f
        where f.market_id = p_market and f.status = 1 and f.opened_at <= p_stamp
          and not exists (select from funding_charge c where c.position_id = f.id and c.stamp = p_stamp)
        order by f.id limit p_limit for no key update) due;
     perform from (
       select a.id from ledger_account a
        where a.owner_key in (select f.user_id from futures_position f where f.id = any (ids))
          and a.kind in ('contract', 'contract_frozen') and a.shard = 0
        order by a.owner_id, a.kind collate "C", a.currency_id, a.demo for no key update) accounts;
     for p in select f.* from futures_position f where f.id = any (ids) order by f.user_id, f.id loop
       select 10::numeric ^ c.scale into unit from currency c where c.id = p.currency_id;
       value := p.lots * p.lot_size * r.mark;
       owed := ceil(p.side * value * r.rate * unit) / unit;
       from_account := 0;
       from_margin := owed;
       if p.margin_mode = 'cross' then
         select coalesce((select a.balance from ledger_account a where a.owner_key = p.user_id and a.kind = 'contract'
           and a.currency_id = p.currency_id and a.demo = p.demo and a.shard = 0), 0) into available;
         from_account := least(owed, available);
         from_margin := owed - from_account;
       end if;
       from_margin := least(from_margin, p.margin - 1 / unit);
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
       values (p.id, p_stamp, p.user_id, p.market_id, p.demo, p.lots, r.mark, r.rate, value, owed,
         from_account + from_margin, p_at);
       owners := owners || array_fill(p.user_id, array[cardinality(balances) + 1]);
       kinds := kinds || 'position'::text || array_fill('balance'::text, array[cardinality(balances)]);
       events := events || futures_position_event(p) || balances;
       charged := charged || p.user_id;
     end loop;
     if cardinality(charged) = 0 then
       update funding_rate set settled_at = p_at where market_id = p_market and stamp = p_stamp and settled_at is null;
     else
       perform outbox_append_many(owners, kinds, events, p_at);
     end if;
     return charged;
   end $$`,
  `revoke all on function liquidation_reduce, liquidation_note, liquidation_deleverage, liquidation_close,
     liquidation_execute, liquidation_warn, liquidation_fill, trigger_fire, trigger_execute, funding_settle from public`,
  `do $$
   begin
     if exists (select from pg_roles where rolname = 'gateway_app') then
       grant execute on function liquidation_execute, liquidation_warn, liquidation_fill, trigger_fire, trigger_execute,
         funding_settle to gateway_app;
     end if;
   end $$`,
];
