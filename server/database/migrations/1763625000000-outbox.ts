import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Events of each user, numbered without a gap in the transaction that they tell of. */
export class Outbox1763625000000 implements MigrationInterface {
  name = 'Outbox1763625000000';

  async up(runner: QueryRunner): Promise<void> {
    await this.createTables(runner);
    await this.createAppend(runner);
    await this.createEpoch(runner);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }

  private async createTables(runner: QueryRunner): Promise<void> {
    // The number of a user's last event. Its row is locked until the transaction ends, so that numbers are given in
    // the order in which transactions commit and a reader never sees a later event before an earlier one.
    await runner.query(`
      create table outbox_stream (
        user_id bigint primary key references account_user (id),
        sequence bigint not null check (sequence > 0)
      ) with (fillfactor = 50)`);
    await runner.query(`
      create table outbox (
        user_id bigint not null,
        sequence bigint not null check (sequence > 0),
        kind text not null check (length(kind) between 1 and 64),
        payload jsonb not null check (jsonb_typeof(payload) = 'object'),
        at timestamptz not null,
        primary key (user_id, sequence)
      )`);
    await runner.query(`
      create function outbox_keep() returns trigger language plpgsql as $$
      begin
        raise exception 'events are written once';
      end $$;
      create trigger outbox_keep before update on outbox for each row execute function outbox_keep()`);
  }

  private async createAppend(runner: QueryRunner): Promise<void> {
    // Called last, after every posting: whoever takes a user's number first and his accounts afterwards may meet
    // somebody who does it the other way round.
    await runner.query(`
      create function outbox_append(p_user_id bigint, p_kind text, p_payload jsonb, p_at timestamptz) returns bigint
      language sql volatile as $$
        with numbered as (
          insert into outbox_stream as stream (user_id, sequence) values (p_user_id, 1)
          on conflict (user_id) do update set sequence = stream.sequence + 1
          returning sequence)
        insert into outbox (user_id, sequence, kind, payload, at)
        select p_user_id, sequence, p_kind, p_payload, p_at from numbered
        returning sequence
      $$`);
    // Events of several users: by user, because all must take the numbers of many users in the same order.
    await runner.query(`
      create function outbox_append_all(p_user_ids bigint[], p_kinds text[], p_payloads jsonb[], p_at timestamptz)
      returns void language plpgsql volatile as $$
      declare
        event record;
      begin
        for event in select user_id, kind, payload
          from unnest(p_user_ids, p_kinds, p_payloads) with ordinality as given (user_id, kind, payload, position)
          order by user_id, position
        loop
          perform outbox_append(event.user_id, event.kind, event.payload, p_at);
        end loop;
      end $$`);
  }

  private async createEpoch(runner: QueryRunner): Promise<void> {
    // Numbers mean something within one history only. A dump that is loaded into a new database, a new cluster and a
    // recovery to an earlier instant each make another epoch by themselves; whoever puts back a copy of the files must
    // set a new id by hand: update outbox_history set id = gen_random_uuid().
    await runner.query(`
      create table outbox_history (
        only_row boolean primary key default true check (only_row),
        id uuid not null default gen_random_uuid()
      );
      insert into outbox_history default values`);
    await runner.query(`
      create function outbox_epoch() returns text language sql stable as $$
        select left(md5(concat_ws(':', history.id, database.oid, system.system_identifier, checkpoint.timeline_id)), 16)
          from outbox_history history, pg_control_system() system, pg_control_checkpoint() checkpoint,
               pg_database database
         where database.datname = current_database()
      $$`);
  }
}
