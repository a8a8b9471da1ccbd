-- Keeps the rules of countries as they are until the transaction ends: whoever changes one waits for what began before, and
-- what comes after it sees the change.
--
-- Access: product
create or replace function country_rule_hold() returns void
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('country_rule', 0));
end
$$;
