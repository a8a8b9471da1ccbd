-- Refuses to change who a user is or who invited them. An inviter is always older than the invited, so the
-- tree of invitations can have no cycle.
create or replace function account_user_keep_origin() returns trigger
language plpgsql
as $$
begin
  raise exception 'who invited a user never changes';
end
$$;
