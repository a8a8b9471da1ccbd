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
  select b.state, b.ends_at into own from own_break_of(p_user, p_demo, p_now) b;
  if found then
    raise exception 'a break runs' using errcode = own.state,
      detail = floor(extract(epoch from own.ends_at) * 1000)::bigint::text;
  end if;
end
$$;
