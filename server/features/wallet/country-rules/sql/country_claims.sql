-- The countries that count for a user, of whatever account those of its person: of the verified document alone, or else
-- all that the person's phones, now and ever, can be of. '*' where nothing says one.
--
-- Access: product
create or replace function country_claims(p_user bigint, out countries text[], out is_verified boolean)
language plpgsql
stable
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  person constant bigint := person_of(p_user);
begin
  select array[v.country] into countries from verification_case v
   where v.user_id = person and v.level = 'basic' and v.status = 'verified' and v.country <> 'ZZ';
  is_verified := found;
  if not is_verified then
    select phone_countries(u.phone) || array(select c.country from country_claim c where c.user_id = person)
      into countries from account_user u where u.id = person;
    countries := coalesce(countries, array['*']);
  end if;
end
$$;
