-- Refuses what commits a user to new risk and the user does not want: a break that runs (OL001, and OL006 for one that
-- excludes, with its end in the detail), the time of the day that is used up (OL002), a loss that is reached, or would
-- be if all open options lost (OL003), a stake that would pass the limit (OL004), and a stake without a price while
-- there is a limit on it (OL005). p_amount is what is put at risk, in p_currency; p_may_be_lost: all of it may be lost, as
-- that of an option, and counts against a limit on losses with what is lost already. The detail of the other refusals is
-- `limit used`. Demo money is refused to who is excluded alone.
--
-- Called after the command's key is claimed, so that a repetition gets its reply, and before any other lock: of two
-- commands at once the second waits here, and then sees what the first has used. Who never set a limit has no row: one
-- look-up by key.
--
-- Access: product
create or replace function own_limits_assert(
  p_user bigint, p_demo boolean, p_currency integer, p_amount numeric, p_at timestamptz,
  p_may_be_lost boolean default false
) returns void
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
begin
  perform require_reached(p_at);
  perform from own_limit_account l where l.user_id = person_of(p_user) for no key update;
  if found then
    perform own_limits_judge(p_user, p_demo, p_currency, p_amount, p_at, p_may_be_lost);
  end if;
end
$$;
