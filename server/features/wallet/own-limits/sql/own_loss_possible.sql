-- What a person will have lost, by all accounts, in the period that an instant is in if all of the open options lose, in
-- USDT: below zero where more was won.
--
-- Access: stored functions
create or replace function own_loss_possible(p_user bigint, p_period text, p_now timestamptz) returns numeric
language sql stable
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
  select coalesce(sum(own_limit_worth(a.currency_id, a.balance, p_now)), 0)
           - realised_result(p_user, own_period_start(p_period, p_now), p_now)
    from ledger_account a
   where a.owner_key = any (person_accounts(p_user)) and not a.demo and a.kind = 'option_frozen' and a.balance > 0
$$;
