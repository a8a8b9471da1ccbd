-- Whether the user's session may still act, by the database's clock: not ended, alone or with everybody's, not run out, and
-- the account neither disabled nor about to be erased. The user's row must be locked, as by whoever ends sessions.
-- Access: product
create or replace function account_session_is_open(p_user bigint, p_session bigint, p_at timestamptz) returns boolean
language sql stable
as $$
  select exists (
    select from account_session s join account_user u on u.id = s.user_id
     where s.id = p_session and s.user_id = p_user and s.ended_at is null and s.expires_at > database_now(p_at)
       and u.disabled_at is null
       and s.created_at > coalesce((select max(c.at) from account_session_cut c), '-infinity')
       and not exists (select from account_erasure e where e.user_id = p_user and e.outcome is null))
$$;
