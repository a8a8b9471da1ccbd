-- Posts the journals of orders, real money only, and answers one `balance` event for each account of a user whose
-- balance changed. Refusal: LG003 a journal is in the books already.
--
-- Access: stored functions
create or replace function subscription_post(
  p_reason text, p_references text[], p_at timestamptz, p_owners bigint[], p_kinds text[], p_currencies integer[],
  p_amounts numeric[], p_holds text[], out users bigint[], out payloads jsonb[]
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
  select * into posted
    from ledger_post_batch(p_reason, p_at, false, p_references, p_owners, p_kinds, p_currencies, p_amounts, p_holds);
  if cardinality(posted.replayed) > 0 then
    raise exception '% % stands in the books already', p_reason, posted.replayed[1] using errcode = 'LG003';
  end if;
  select array_agg(a.owner_id order by a.position),
         array_agg(balance_event(false, a.kind, a.currency_id, a.delta, a.after, a.number, p_reason,
           posted.journal_ids[1]) order by a.position)
    into users, payloads
    from unnest(posted.owners, posted.kinds, posted.currencies, posted.deltas, posted.afters, posted.numbers)
      with ordinality as a (owner_id, kind, currency_id, delta, after, number, position)
   where a.delta <> 0;
end
$$;
