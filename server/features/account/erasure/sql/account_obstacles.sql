-- What stands in the way of erasing a user's account, and how much of each: real money, what is open with it, and what
-- somebody still has to answer. Demo money stands in nobody's way. Sub-accounts go with their main one: each that has
-- money, or anything open, is in the way. What the user gives up (p_amounts of p_currencies) is not, as long as it has not
-- grown and nothing of it is frozen.
create or replace function account_obstacles(
  p_user bigint, p_currencies integer[] default '{}', p_amounts numeric[] default '{}'
) returns table (name text, found integer)
language sql stable
as $$
  select o.name, o.found::integer from (
    select 'money' as name, count(*) as found from ledger_account a
     where a.owner_key = p_user and not a.demo and a.balance <> 0
       and not exists (
         select from unnest(p_currencies, p_amounts) as given (currency_id, amount)
           join account_held(p_user) held on held.currency_id = given.currency_id
          where given.currency_id = a.currency_id and held.amount <= given.amount and not held.is_frozen)
    union all
    select 'sub-accounts', count(*) from sub_account s
     where s.main_id = p_user and (
       exists (select from ledger_account a where a.owner_key = s.user_id and not a.demo and a.balance <> 0)
       or exists (select from spot_order x where x.user_id = s.user_id and x.status = 'open')
       or exists (select from spot_stop x where x.user_id = s.user_id and x.status = 'waiting')
       or exists (select from futures_position x where x.user_id = s.user_id and x.status in (0, 1, 2))
       or exists (select from option_order x where x.user_id = s.user_id and x.status = 'open'))
    union all
    select 'spot-orders', count(*) from spot_order s where s.user_id = p_user and not s.demo and s.status = 'open'
    union all
    select 'spot-stops', count(*) from spot_stop s where s.user_id = p_user and not s.demo and s.status = 'waiting'
    union all
    select 'positions', count(*) from futures_position f
     where f.user_id = p_user and not f.demo and f.status in (0, 1, 2)
    union all
    select 'options', count(*) from option_order o where o.user_id = p_user and not o.demo and o.status = 'open'
    union all
    select 'trust', count(*) from trust_order t where t.user_id = p_user and not t.demo and t.status = 'custody'
    union all
    select 'subscriptions', count(*) from subscription_order s
     where s.user_id = p_user and s.status in ('review', 'passed', 'locked')
    union all
    select 'applications', count(*) from ieo_application i
     where i.user_id = p_user and (i.status in ('committed', 'allotted', 'paid', 'locked')
        or i.next_release_at is not null or i.second_status = 'offered')
    union all
    select 'deals', (select count(*) from otc_order o where o.buyer_id = p_user and o.status not in (3, 5))
                  + (select count(*) from otc_order o where o.seller_id = p_user and o.status not in (3, 5))
    union all
    select 'adverts', count(*) from otc_advert a where a.merchant_id = p_user and a.status = 'online'
    union all
    select 'deposits', count(*) from deposit d where d.user_id = p_user and d.status = 'review'
    union all
    select 'withdrawals', count(*) from withdrawal w where w.user_id = p_user and w.status in ('review', 'approved')
    union all
    select 'adjustments', count(*) from wallet_adjustment a where a.user_id = p_user and a.status = 'proposed'
    union all
    select 'complaints', count(*) from complaint c where c.user_id = p_user and c.due_at is not null
  ) o where o.found > 0 order by o.name
$$;
