-- Refuses while a break of the person runs: OL001, or OL006 while it is excluded; the detail is its end in milliseconds.
--
-- Access: stored functions
create or replace function own_break_assert(p_user bigint, p_demo boolean, p_now timestamptz) returns void
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  own record;
begin
  select l.break_until, l.excluded_until into own from own_limit_account l where l.user_id = person_of(p_user);
  if own.excluded_until > p_now then
    raise exception 'excluded' using errcode = 'OL006',
      detail = floor(extract(epoch from own.excluded_until) * 1000)::bigint::text;
  elsif own.break_until > p_now and not p_demo then
    raise exception 'a break runs' using errcode = 'OL001',
      detail = floor(extract(epoch from own.break_until) * 1000)::bigint::text;
  end if;
end
$$;
