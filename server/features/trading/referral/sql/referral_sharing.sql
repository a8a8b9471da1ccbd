-- Of these pairs of accounts, those that share what only one person would, and what: a browser, an address that
-- money is withdrawn to, or a card or an account that it is paid to. What was taken out of a book counts as what stands
-- in it.
create or replace function referral_sharing(
  p_payers bigint[], p_inviters bigint[], out payer_id bigint, out inviter_id bigint, out shares text
) returns setof record
language sql stable
set search_path = public, pg_temp
set enable_seqscan = off
as $$
  with pair as materialized (
    select * from unnest(p_payers, p_inviters) as given (payer, inviter)),
  found as (
    select p.payer, p.inviter, 1 as place from pair p
      join account_device a on a.user_id = p.payer
      join account_device b on b.device = a.device and b.user_id = p.inviter
    union
    select p.payer, p.inviter, 2 from pair p
      join withdrawal_address a on a.user_id = p.payer
      join withdrawal_address b on b.user_id = p.inviter and b.address = a.address
    union
    select p.payer, p.inviter, 2 from pair p
      join withdrawal a on a.user_id = p.payer
      join withdrawal b on b.user_id = p.inviter and b.destination->>'address' = a.destination->>'address'
     where a.destination->>'address' <> '' and a.chain <> 'bank'
    union
    select p.payer, p.inviter, 3 from pair p
      cross join lateral referral_accounts(p.payer) a
      join lateral referral_accounts(p.inviter) b on b = a)
  select f.payer, f.inviter, (array['device', 'address', 'account'])[min(f.place)] from found f group by f.payer, f.inviter
$$;
