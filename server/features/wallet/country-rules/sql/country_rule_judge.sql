-- Refuses what is new where the user's country does not let it: CR001 not offered, CR002 closing only (the detail is the
-- product), CR003 a leverage above the highest (the detail is that). The caller holds country_rule_hold.
--
-- Access: product
create or replace function country_rule_judge(p_user bigint, p_product text, p_leverage integer) returns void
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  rule record;
begin
  select r.state, r.leverage_max into rule from country_rule_of(p_user, p_product) r;
  if rule.state <> 'allowed' then
    raise exception 'not allowed in the country' using
      errcode = case rule.state when 'not-offered' then 'CR001' else 'CR002' end, detail = p_product;
  elsif p_leverage > rule.leverage_max then
    raise exception 'leverage not allowed in the country' using errcode = 'CR003', detail = rule.leverage_max::text;
  end if;
end
$$;
