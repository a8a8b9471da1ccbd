-- The user takes it back, up to the very moment in which the account is erased. The user's row is held. False where none
-- runs.
--
-- Access: product
create or replace function account_erasure_take_back(p_user bigint, p_at timestamptz) returns boolean
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  p_at := require_reached(p_at);
  update account_erasure e set outcome = 'taken-back', ended_at = p_at where e.user_id = p_user and e.outcome is null;
  return found;
end
$$;
