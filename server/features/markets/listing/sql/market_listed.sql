-- Trigger of market: what is listed has a spot market and nothing else. Futures and options are of markets that whoever
-- owns the table seeds. Refusal: PT001.
create or replace function market_listed() returns trigger
language plpgsql
as $$
begin
  if (new.perpetual or new.option)
     and not pg_has_role(current_user, (select c.relowner from pg_class c where c.oid = tg_relid), 'usage') then
    raise exception 'a market that is listed is of spot alone' using errcode = 'PT001';
  end if;
  return new;
end
$$;
