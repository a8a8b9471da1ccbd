-- Names the history that event numbers belong to. A dump that is loaded into a new database, a new cluster
-- and a recovery to an earlier instant each make another epoch by themselves. After putting back a copy of
-- the files set a new one by hand: update outbox_history set id = gen_random_uuid().
--
-- A standby that is promoted is on a new timeline at once, and its last checkpoint on the old one until the next has ended,
-- minutes later: until then the end of its recovery has the new one, which is 0 from that checkpoint on.
create or replace function outbox_epoch() returns text
language sql stable
as $$
  select left(md5(concat_ws(':', history.id, database.oid, system.system_identifier,
                            greatest(checkpoint.timeline_id, recovery.min_recovery_end_timeline))), 16)
    from outbox_history history, pg_control_system() system, pg_control_checkpoint() checkpoint,
         pg_control_recovery() recovery, pg_database database
   where database.datname = current_database()
$$;
