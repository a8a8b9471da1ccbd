-- What two accounts share that only one person would: a browser, an address or a card that money is withdrawn to. Null for
-- nothing. Addresses that were taken out of a book count as those that stand in it.
create or replace function referral_shared(p_one bigint, p_other bigint) returns text
language sql stable
as $$
  select case
    when exists (
      select from account_device a join account_device b on b.device = a.device and b.user_id = p_other
       where a.user_id = p_one) then 'device'
    when exists (
      select from withdrawal_address a join withdrawal_address b on b.user_id = p_other and b.address = a.address
       where a.user_id = p_one)
      or exists (
      select from withdrawal a join withdrawal b on b.user_id = p_other
         and b.destination ->> 'address' = a.destination ->> 'address' and b.destination ->> 'address' <> ''
       where a.user_id = p_one) then 'address'
    when exists (
      select from account_bank_card a join account_bank_card b
          on b.user_id = p_other and replace(b.bank_account, ' ', '') = replace(a.bank_account, ' ', '')
       where a.user_id = p_one) then 'account'
  end
$$;
