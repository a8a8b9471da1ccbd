-- Trigger of account_notice: whoever writes a notice leaves word, in the same transaction, that it is to be told outside of
-- the app, too. Announcements to everybody are read in the app.
create or replace function account_notice_outgoing() returns trigger
language plpgsql
as $$
begin
  insert into notice_outgoing (notice_id) values (new.id);
  return null;
end
$$;
