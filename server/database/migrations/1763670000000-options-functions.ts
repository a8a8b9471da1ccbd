const SETTINGS = 'security definer set search_path = public, pg_temp set enable_seqscan = off';

/**
 * A whole purchase in one round trip: key, mode of the product, money into the order's hold, holding maximum, order,
 * events. Answers the reply, in which \`@order@\` stands for the order's number. SQLSTATE OP001: stakes and fees of open
 * orders would be more than the holding maximum. OP002: real money of somebody who is not verified. Others pass through.
 */
const BUY = `
  create function option_buy(
    p_user bigint, p_route text, p_key text, p_fingerprint bytea, p_at timestamptz, p_window_seconds integer,
    p_reply text, p_market integer, p_symbol text, p_currency integer, p_demo boolean, p_direction text,
    p_seconds integer, p_stake numeric, p_fee numeric, p_payout_ratio numeric, p_fee_ratio numeric, p_winnings numeric,
    p_entry_at timestamptz, p_entry_index numeric, p_entry_price numeric, p_even_band numeric, p_origin text,
    p_closes_at timestamptz, p_rule_version smallint, p_rule_window_seconds smallint, p_price_decimals smallint,
    p_constituents_min smallint, p_holding_maximum numeric)
  returns text language plpgsql ${SETTINGS} as $$
  declare
    order_id constant bigint := nextval('option_order_id_seq');
    claim record;
    posted record;
    total constant numeric := p_stake + p_fee;
  begin
    select c.claimed, c.reply into claim
      from idempotency_claim(p_user, p_route, p_key, p_fingerprint, p_at, p_window_seconds,
             replace(p_reply, '@order@', order_id::text)) c;
    if not claim.claimed then
      return claim.reply;
    end if;
    perform trading_assert_open();
    if not p_demo and not exists (
      select from verification_case v where v.user_id = p_user and v.level = 'basic' and v.status = 'verified') then
      raise exception 'not verified' using errcode = 'OP002';
    end if;
    select p.journal_id, p.balances, p.numbers into posted
      from ledger_post('options.buy', order_id::text, p_at, p_demo, array[p_user, p_user],
        array['option', 'option_frozen'], array[p_currency, p_currency], array[-total, total],
        array[null, concat('option-order:', order_id)]) p;
    -- Of two purchases at once the second waits for the first one's accounts, and sees what it holds.
    if posted.balances[2]::numeric > p_holding_maximum then
      raise exception 'holding maximum' using errcode = 'OP001';
    end if;
    insert into option_order (id, user_id, market_id, currency_id, demo, direction, seconds, stake, fee, payout_ratio,
      fee_ratio, winnings, entry_at, entry_index, entry_price, even_band, origin, opened_at, closes_at, rule_version,
      window_seconds, price_decimals, constituents_min)
    overriding system value
    values (order_id, p_user, p_market, p_currency, p_demo, p_direction, p_seconds, p_stake, p_fee, p_payout_ratio,
      p_fee_ratio, p_winnings, p_entry_at, p_entry_index, p_entry_price, p_even_band, p_origin, p_at, p_closes_at,
      p_rule_version, p_rule_window_seconds, p_price_decimals, p_constituents_min);
    perform outbox_append_batch(p_user, array['option.opened', 'balance', 'balance'], array[
      jsonb_build_object('entity', concat('option:', order_id), 'entityVersion', 1, 'orderId', order_id::text,
        'market', p_symbol, 'marketId', p_market, 'currencyId', p_currency, 'demo', p_demo, 'direction', p_direction,
        'seconds', p_seconds, 'stake', trim_scale(p_stake)::text, 'fee', trim_scale(p_fee)::text,
        'payoutRatio', trim_scale(p_payout_ratio)::text, 'entryPrice', trim_scale(p_entry_price)::text,
        'openedAt', (extract(epoch from p_at) * 1000)::bigint,
        'closesAt', (extract(epoch from p_closes_at) * 1000)::bigint),
      balance_event(p_demo, 'option', p_currency, -total, posted.balances[1]::numeric, posted.numbers[1],
        'options.buy', posted.journal_id),
      balance_event(p_demo, 'option_frozen', p_currency, total, posted.balances[2]::numeric, posted.numbers[2],
        'options.buy', posted.journal_id)], p_at);
    return claim.reply;
  end $$`;

/**
 * Settles open orders of one settlement, all of them real or all of them demo: money, rows and events of the whole
 * batch. An order that is locked by somebody else, settled already, or of another market, second or rule is passed
 * over, so calling it twice is calling it once. What each order gets depends on its direction, entry and band alone; the caller has
 * worked it out from the tape (\`option-settlement.rules.ts\`) and gives one line for each combination.
 */
