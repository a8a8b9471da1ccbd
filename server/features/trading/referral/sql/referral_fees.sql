-- The fees of trading that invited users paid in real money in these journals, by user and currency. It only reads what its
-- caller may, so that whoever checks the books can ask, too.
create or replace function referral_fees(
  p_first bigint, p_last bigint, out payer_id bigint, out inviter_id bigint, out currency_id integer, out fee numeric
) returns setof record
language sql stable
set search_path = public, pg_temp
set enable_seqscan = off
as $$
  with journal as materialized (
    select j.id from ledger_journal j
     where j.id between p_first and p_last and not j.demo and j.reason = any (referral_fee_reasons())),
  leg as materialized (
    select p.journal_id, p.currency_id, p.amount, a.kind, a.owner_id
      from ledger_posting p join ledger_account a on a.id = p.account_id
     where p.journal_id between p_first and p_last and not p.demo
       and (a.owner_id is not null or a.kind = 'fee')),
  charged as (
    select l.journal_id, l.currency_id, sum(l.amount) as fee from leg l
     where l.owner_id is null group by l.journal_id, l.currency_id),
  payer as (
    select l.journal_id, min(l.owner_id) as user_id from leg l
     where l.owner_id is not null group by l.journal_id having min(l.owner_id) = max(l.owner_id))
  select u.id, u.invited_by, c.currency_id, sum(c.fee)
    from charged c
    join journal j on j.id = c.journal_id
    join payer p on p.journal_id = c.journal_id
    join account_user u on u.id = p.user_id and u.invited_by is not null
   group by u.id, u.invited_by, c.currency_id
$$;
