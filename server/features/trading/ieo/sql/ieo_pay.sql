-- Pays for the lot of a round: the first with the money that is frozen for it, the second from the spot account. The
-- coins are the user's from now on; they are delivered when the project is listed, and released by its schedule. What
-- counts is the database's clock under the application's lock.
--
-- A repetition does nothing. Refusals: IE010 no such application, IE011 nothing to pay for in this round, or no such
-- round, IE012 the time is over, LG001, LG005, ID001, those of country_rule_assert, of the first round those of
-- own_break_assert, and of the second those of own_limits_assert.
--
-- Access: product
create or replace function ieo_pay(
  p_user bigint, p_route text, p_key text, p_fingerprint bytea, p_at timestamptz, p_window_seconds integer,
  p_application bigint, p_round smallint
) returns void
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  project ieo_project;
  a ieo_application;
  balances record;
  lot bigint;
  held text;
begin
  if not (idempotency_claim(p_user, p_route, p_key, p_fingerprint, p_at, p_window_seconds, 'null')).claimed then
    return;
  end if;
  if p_round is null or p_round not in (1, 2) then
    raise exception 'no such round' using errcode = 'IE011';
  end if;
  perform country_rule_assert(p_user, 'ieo', null);
  -- The first lot's money has counted when it was frozen. Who takes a break gets it back by not paying.
  if p_round = 1 then
    perform from own_limit_account l where l.user_id = p_user for no key update;
    perform own_break_assert(p_user, false, database_now(p_at));
  else
    perform trading_assert_open(false);
    perform own_limits_assert(p_user, false, p.pay_currency_id, x.second * p.price, p_at)
       from ieo_application x join ieo_project p on p.id = x.project_id where x.id = p_application and x.user_id = p_user;
  end if;
  select p.* into project from ieo_project p
   where p.id = (select x.project_id from ieo_application x where x.id = p_application and x.user_id = p_user) for share;
  if not found then
    raise exception 'no such application' using errcode = 'IE010';
  end if;
  select * into a from ieo_application where id = p_application and user_id = p_user for no key update;
  if project.cancelled_at is not null
     or not (case p_round when 1 then a.status = 'allotted' else coalesce(a.second_status = 'offered', false) end) then
    raise exception 'nothing to pay for' using errcode = 'IE011', detail = a.status;
  elsif database_now(p_at) >= ieo_pay_end(project, p_round) then
    raise exception 'the time is over' using errcode = 'IE012';
  end if;
  if p_round = 1 then
    update ieo_application set status = 'paid', paid_at = p_at, updated_at = p_at, version = version + 1
     where id = a.id returning * into a;
    lot := a.allotted;
    held := concat('ieo-application:', a.id);
  else
    update ieo_application set second_status = 'paid', second_paid_at = p_at, updated_at = p_at, version = version + 1
     where id = a.id returning * into a;
    lot := a.second;
  end if;
  select * into balances from ieo_post('ieo.pay', array_fill(concat(a.id, ':', p_round), array[2]), p_at,
    array[p_user, null], array[case p_round when 1 then 'spot_frozen' else 'spot' end, 'escrow'],
    array_fill(project.pay_currency_id, array[2]), array[-lot * project.price, lot * project.price], array[held, null]);
  perform ieo_append_events(array[p_user], array[ieo_event(a)], balances.users, balances.payloads, p_at);
end
$$;
