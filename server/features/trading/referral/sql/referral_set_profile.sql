-- Sets the nickname that the ranking shows, and whether it may. Refusal: RF001 the nickname is somebody else's.
--
-- Access: product
create or replace function referral_set_profile(
  p_user bigint, p_nickname text, p_nickname_key text, p_listed boolean, p_at timestamptz
) returns void
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  raised record;
begin
  p_at := require_reached(p_at);
  begin
    insert into referral_profile as p (user_id, nickname, nickname_key, listed, changed_at)
    values (p_user, p_nickname, p_nickname_key, p_listed, p_at)
    on conflict (user_id) do update
       set nickname = excluded.nickname, nickname_key = excluded.nickname_key, listed = excluded.listed,
           changed_at = excluded.changed_at;
  exception when unique_violation then
    raise exception 'the nickname is taken' using errcode = 'RF001';
  end;
  raised := referral_changed(array[p_user]);
  perform outbox_append_many(raised.users, array['referral'],
    array[referral_event(p_user, raised.versions[1], 'profile', null, null)], p_at);
end
$$;
