-- Ends what was kept of erased accounts for as long as the law wants it: sealed records and photos of transactions. Forgets
-- who was excluded, where that is over. Answers how many records went.
--
-- Access: worker
create or replace function erasure_prune(p_at timestamptz, p_records integer) returns integer
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  over bigint[];
begin
  p_at := require_reached(p_at);
  delete from excluded_person e where e.until <= p_at;
  select array_agg(r.erasure_id) into over from (
    select k.erasure_id from retained_record k where k.removed_at is null and k.retained_until <= p_at
     order by k.retained_until limit p_records for update skip locked) r;
  if over is null then
    return 0;
  end if;
  delete from retained_record_part p where p.erasure_id = any (over);
  update upload u set state = 'discarded'
   where u.state = 'used' and u.user_id in (select k.user_id from retained_record k where k.erasure_id = any (over));
  update retained_record k set removed_at = p_at where k.erasure_id = any (over);
  return cardinality(over);
end
$$;
