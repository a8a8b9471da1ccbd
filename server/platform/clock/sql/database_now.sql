-- What time it is: the database's own clock, which decides whatever falls due, whatever the clock of the caller's
-- process says. Only the tests' databases have another function in this one's place, which answers p_claimed, because
-- days pass at will there.
create or replace function database_now(p_claimed timestamptz) returns timestamptz
language sql volatile parallel safe
as $$
  select clock_timestamp()
$$;
