-- Settles open orders of one settlement, all real or all demo: money, rows and events of the whole batch. An
-- order that is locked by another transaction, settled already, or of another market, second or rule is
-- passed over, so calling it twice is calling it once.
--
-- What an order gets depends only on its direction, entry and band; the caller has worked it out from the
-- tape (option-settlement.rules.ts) and passes one line for each combination. Answers how many were settled,
-- and their users.
--
-- Access: worker
create or replace function option_settle(
  p_settlement bigint, p_orders bigint[], p_demo boolean, p_at timestamptz, p_directions text[], p_entries
  numeric[], p_bands numeric[], p_results text[], out settled integer, out users text[]
)
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_custom_plan
as $$
declare
  window_of option_settlement;
  reason text;
  symbol text;
  due record;
  posted record;
begin
  p_at := require_reached(p_at);
  select * into strict window_of from option_settlement s where s.id = p_settlement;
  if p_at < window_of.closes_at then
    raise exception 'settlement % is not due', p_settlement;
  end if;
  reason := case when window_of.price is null then 'options.void' else 'options.settle' end;
  select m.symbol into symbol from market m where m.id = window_of.market_id;

  with locked as (
    select o.id, o.user_id, o.currency_id, o.direction, o.stake, o.fee, o.winnings, o.entry_price, o.even_band
      from option_order o
     where o.id = any (p_orders) and o.status = 'open' and o.market_id = window_of.market_id
       and o.closes_at = window_of.closes_at and o.demo = p_demo and o.rule_version = window_of.rule_version
       and o.window_seconds = window_of.window_seconds and o.price_decimals = window_of.price_decimals
       and o.constituents_min = window_of.constituents_min and o.origin = window_of.origin
     order by o.id for update skip locked),
  decided as (
    select locked.*, outcome.result from locked
      join unnest(p_directions, p_entries, p_bands, p_results) as outcome (direction, entry, band, result)
        on outcome.direction = locked.direction and outcome.entry = locked.entry_price
       and outcome.band = locked.even_band
     -- Worked out by the caller, and here once more: nobody is paid another result than that of the price.
     where outcome.result = option_result(locked.direction, window_of.price, locked.entry_price, locked.even_band))
  select array_agg(d.id order by d.user_id, d.id) as ids, array_agg(d.user_id order by d.user_id, d.id) as owners,
         array_agg(d.currency_id order by d.user_id, d.id) as currencies,
         array_agg(d.stake order by d.user_id, d.id) as stakes, array_agg(d.fee order by d.user_id, d.id) as fees,
         array_agg(d.winnings order by d.user_id, d.id) as winnings,
         array_agg(d.direction order by d.user_id, d.id) as directions,
         array_agg(d.result order by d.user_id, d.id) as results
    into due from decided d;
  settled := coalesce(cardinality(due.ids), 0);
  users := '{}';
  if settled = 0 then
    return;
  end if;

  with line as materialized (
    select * from unnest(due.ids, due.owners, due.currencies, due.stakes, due.fees, due.winnings, due.results)
      with ordinality as line (id, owner, currency, stake, fee, winnings, result, position)),
  leg as (
    select line.position, line.id, line.currency, side.*
      from line cross join lateral (values
        (1, line.owner, 'option_frozen', -(line.stake + line.fee), concat('option-order:', line.id)),
        (2, line.owner, 'option', option_paid(line.result, line.stake, line.fee, line.winnings), null),
        (3, null, 'fee', case when line.result in ('win', 'loss') then line.fee else 0 end, null),
        (4, null, 'house_pnl', -option_profit(line.result, line.stake, line.winnings), null)
       ) as side (place, owner, kind, amount, hold)
     where side.amount <> 0)
  select b.* into posted
    from (select array_agg(leg.id::text order by leg.position, leg.place) as refs,
                 array_agg(leg.owner order by leg.position, leg.place) as owners,
                 array_agg(leg.kind order by leg.position, leg.place) as kinds,
                 array_agg(leg.currency order by leg.position, leg.place) as currencies,
                 array_agg(leg.amount order by leg.position, leg.place) as amounts,
                 array_agg(leg.hold order by leg.position, leg.place) as holds from leg) legs,
         ledger_post_batch(reason, p_at, p_demo, legs.refs, legs.owners, legs.kinds, legs.currencies, legs.amounts,
           legs.holds) b;
  if cardinality(posted.replayed) > 0 then
    raise exception 'an open order has been paid already: %', posted.replayed[1];
  end if;

  update option_order o
     set status = case when line.result = 'void' then 'voided' else 'settled' end, result = line.result,
         profit = option_profit(line.result, line.stake, line.winnings),
         settlement_id = p_settlement, settled_at = p_at
    from unnest(due.ids, due.results, due.winnings, due.stakes) as line (id, result, winnings, stake)
   where o.id = line.id;
  perform option_settle_events(window_of.closes_at, window_of.price, window_of.reason, window_of.market_id, symbol,
    p_demo, p_at, due.ids, due.owners, due.currencies, due.directions, due.stakes, due.fees, due.winnings, due.results,
    reason, posted.owners, posted.kinds, posted.currencies, posted.deltas, posted.afters, posted.numbers,
    posted.journal_references, posted.journal_ids);
  select array_agg(distinct owner::text) into users from unnest(due.owners) as owner;
end
$$;
