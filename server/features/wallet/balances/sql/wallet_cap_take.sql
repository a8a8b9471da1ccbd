-- Holds an act against the caps of its coin: those of one UTC day of the database's clock, for each of its persons and
-- for all. What has waited may go beyond the cap of a person, up to that of all, which is its person's cap then. Answers
-- the instant and the caps, for the row to keep.
--
-- Acts with one coin wait for each other here; whoever books takes this lock before any of a user, a case or an account.
--
-- Refusals: WA001 a cap of the day is reached, with the act and both caps as its detail.
create or replace function wallet_cap_take(
  p_act text, p_currency integer, p_amount numeric, p_people bigint[], p_waited boolean,
  out taken_at timestamptz, out by_person numeric, out by_all numeric
)
language plpgsql
as $$
declare
  day timestamptz;
begin
  perform pg_advisory_xact_lock(hashtext('wallet_adjustment_capped'), p_currency);
  taken_at := clock_timestamp();
  day := date_trunc('day', taken_at, 'UTC');
  select c.by_person, c.by_all into by_person, by_all from wallet_caps(p_act, p_currency) c;
  if p_waited then
    by_person := by_all;
  end if;
  if wallet_cap_used(p_act, p_currency, day, null) + abs(p_amount) > by_all
    or exists (select from unnest(p_people) as person
                where wallet_cap_used(p_act, p_currency, day, person) + abs(p_amount) > by_person)
  then
    raise exception 'a cap of the day is reached'
      using errcode = 'WA001', detail = concat_ws(' ', p_act, trim_scale(by_person), trim_scale(by_all));
  end if;
end
$$;
