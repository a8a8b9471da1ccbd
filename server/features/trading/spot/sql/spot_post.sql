-- Posts journals and answers one `balance` event for each account of a user whose balance changed. Legs of nothing are
-- left out, and a journal that has no others: of an order whose rest costs nothing more there is nothing to release.
-- Refusal: LG003 a journal is in the books already.
--
-- Access: stored functions
create or replace function spot_post(
  p_reason text, p_references text[], p_at timestamptz, p_demo boolean, p_owners bigint[], p_kinds text[],
  p_currencies integer[], p_amounts numeric[], p_holds text[], out users bigint[], out payloads jsonb[]
)
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_custom_plan
as $$
declare
  posted record;
begin
  if 0 = any(p_amounts) then
    select array_agg(leg.reference order by leg.place), array_agg(leg.owner order by leg.place),
           array_agg(leg.kind order by leg.place), array_agg(leg.currency order by leg.place),
           array_agg(leg.amount order by leg.place), array_agg(leg.hold order by leg.place)
      into p_references, p_owners, p_kinds, p_currencies, p_amounts, p_holds
      from unnest(p_references, p_owners, p_kinds, p_currencies, p_amounts, p_holds)
        with ordinality as leg (reference, owner, kind, currency, amount, hold, place)
     where leg.amount <> 0;
    if p_amounts is null then
      users := '{}';
      payloads := '{}';
      return;
    end if;
  end if;
  select * into posted
    from ledger_post_batch(p_reason, p_at, p_demo, p_references, p_owners, p_kinds, p_currencies, p_amounts, p_holds);
  if cardinality(posted.replayed) > 0 then
    raise exception '% % stands in the books already', p_reason, posted.replayed[1] using errcode = 'LG003';
  end if;
  select coalesce(array_agg(a.owner_id order by a.position), '{}'),
         coalesce(array_agg(balance_event(p_demo, a.kind, a.currency_id, a.delta, a.after, a.number, p_reason,
           posted.journal_ids[1]) order by a.position), '{}')
    into users, payloads
    from unnest(posted.owners, posted.kinds, posted.currencies, posted.deltas, posted.afters, posted.numbers)
      with ordinality as a (owner_id, kind, currency_id, delta, after, number, position)
   where a.delta <> 0;
end
$$;
