-- Trigger of account_user: who invited somebody hears of it. An inviter is older than whom they invite, so their stream
-- comes before the new user's own.
--
-- Access: stored functions
create or replace function referral_invited() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  raised record;
begin
  raised := referral_changed(array[new.invited_by]);
  perform outbox_append_many(raised.users, array['referral'],
    array[referral_event(new.invited_by, raised.versions[1], 'invited', null, null)], new.created_at);
  return null;
end
$$;
