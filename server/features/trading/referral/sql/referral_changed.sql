-- Raises the versions of these users' invitations, in their order, and answers them in it: events carry them.
--
-- Access: stored functions
create or replace function referral_changed(p_users bigint[], out users bigint[], out versions bigint[])
language plpgsql
set search_path = public, pg_temp
as $$
begin
  with raised as (
    insert into referral_version as v (user_id)
    select distinct named from unnest(p_users) named order by named
    on conflict (user_id) do update set version = v.version + 1
    returning v.user_id, v.version)
  select array_agg(r.user_id order by r.user_id), array_agg(r.version order by r.user_id) into users, versions
    from raised r;
end
$$;
