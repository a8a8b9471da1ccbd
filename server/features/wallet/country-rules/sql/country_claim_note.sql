-- Trigger of account_user: what the phone before said of the user's country goes on counting until an identity is
-- verified, so that nobody becomes freer by another phone.
--
-- Access: stored functions
create or replace function country_claim_note() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  insert into country_claim (user_id, country)
  select new.id, said.country from unnest(phone_countries(old.phone)) said (country)
  on conflict do nothing;
  return null;
end
$$;
