-- Refuses what commits a user to something new in a product that the user's country does not let, as country_rule_judge.
-- Called after the command's key is claimed, so that a repetition gets its reply, and before the user's own limits.
-- p_leverage: of futures; null of all else.
--
-- Access: product
create or replace function country_rule_assert(p_user bigint, p_product text, p_leverage integer) returns void
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
begin
  perform country_rule_hold();
  perform country_rule_judge(p_user, p_product, p_leverage);
end
$$;
