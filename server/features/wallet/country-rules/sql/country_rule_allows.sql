-- Whether what waits may become new risk: for work that leaves it waiting. Commands are refused by country_rule_assert.
--
-- Access: product
create or replace function country_rule_allows(p_user bigint, p_product text, p_leverage integer) returns boolean
language plpgsql
stable
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  rule record;
begin
  select r.state, r.leverage_max into rule from country_rule_of(p_user, p_product) r;
  return rule.state = 'allowed' and coalesce(p_leverage <= rule.leverage_max, true);
end
$$;
