-- What is asked of a change of an order or a stop that waits, where it may be for more than before: that trading is open,
-- that the user has read what must be read, and of a purchase what the user's country and own limits let. p_more: what
-- more is frozen for it. Refused with the codes of those. Whoever calls it has locked the rules and limits before.
--
-- Access: stored functions
create or replace function spot_amend_assert(
  p_user bigint, p_demo boolean, p_side text, p_currency integer, p_more numeric, p_at timestamptz
) returns void
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
begin
  perform trading_assert_open(p_demo);
  perform required_reading_assert(p_user, p_at);
  -- With another price, less money may buy something, too.
  if p_side = 'buy' then
    perform country_rule_judge(p_user, 'spot', null);
  end if;
  if p_side = 'buy' and exists (select from own_limit_account l where l.user_id = person_of(p_user)) then
    perform own_break_assert(p_user, p_demo, database_now(p_at));
    if p_more > 0 then
      perform own_limits_judge(p_user, p_demo, p_currency, p_more, p_at);
    end if;
  end if;
end
$$;
