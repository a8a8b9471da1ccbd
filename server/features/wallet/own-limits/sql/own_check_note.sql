-- Writes down that a user was told how long it is here and what came of it, and said so.
--
-- Access: product
create or replace function own_check_note(p_user bigint, p_at timestamptz) returns void
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
begin
  perform require_reached(p_at);
  insert into own_reality_check (user_id, at, minutes, result)
  select p_user, database_now(p_at), s.minutes, s.result from own_stay(p_user, database_now(p_at)) s
   where s.check_minutes is not null;
end
$$;
