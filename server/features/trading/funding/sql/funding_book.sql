-- Posts what positions of one book pay or receive, one journal a position, and answers the `balance` events
-- of their users.
--
-- Amounts are in the position's currency; below zero the user receives.
--
-- Access: stored functions
create or replace function funding_book(
  p_steps funding_step[], p_stamp timestamptz, p_demo boolean, p_at timestamptz, out places integer[], out
  parts integer[], out owners bigint[], out events jsonb[]
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
begin
  select array_agg(step.place order by step.place, leg.part) as places,
         array_agg(leg.part order by step.place, leg.part) as parts,
         array_agg(concat(step.id, ':', extract(epoch from p_stamp)::bigint) order by step.place, leg.part) as refs,
         array_agg(leg.owner order by step.place, leg.part) as owners,
         array_agg(leg.kind order by step.place, leg.part) as kinds,
         array_agg(step.currency_id order by step.place, leg.part) as currencies,
         array_agg(leg.amount order by step.place, leg.part) as amounts,
         array_agg(leg.hold order by step.place, leg.part) as holds
    into legs
    from unnest(p_steps) step
   cross join lateral (values
     (1, step.user_id, 'contract', -step.from_account, null),
     (2, step.user_id, 'contract_frozen', -step.from_margin, concat('position:', step.id)),
     (3, null, 'house_pnl', step.from_account + step.from_margin, null)) as leg (part, owner, kind, amount, hold)
   where step.demo = p_demo and leg.amount <> 0;
  if legs.refs is null then
    return;
  end if;
  select * into posted from ledger_post_batch('futures.funding', p_at, p_demo, legs.refs, legs.owners, legs.kinds,
    legs.currencies, legs.amounts, legs.holds);
  if cardinality(posted.replayed) > 0 then
    raise exception 'futures.funding % stands in the books already', posted.replayed[1] using errcode = 'LG003';
  end if;
  -- What the batch left on an account, less what the legs behind have moved, is what a leg left.
  select array_agg(moved.place), array_agg(moved.part), array_agg(moved.owner),
         array_agg(balance_event(p_demo, moved.kind, moved.currency, moved.amount, moved.after, moved.number,
           'futures.funding', moved.journal))
    into places, parts, owners, events
    from (
      select leg.place, leg.part, leg.owner, leg.kind, leg.currency, leg.amount, made.journal,
             a.after - sum(leg.amount) over behind + leg.amount as after,
             a.number - row_number() over behind + 1 as number
        from unnest(legs.places, legs.parts, legs.refs, legs.owners, legs.kinds, legs.currencies, legs.amounts)
          as leg (place, part, reference, owner, kind, currency, amount)
        join unnest(posted.journal_references, posted.journal_ids) as made (reference, journal)
          on made.reference = leg.reference
        join unnest(posted.owners, posted.kinds, posted.currencies, posted.afters, posted.numbers)
          as a (owner, kind, currency, after, number)
          on a.owner = leg.owner and a.kind = leg.kind and a.currency = leg.currency
      window behind as (partition by leg.owner, leg.kind, leg.currency order by leg.place desc)) moved;
end
$$;
