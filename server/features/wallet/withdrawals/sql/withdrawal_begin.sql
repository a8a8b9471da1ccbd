-- Trigger of withdrawal: a withdrawal begins under review, and nobody has decided anything about it. Whoever releases it
-- changes the row, where caps are held against it (withdrawal_capped). When it was asked for the database says, behind the
-- lock of its user, as of whatever it is held against (stamp_instant, M06), and so on which UTC day (M05).
create or replace function withdrawal_begin() returns trigger
language plpgsql
as $$
begin
  if new.status <> 'review' or new.first_approved_by is not null or new.released_by is not null
    or new.released_at is not null or new.cap_by_person is not null or new.cap_by_all is not null
    or new.waits_until is not null or new.chain_tx is not null then
    raise exception 'a withdrawal begins under review, and nobody has approved it';
  end if;
  new.created_at := database_now(new.created_at);
  new.local_day := (new.created_at at time zone 'UTC')::date;
  new.stamped := true;
  return new;
end
$$;
