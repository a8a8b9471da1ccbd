-- Applies for so many whole coins, or for so many more: key, trading mode, reading, project, application, money,
-- events. The money is frozen in the payment coin. The project's row is held while this runs, so that the seal of the
-- applications and an application of the last second are one after the other; what counts is the database's clock
-- under that lock.
--
-- A repetition does nothing. Refusals: IE001 no such project, or cancelled, IE002 applications are not open, IE003
-- below the least, IE004 above the most, IE005 a user who is not verified, LG001, LG005, NW001, ID001,
-- and those of country_rule_assert and own_limits_assert.
--
-- Access: product
create or replace function ieo_apply(
  p_user bigint, p_route text, p_key text, p_fingerprint bytea, p_at timestamptz, p_window_seconds integer,
  p_project integer, p_units bigint
) returns void
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  project ieo_project;
  applied ieo_application;
  balances record;
  salted bytea;
begin
  if not (idempotency_claim(p_user, p_route, p_key, p_fingerprint, p_at, p_window_seconds, 'null')).claimed then
    return;
  end if;
  perform trading_assert_open(false);
  perform required_reading_assert(p_user, p_at);
  perform country_rule_assert(p_user, 'ieo', null);
  perform own_limits_assert(p_user, false, (select p.pay_currency_id from ieo_project p where p.id = p_project),
    (select p_units * p.price from ieo_project p where p.id = p_project), p_at);
  if not exists (
    select from verification_case v where v.user_id = p_user and v.level = 'basic' and v.status = 'verified') then
    raise exception 'not verified' using errcode = 'IE005';
  end if;
  select * into project from ieo_project where id = p_project for share;
  if not found or project.cancelled_at is not null then
    raise exception 'no such project' using errcode = 'IE001';
  elsif database_now(p_at) < project.apply_from or database_now(p_at) >= project.apply_until
    or exists (select from ieo_round r where r.project_id = project.id) then
    raise exception 'applications are not open' using errcode = 'IE002';
  elsif p_units > project.most then
    raise exception 'above the most' using errcode = 'IE004', detail = project.most::text;
  end if;
  salted := sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
  insert into ieo_application as known (project_id, user_id, units, salt, account_hash, created_at, updated_at)
  values (project.id, p_user, p_units, salted, sha256(convert_to(concat_ws(e'\n', 'ieo-account1', project.id, p_user,
    encode(salted, 'hex')), 'UTF8')), p_at, p_at)
  on conflict (project_id, user_id) do update
    set units = known.units + excluded.units, updated_at = excluded.updated_at, version = known.version + 1
  returning * into applied;
  if applied.units < project.least then
    raise exception 'below the least' using errcode = 'IE003', detail = project.least::text;
  elsif applied.units > project.most then
    raise exception 'above the most' using errcode = 'IE004', detail = project.most::text;
  end if;
  select * into balances from ieo_post('ieo.apply',
    array_fill(concat_ws(':', applied.id, nullif(applied.version, 1)), array[2]), p_at,
    array[p_user, p_user], array['spot', 'spot_frozen'], array_fill(project.pay_currency_id, array[2]),
    array[-p_units * project.price, p_units * project.price], array[null, concat('ieo-application:', applied.id)]);
  perform ieo_append_events(array[p_user], array[ieo_event(applied)], balances.users, balances.payloads, p_at);
end
$$;
