-- Makes somebody a partner from a day on, changes their ratio, or ends it (null); tells them. A line that has not begun yet
-- is replaced.
--
-- Access: product
create or replace function referral_set_partner(
  p_user bigint, p_effective_day date, p_ratio numeric, p_at timestamptz
) returns void
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  raised record;
begin
  p_at := require_reached(p_at);
  insert into referral_partner_terms as t (user_id, effective_day, ratio, decided_at)
  values (p_user, p_effective_day, p_ratio, p_at)
  on conflict (user_id, effective_day) do update set ratio = excluded.ratio, decided_at = excluded.decided_at;
  raised := referral_changed(array[p_user]);
  perform outbox_append_many(raised.users, array['referral'],
    array[referral_event(p_user, raised.versions[1], 'partner', p_effective_day, null)], p_at);
end
$$;
