-- How many orders of a user and book are open, with what will be one without the user: take-profits that a purchase will
-- leave behind, and stops of a limit price that are paired with no order, which they would replace. Under the lock of who
-- counts.
--
-- Access: stored functions
create or replace function spot_orders_waiting(p_user bigint, p_demo boolean) returns bigint
language plpgsql
stable
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
begin
  return (select count(*) from spot_order w where w.user_id = p_user and w.demo = p_demo and w.status = 'open')
    + (select count(*) from spot_exit e
        where e.user_id = p_user and e.demo = p_demo and e.status = 'waiting' and e.take_profit is not null)
    + (select count(*) from spot_stop s
        where s.user_id = p_user and s.demo = p_demo and s.status = 'waiting' and s.limit_price is not null
          and s.paired_order_id is null);
end
$$;
