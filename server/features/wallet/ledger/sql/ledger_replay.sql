-- The answer to a journal that is in the books already: its id and the balances that it left. Refusal: LG003
-- the reference was used for another journal.
--
-- Access: stored functions
create or replace function ledger_replay(
  p_reason text, p_reference text, p_demo boolean, p_owners bigint[], p_kinds text[], p_currencies
  integer[], p_amounts numeric[], out journal_id bigint, out balances text[]
)
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  stored ledger_journal;
begin
  select * into strict stored from ledger_journal where reason = p_reason and reference = p_reference;
  journal_id := stored.id;
  if stored.demo <> p_demo or exists (
    select from (
      select coalesce(leg.owner_id, 0) as owner_key, leg.kind, leg.currency_id, leg.amount
        from unnest(p_owners, p_kinds, p_currencies, p_amounts) as leg (owner_id, kind, currency_id, amount)
      union all
      select a.owner_key, a.kind, a.currency_id, -p.amount
        from ledger_posting p join ledger_account a on a.id = p.account_id
       where p.journal_id = stored.id) both_sides
     group by owner_key, kind, currency_id having sum(amount) <> 0) then
    raise exception '% % stands in the books with other legs', p_reason, p_reference using errcode = 'LG003';
  end if;
  select array_agg(case when leg.owner_id is not null then (
           select trim_scale(p.balance_after)::text
             from ledger_posting p join ledger_account a on a.id = p.account_id
            where p.journal_id = stored.id and a.owner_key = leg.owner_id and a.kind = leg.kind
              and a.currency_id = leg.currency_id
            order by p.sequence desc limit 1) end order by leg.position)
    into balances
    from unnest(p_owners, p_kinds, p_currencies) with ordinality as leg (owner_id, kind, currency_id, position);
end
$$;
