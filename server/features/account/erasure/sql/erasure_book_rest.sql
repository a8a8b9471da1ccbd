-- Books what the user of an account gave up when it was closed, of each coin in one journal: all that there still is, to the
-- house. What there is was held against what was agreed to before, under the locks of the accounts (account_obstacles).
--
-- Access: stored functions
create or replace function erasure_book_rest(p_erasure bigint, p_user bigint, p_at timestamptz) returns void
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  legs record;
begin
  select array_agg(concat(p_erasure, ':', leg.currency_id) order by leg.currency_id, leg.place, leg.kind) as refs,
         array_agg(leg.owner_id order by leg.currency_id, leg.place, leg.kind) as owners,
         array_agg(leg.kind order by leg.currency_id, leg.place, leg.kind) as kinds,
         array_agg(leg.currency_id order by leg.currency_id, leg.place, leg.kind) as currencies,
         array_agg(leg.amount order by leg.currency_id, leg.place, leg.kind) as amounts
    into legs
    from (select a.currency_id, 1 as place, p_user as owner_id, a.kind, (-a.balance)::numeric as amount
            from ledger_account a where a.owner_key = p_user and not a.demo and a.balance <> 0
          union all
          select a.currency_id, 2, null, 'house_pnl', sum(a.balance)
            from ledger_account a where a.owner_key = p_user and not a.demo and a.balance <> 0
           group by a.currency_id) leg;
  if legs.refs is not null then
    perform ledger_post_batch('erasure.rest', p_at, false, legs.refs, legs.owners, legs.kinds, legs.currencies, legs.amounts,
      array_fill(null::text, array[cardinality(legs.refs)]));
  end if;
end
$$;
