-- What a person won, or lost (below zero), with options and futures since an instant, in USDT, by the books of the main
-- account, which is given, and of its sub-accounts: what their journals moved across the border of all that they have, fees
-- and funding included. Coins that changed their price,
-- and those that were bought or sold, are none of it.
--
-- An account's postings are numbered without a gap, so the first one since the instant is found by halving. What has no
-- price counts as nothing.
--
-- Access: product
create or replace function realised_result(p_user bigint, p_since timestamptz, p_now timestamptz) returns numeric
language sql stable
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
  with recursive account as materialized (
    select a.id, a.currency_id, a.sequence from ledger_account a
     where a.owner_key = any (person_accounts(p_user)) and not a.demo and a.sequence > 0
       and a.kind in ('option', 'option_frozen', 'contract', 'contract_frozen')),
  search (id, low, high) as (
    select id, 1::bigint, sequence + 1 from account
    union all
    select s.id, case when found.at < p_since then middle.place + 1 else s.low end,
           case when found.at < p_since then s.high else middle.place end
      from search s
     cross join lateral (select (s.low + s.high) / 2 as place) middle
     cross join lateral (
       select (select j.at from ledger_journal j where j.id = p.journal_id and j.demo = p.demo) as at
         from ledger_posting p where p.account_id = s.id and p.sequence = middle.place) found
     where s.low < s.high),
  moved as (
    select a.currency_id, sum(p.amount) as amount
      from account a
      join search s on s.id = a.id and s.low = s.high
      join ledger_posting p on p.account_id = a.id and p.sequence >= s.low
     cross join lateral (select j.reason from ledger_journal j where j.id = p.journal_id and j.demo = p.demo offset 0) j
     where j.reason like 'options.%' or j.reason like 'futures.%'
     group by a.currency_id)
  select coalesce(sum(own_limit_worth(m.currency_id, m.amount, p_now)), 0) from moved m
$$;
