import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Commands that were done, with what they answered. A row is written in the transaction of the command itself, so a
 * row that is there says that the command happened, and a missing one that nothing did.
 */
export class Idempotency1763622000000 implements MigrationInterface {
  name = 'Idempotency1763622000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table idempotent_command (
        user_id bigint not null references account_user (id),
        route text not null,
        key text not null,
        -- of the canonical body
        fingerprint bytea not null,
        reply text,
        created_at timestamptz not null,
        primary key (user_id, route, key)
      );
      create index idempotent_command_created on idempotent_command using brin (created_at)`);
    await runner.query(CLAIM);
    await runner.query(COMPLETE);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}

/**
 * Takes the key for the running transaction, or answers what the command with this key replied. A duplicate that
 * arrives while the first still runs waits for it. With a window, the key is free again after so many seconds. A
 * command whose reply is known beforehand gives it here and needs no `idempotency_complete`.
 */
const CLAIM = `
  create function idempotency_claim(
    p_user bigint, p_route text, p_key text, p_fingerprint bytea, p_at timestamptz, p_window_seconds integer,
    p_reply text, out claimed boolean, out reply text)
  language plpgsql set enable_seqscan = off as $$
  declare
    stored idempotent_command;
  begin
    insert into idempotent_command as c (user_id, route, key, fingerprint, reply, created_at)
    values (p_user, p_route, p_key, p_fingerprint, p_reply, p_at)
    on conflict (user_id, route, key) do update
       set fingerprint = excluded.fingerprint, reply = excluded.reply, created_at = excluded.created_at
     where c.created_at <= p_at - p_window_seconds * interval '1 second';
    claimed := found;
    if claimed then
      reply := p_reply;
      return;
    end if;
    select * into strict stored from idempotent_command c
     where c.user_id = p_user and c.route = p_route and c.key = p_key;
    if stored.fingerprint <> p_fingerprint then
      raise exception 'the key was used for another body' using errcode = 'ID001';
    end if;
    reply := stored.reply;
  end $$`;

/** Notes the reply of a claimed command, in the command's own transaction. */
const COMPLETE = `
  create function idempotency_complete(p_user bigint, p_route text, p_key text, p_reply text) returns void
  language plpgsql set enable_seqscan = off as $$
  begin
    update idempotent_command set reply = p_reply where user_id = p_user and route = p_route and key = p_key;
  end $$`;
