import { always, ForwardMigration } from './forward-migration.js';

/**
 * The ways of single seconds of the tape to the root of their hour, which stay when the day of the tape goes (decision 193): each second that an
 * option was entered at, and the last one of each window.
 */
export class TapePaths1763898262000 extends ForwardMigration {
  protected readonly statements = [
    `create table tape_path (
       market_id integer not null references market (id),
       second timestamptz not null,
       -- the hashes beside the way, nearest first, 32 bytes each; null while the hour has no root
       path bytea check (length(path) % 32 = 0),
       primary key (market_id, second)
     )`,
    'create index tape_path_due on tape_path (second) where path is null',
    `create trigger tape_path_refuse_delete before delete on tape_path for each row execute function tape_append_only()`,
    `create trigger tape_path_written_once before update on tape_path for each row
       when (old.path is not null or new.path is null or new.market_id <> old.market_id or new.second <> old.second)
       execute function tape_append_only()`,
    `create trigger tape_path_refuse_truncate before truncate on tape_path
       for each statement execute function tape_append_only()`,
    ...always('tape_path', ['tape_path_refuse_delete', 'tape_path_written_once', 'tape_path_refuse_truncate']),
    `do $$
       begin
         if exists (select from pg_roles where rolname = 'gateway_app') then
           revoke insert, update, delete, truncate on tape_path from gateway_app;
         end if;
       end $$`,
  ];
}
