-- Another rule, from the commit on. Waits for what began under the one before. False where it is so already.
--
-- Access: product
create or replace function country_rule_set(
  p_country text, p_product text, p_state text, p_leverage_max integer, p_at timestamptz
) returns boolean
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  present record;
begin
  perform require_reached(p_at);
  perform pg_advisory_xact_lock(hashtextextended('country_rule', 0));
  select r.state, r.leverage_max into present from country_rule r
   where r.country = p_country and r.product = p_product order by r.id desc limit 1;
  if present.state is not distinct from p_state and present.leverage_max is not distinct from p_leverage_max then
    return false;
  end if;
  insert into country_rule (country, product, state, leverage_max, decided_at)
  values (p_country, p_product, p_state, p_leverage_max, p_at);
  return true;
end
$$;
