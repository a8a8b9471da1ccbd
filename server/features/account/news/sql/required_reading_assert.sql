-- Refuses whatever commits a user to something new while a notice that has to be read first is not read: NW001, with the
-- article's number in the detail. Called after the command's key is claimed, so that a repetition gets its reply.
--
-- Access: product
create or replace function required_reading_assert(p_user bigint, p_at timestamptz) returns void
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  unread bigint;
begin
  perform require_reached(p_at);
  unread := required_reading_next(p_user, p_at);
  if unread is not null then
    raise exception 'a notice has to be read first' using errcode = 'NW001', detail = unread::text;
  end if;
end
$$;
