-- Trigger of account_user: who is excluded keeps its contacts, so that nobody registers with them again (OL006, the
-- detail is the end in milliseconds).
--
-- Access: stored functions
create or replace function own_exclusion_hold() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  ends timestamptz;
begin
  -- What an erased account was registered with is kept as digests (excluded_person).
  if account_is_erased(new.id) then
    return new;
  end if;
  select l.excluded_until into ends from own_limit_account l where l.user_id = new.id;
  if ends > database_now(coalesce(greatest(new.email_bound_at, new.phone_bound_at), now())) then
    raise exception 'excluded' using errcode = 'OL006', detail = floor(extract(epoch from ends) * 1000)::bigint::text;
  end if;
  return new;
end
$$;
