-- Cards and accounts outside that a user is or was paid on, by withdrawals and by other users, each in one spelling. Cash
-- names a place and not a person.
create or replace function referral_accounts(p_user bigint) returns setof text
language sql stable
as $$
  select upper(regexp_replace(named.account, '[[:space:]-]', '', 'g'))
    from (
      select c.bank_account as account from account_bank_card c where c.user_id = p_user
      union all
      select p.details->>'account' from otc_payment p where p.user_id = p_user and p.way <> 'cash'
      union all
      select w.destination->>'address' from withdrawal w where w.user_id = p_user and w.chain = 'bank') named
   where named.account ~ '[^[:space:]-]'
$$;
