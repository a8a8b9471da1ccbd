-- Names the history that event numbers belong to. A dump that is loaded into a new database, a new cluster
-- and a recovery to an earlier instant each make another epoch by themselves. After putting back a copy of
-- the files set a new one by hand: update outbox_history set id = gen_random_uuid().
create or replace function outbox_epoch() returns text
language sql stable
as $$
  select left(md5(concat_ws(':', history.id, database.oid, system.system_identifier, checkpoint.timeline_id)), 16)
    from outbox_history history, pg_control_system() system, pg_control_checkpoint() checkpoint,
         pg_database database
   where database.datname = current_database()
$$;
