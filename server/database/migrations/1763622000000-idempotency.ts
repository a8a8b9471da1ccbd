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
    await runner.query(TRANSFER);
    await runner.query(`revoke all on function ledger_transfer from public`);
    await runner.query(`
      do $$
      begin
        if exists (select from pg_roles where rolname = 'gateway_app') then
          grant execute on function ledger_transfer to gateway_app;
        end if;
      end $$`);
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

/**
 * A whole transfer between two accounts of one user in one round trip: key, mode of the product, postings, event for
 * the user. The journal's reason is given, and its reference is the key's row, so that a key that is free again after
 * its window makes a new journal. The event is appended by the outbox. The model of every command that must be fast.
 */
const TRANSFER = `
  create function ledger_transfer(
    p_user bigint, p_route text, p_key text, p_fingerprint bytea, p_at timestamptz, p_window_seconds integer,
    p_reply text, p_reason text, p_reference text, p_from text, p_to text, p_currency integer, p_amount numeric,
    out claimed boolean, out reply text, out journal_id bigint)
  language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
  declare
    balances text[];
  begin
    select c.claimed, c.reply into claimed, reply
      from idempotency_claim(p_user, p_route, p_key, p_fingerprint, p_at, p_window_seconds, p_reply) c;
    if not claimed then
      return;
    end if;
    perform trading_assert_open();
    select posted.journal_id, posted.balances into journal_id, balances
      from ledger_post(p_reason, p_reference, p_at, false, array[p_user, p_user], array[p_from, p_to],
        array[p_currency, p_currency], array[-p_amount, p_amount], array[null, null]::text[]) posted;
    perform outbox_append(p_user, 'transfer', jsonb_build_object(
      'reference', p_reference, 'currencyId', p_currency, 'amount', trim_scale(p_amount)::text,
      'from', p_from, 'fromBalance', balances[1], 'to', p_to, 'toBalance', balances[2], 'reason', p_reason), p_at);
  end $$`;
