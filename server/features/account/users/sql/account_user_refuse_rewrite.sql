-- Refuses to change who a user is or who invited them. An inviter is always older than the invited, so the
-- tree of invitations can have no cycle. Only the code of an erased account becomes another.
create or replace function account_user_refuse_rewrite() returns trigger
language plpgsql
as $$
begin
  if account_is_erased(old.id)
    and (new.id, new.invited_by, new.created_at) is not distinct from (old.id, old.invited_by, old.created_at) then
    return new;
  end if;
  raise exception 'who invited a user never changes';
end
$$;