const SETTLE = `
  create function option_settle(
    p_settlement bigint, p_orders bigint[], p_demo boolean, p_at timestamptz,
    p_directions text[], p_entries numeric[], p_bands numeric[], p_results text[],
    out settled integer, out users text[])
  language plpgsql ${SETTINGS} set plan_cache_mode = force_custom_plan as $$
  declare
    window_of option_settlement;
    reason text;
    symbol text;
    due record;
    posted record;
  begin
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
       where (outcome.result = 'void') = (window_of.price is null))
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
          (2, line.owner, 'option', case line.result when 'win' then line.stake + line.winnings when 'loss' then 0
                                    else line.stake + line.fee end, null),
          (3, null, 'fee', case when line.result in ('win', 'loss') then line.fee else 0 end, null),
          (4, null, 'house_pnl', case line.result when 'win' then -line.winnings when 'loss' then line.stake else 0 end,
             null)) as side (place, owner, kind, amount, hold)
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
           profit = case line.result when 'win' then line.winnings when 'loss' then -line.stake else 0 end,
           settlement_id = p_settlement, settled_at = p_at
      from unnest(due.ids, due.results, due.winnings, due.stakes) as line (id, result, winnings, stake)
     where o.id = line.id;
    perform option_settle_events(window_of.closes_at, window_of.price, window_of.reason, window_of.market_id, symbol,
      p_demo, p_at, due.ids, due.owners, due.currencies, due.directions, due.stakes, due.fees, due.winnings, due.results,
      reason, posted.owners, posted.kinds, posted.currencies, posted.deltas, posted.afters, posted.numbers,
      posted.journal_references, posted.journal_ids);
    select array_agg(distinct owner::text) into users from unnest(due.owners) as owner;
  end $$`;

/** Each order's end, and each account once with what the whole batch moved on it. Journals are named by the order. */
const SETTLE_EVENTS = `
  create function option_settle_events(
    p_closes_at timestamptz, p_price numeric, p_void_reason text, p_market integer, p_symbol text, p_demo boolean,
    p_at timestamptz, p_ids bigint[], p_owners bigint[], p_currencies integer[], p_directions text[], p_stakes numeric[],
    p_fees numeric[], p_winnings numeric[], p_results text[],
    p_reason text, p_account_owners bigint[], p_account_kinds text[], p_account_currencies integer[],
    p_deltas numeric[], p_afters numeric[], p_numbers bigint[], p_references text[], p_journals bigint[])
  returns void language sql volatile set plan_cache_mode = force_custom_plan as $$
    with event as (
      select o.owner, 1 as place, o.position, case o.result when 'void' then 'option.voided' else 'option.settled' end as kind,
             jsonb_build_object('entity', concat('option:', o.id), 'entityVersion', 2, 'orderId', o.id::text,
               'market', p_symbol, 'marketId', p_market, 'currencyId', o.currency, 'demo', p_demo,
               'direction', o.direction, 'result', o.result, 'price', trim_scale(p_price)::text,
               'reason', p_void_reason, 'stake', trim_scale(o.stake)::text,
               'profit', trim_scale(case o.result when 'win' then o.winnings when 'loss' then -o.stake else 0 end)::text,
               'paid', trim_scale(case o.result when 'win' then o.stake + o.winnings when 'loss' then 0
                                  else o.stake + o.fee end)::text,
               'closesAt', (extract(epoch from p_closes_at) * 1000)::bigint,
               'settledAt', (extract(epoch from p_at) * 1000)::bigint) as payload
        from unnest(p_ids, p_owners, p_currencies, p_directions, p_stakes, p_fees, p_winnings, p_results)
          with ordinality as o (id, owner, currency, direction, stake, fee, winnings, result, position)
      union all
      select a.owner, 2, a.position, 'balance',
             jsonb_build_object('entity', concat(case when p_demo then 'demo-' end, 'balance:', a.kind, ':', a.currency),
               'entityVersion', a.number, 'account', a.kind, 'currencyId', a.currency,
               'delta', trim_scale(a.delta)::text, 'after', trim_scale(a.after)::text, 'reason', p_reason,
               'journalId', journal.id::text, 'demo', p_demo)
        from unnest(p_account_owners, p_account_kinds, p_account_currencies, p_deltas, p_afters, p_numbers)
          with ordinality as a (owner, kind, currency, delta, after, number, position)
        join (select o.owner, max(j.id) as id
                from unnest(p_ids, p_owners) as o (id, owner)
                join unnest(p_references, p_journals) as j (reference, id) on j.reference = o.id::text
               group by o.owner) journal on journal.owner = a.owner)
    select outbox_append_many(array_agg(event.owner order by event.owner, event.place, event.position),
             array_agg(event.kind order by event.owner, event.place, event.position),
             array_agg(event.payload order by event.owner, event.place, event.position), p_at)
      from event
  $$`;

const GRANTS = `
  do $$
  begin
    revoke all on function option_buy, option_settle, option_settle_events from public;
    if exists (select from pg_roles where rolname = 'gateway_app') then
      grant execute on function option_buy, option_settle to gateway_app;
    end if;
  end $$`;

/** The stored functions of the options. */
export const OPTION_FUNCTIONS = [BUY, SETTLE_EVENTS, SETTLE, GRANTS];
