-- What holds for a user in a product: of all countries that count, the strictest state and the lowest leverage. A country
-- without a rule of its own goes by the row '*'. While nothing has ever been forbidden, that is one look into an empty index.
--
-- Access: product
create or replace function country_rule_of(p_user bigint, p_product text, out state text, out leverage_max integer)
language plpgsql
stable
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  strictness constant text[] := array['allowed', 'closing-only', 'not-offered'];
begin
  state := 'allowed';
  if p_product = 'withdrawals'
     or not exists (select from country_rule r where r.state <> 'allowed' or r.leverage_max is not null) then
    return;
  end if;
  select strictness[max(array_position(strictness, coalesce(own.state, common.state, 'allowed')))],
         min(case when own.state is null then common.leverage_max else own.leverage_max end)
    into state, leverage_max
    from unnest((country_claims(p_user)).countries) claimed (country)
    left join lateral (
      select r.state, r.leverage_max from country_rule r
       where r.country = claimed.country and r.product = p_product order by r.id desc limit 1) own on true
    left join lateral (
      select r.state, r.leverage_max from country_rule r
       where r.country = '*' and r.product = p_product order by r.id desc limit 1) common on true;
end
$$;
