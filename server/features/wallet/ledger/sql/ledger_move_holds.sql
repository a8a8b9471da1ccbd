-- Raises and lowers the holds of a batch. One hold may not be both in one batch. Refusal: LG004 a hold is
-- closed or does not have that much.
--
-- Access: stored functions
create or replace function ledger_move_holds(
  p_at timestamptz, p_journals bigint[], p_accounts bigint[], p_amounts numeric[], p_holds text[]
) returns void
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_custom_plan
as $$
declare
  wanted integer;
  raised integer;
  lowered integer;
begin
  with leg as materialized (
    select given.hold as name, given.account_id, given.amount > 0 as up, sum(given.amount) as amount
      from unnest(p_journals, p_accounts, p_amounts, p_holds) as given (journal_id, account_id, amount, hold)
     where given.hold is not null and given.journal_id is not null
     group by given.hold, given.account_id, given.amount > 0),
  up as (
    insert into ledger_hold as h (name, account_id, amount, opened_at)
    select leg.name, leg.account_id, leg.amount, p_at from leg where leg.up
    on conflict (name, account_id) do update set amount = h.amount + excluded.amount where h.closed_at is null
    returning 1),
  down as (
    update ledger_hold h
       set amount = h.amount + leg.amount, closed_at = case when h.amount + leg.amount = 0 then p_at end
      from leg
     where not leg.up and h.amount + leg.amount >= 0
       -- Looked up one by one; the account is locked, so the row stays where it is.
       and h.ctid = (select own.ctid from ledger_hold own
                      where own.name = leg.name and own.account_id = leg.account_id and own.closed_at is null)
    returning 1)
  select (select count(*) from leg), (select count(*) from up), (select count(*) from down)
    into wanted, raised, lowered;
  if raised + lowered <> wanted then
    raise exception 'a hold of the batch is closed or does not reach' using errcode = 'LG004';
  end if;
end
$$;
