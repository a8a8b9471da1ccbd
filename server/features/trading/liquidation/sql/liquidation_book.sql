-- Posts the money of a wave of steps of one book and currency: what closes and what reduces positions each in
-- one batch of journals. Answers the `balance` events.
--
-- Access: stored functions
create or replace function liquidation_book(
  p_steps liquidation_step[], p_demo boolean, p_currency integer, p_at timestamptz, out owners bigint[], out
  kinds text[], out events jsonb[]
)
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_custom_plan
as $$
declare
  legs record;
  posted record;
  outgoing record;
begin
  owners := '{}';
  events := '{}';
  for legs in
    select case when step.lots = (step.before).lots then 'futures.close' else 'futures.reduce' end as reason,
           array_agg(concat((step.before).id, case when step.lots < (step.before).lots then ':' || (step.before).version end)
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
      into outgoing
      from unnest(posted.owners, posted.kinds, posted.deltas, posted.afters, posted.numbers)
        as a (owner, kind, delta, after, number)
      join (select named.owner, max(made.id) as id
              from (select distinct * from unnest(legs.owners, legs.refs)) as named (owner, reference)
              join unnest(posted.journal_references, posted.journal_ids) as made (reference, id)
                on made.reference = named.reference
             where named.owner is not null group by 1) journal on journal.owner = a.owner
     where a.delta <> 0;
    owners := owners || outgoing.owners;
    events := events || outgoing.events;
  end loop;
  kinds := array_fill('balance'::text, array[cardinality(events)]);
end
$$;
