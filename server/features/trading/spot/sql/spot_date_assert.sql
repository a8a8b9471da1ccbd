-- Refuses a date that is not from a minute to 90 days ahead by the database's clock (SP004); null: no date, which is right.
create or replace function spot_date_assert(p_date timestamptz, p_at timestamptz) returns void
language plpgsql
as $$
begin
  if p_date not between database_now(p_at) + interval '1 minute' and database_now(p_at) + interval '90 days' then
    raise exception 'no such date for an order' using errcode = 'SP004';
  end if;
end
$$;
