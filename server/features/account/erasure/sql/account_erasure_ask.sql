-- Begins the time after which the account is erased. The user's row is held. Answers the end of that time; null where one
-- runs already.
--
-- Access: product
create or replace function account_erasure_ask(p_user bigint, p_days integer, p_at timestamptz) returns timestamptz
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  due timestamptz;
begin
  p_at := require_reached(p_at);
  if p_days < 1 then
    raise exception 'an erasure can be taken back for a day at least' using errcode = '22023';
  end if;
  insert into account_erasure (user_id, asked_at, due_at) values (p_user, p_at, p_at + make_interval(days => p_days))
  on conflict (user_id) where outcome is null or outcome = 'erased' do nothing
  returning due_at into due;
  return due;
end
$$;
