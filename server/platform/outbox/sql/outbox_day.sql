-- The day (UTC) that an event of an instant is kept by. An instant that the database's clock is more than a second short of
-- is not believed: the whole stream would be kept beside the days until that day comes. Within the second it is, as
-- journals are, so that the event of a journal is never of an earlier day than the journal.
create or replace function outbox_day(p_at timestamptz) returns date
language sql volatile
as $$
  select (least(p_at, database_now(p_at) + interval '1 second') at time zone 'UTC')::date
$$;
