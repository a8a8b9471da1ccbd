-- Appends each order's end, and each account once with what the whole batch moved on it. The journal of an
-- order has the order's id as its reference.
--
-- Event: contract/event-fields.dto.ts OptionSettledFields OptionVoidedFields
-- Access: stored functions
create or replace function option_settle_events(
  p_closes_at timestamptz, p_price numeric, p_void_reason text, p_market integer, p_symbol text, p_demo
  boolean, p_at timestamptz, p_ids bigint[], p_owners bigint[], p_currencies integer[], p_directions text[],
  p_stakes numeric[], p_fees numeric[], p_winnings numeric[], p_results text[], p_reason text,
  p_account_owners bigint[], p_account_kinds text[], p_account_currencies integer[], p_deltas numeric[],
  p_afters numeric[], p_numbers bigint[], p_references text[], p_journals bigint[]
) returns void
language sql
set plan_cache_mode = force_custom_plan
as $$
  with event as (
    select o.owner, 1 as place, o.position, case o.result when 'void' then 'option.voided' else 'option.settled' end as kind,
           jsonb_build_object('entity', concat('option:', o.id), 'entityVersion', 2, 'orderId', o.id::text,
             'market', p_symbol, 'marketId', p_market, 'currencyId', o.currency, 'demo', p_demo,
             'direction', o.direction, 'result', o.result, 'price', trim_scale(p_price)::text,
             'reason', p_void_reason, 'stake', trim_scale(o.stake)::text, 'fee', trim_scale(o.fee)::text,
             'profit', trim_scale(option_profit(o.result, o.stake, o.winnings))::text,
             'paid', trim_scale(option_paid(o.result, o.stake, o.fee, o.winnings))::text,
             'closesAt', (extract(epoch from p_closes_at) * 1000)::bigint,
             'settledAt', (extract(epoch from p_at) * 1000)::bigint) as payload
      from unnest(p_ids, p_owners, p_currencies, p_directions, p_stakes, p_fees, p_winnings, p_results)
        with ordinality as o (id, owner, currency, direction, stake, fee, winnings, result, position)
    union all
    select a.owner, 2, a.position, 'balance',
           balance_event(p_demo, a.kind, a.currency, a.delta, a.after, a.number, p_reason, journal.id)
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
$$;
