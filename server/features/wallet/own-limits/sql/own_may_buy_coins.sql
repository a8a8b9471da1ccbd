-- Whether a user who would buy coins of whoever comes may buy any now: for lists, which show only what can be taken. Whoever
-- takes it is judged again by own_deposit_assert, which locks. Who never set a limit has no row: one look-up by key.
--
-- Access: product
create or replace function own_may_buy_coins(p_user bigint, p_currency integer, p_now timestamptz) returns boolean
language sql stable
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
  select not exists (
    select from own_limit_account l
     where l.user_id = p_user
       and (exists (select from own_break_of(p_user, false, p_now))
            or exists (select from own_deposit_refusal(p_user, p_currency, null, p_now))))
$$;
