-- How many stops of a user and book wait, with those that a purchase will leave behind. Under the lock of who counts.
--
-- Access: stored functions
create or replace function spot_stops_waiting(p_user bigint, p_demo boolean) returns bigint
language plpgsql
stable
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
begin
  return (select count(*) from spot_stop w where w.user_id = p_user and w.demo = p_demo and w.status = 'waiting')
    + (select count(*) from spot_exit e where e.user_id = p_user and e.demo = p_demo and e.status = 'waiting');
end
$$;
