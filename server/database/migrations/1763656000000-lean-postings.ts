import type { MigrationInterface, QueryRunner } from 'typeorm';
import { LEAN_LEDGER_POST } from './1763656000000-lean-ledger-post.js';

/**
 * Every statement that writes to a table reads that table's check constraints, generated columns and row triggers anew
 * from their stored text: 40,000 instructions a rule, where a whole update by key takes 60,000. A rule of a domain is
 * read once in a connection, and a trigger of a statement only where its columns are named. So in the tables that every
 * money command writes, a rule about one column is its domain's, and what never changes is guarded by statement.
 */
const DOMAINS = [
  'drop trigger ledger_account_keep on ledger_account',
  'drop trigger ledger_hold_keep on ledger_hold',
  `create domain ledger_name as text collate "C" check (length(value) between 1 and 128)`,
  `alter table ledger_journal drop constraint ledger_journal_named,
     alter reason type ledger_name, alter reference type ledger_name`,
  `create domain hold_amount as numeric(38,18) check (value >= 0 and value <> 'NaN')`,
  `create domain hold_name as text check (length(value) between 1 and 128)`,
  `alter table ledger_hold drop constraint ledger_hold_amount_check, drop constraint ledger_hold_name_check,
     alter amount type hold_amount, alter name type hold_name`,
  `create domain moved_amount as numeric(38,18) check (value > 0 and value <> 'NaN')`,
  `create domain wallet_account as text collate "C" check (value in ('spot', 'option', 'contract', 'trust'))`,
  `alter table wallet_transfer drop constraint wallet_transfer_amount_check,
     drop constraint wallet_transfer_from_account_check, drop constraint wallet_transfer_to_account_check,
     alter amount type moved_amount, alter from_account type wallet_account, alter to_account type wallet_account`,
  `create domain event_kind as text check (length(value) between 1 and 64)`,
  `create domain event_payload as jsonb check (jsonb_typeof(value) = 'object')`,
  `create domain event_sequence as bigint check (value > 0)`,
  `alter table outbox drop constraint outbox_kind_check, drop constraint outbox_payload_check,
     drop constraint outbox_sequence_check,
     alter kind type event_kind, alter payload type event_payload, alter sequence type event_sequence`,
  `alter table outbox_stream drop constraint outbox_stream_sequence_check, alter sequence type event_sequence`,
];

/**
 * The user and the currency of a transfer are those of the accounts that its journal moves, which have foreign keys to
 * both; the user of a command's key is the one whose session was just found.
 */
const FOREIGN_KEYS = [
  `alter table wallet_transfer drop constraint wallet_transfer_user_id_fkey, drop constraint wallet_transfer_currency_id_fkey`,
  `alter table idempotent_command drop constraint idempotent_command_user_id_fkey`,
];

/** What an account is derives from its owner when the account is opened, and never changes. */
const ACCOUNTS = [
  `alter table ledger_account alter column owner_key drop expression, alter column house drop expression`,
  `create function ledger_account_derive() returns trigger language plpgsql as $$
   begin
     new.owner_key := coalesce(new.owner_id, 0);
     new.house := new.owner_id is null;
     return new;
   end $$`,
  `create trigger ledger_account_derive before insert on ledger_account
     for each row execute function ledger_account_derive()`,
  'alter table ledger_account enable always trigger ledger_account_derive',
];

/** A trigger before a row's update locks the row once more, whatever it guards; one of the statement does not. */
const GUARDS = [
  `create trigger ledger_account_keep
     before delete or update of id, owner_id, owner_key, house, kind, currency_id, scale, demo, shard, may_go_negative
     on ledger_account for each statement execute function ledger_keep()`,
  `create trigger ledger_hold_keep before delete or update of name, account_id, opened_at on ledger_hold
     for each statement execute function ledger_keep()`,
];

/** The postings that arrive together, looked at once: that they balance, and are where their accounts and journals are. */
const CHECK_POSTINGS = [
  `create or replace function ledger_posting_balance() returns trigger language plpgsql as $$
   begin
     -- Accounts and journals are asked for one by one, so that no plan can read all of them.
     if exists (
       select from added p group by p.journal_id, p.currency_id
       having sum(p.amount) <> 0
           or bool_or((select a.id from ledger_account a
                        where a.id = p.account_id and a.currency_id = p.currency_id and a.demo = p.demo) is null)
           or (select j.id from ledger_journal j
                where j.id = p.journal_id and j.demo = bool_and(p.demo) and j.demo = bool_or(p.demo)) is null) then
       if exists (select from added p group by p.journal_id, p.currency_id having sum(p.amount) <> 0) then
         raise exception 'the legs of a journal do not sum to zero' using errcode = 'LG002';
       end if;
       raise exception 'a posting is in the currency and the book of its account and its journal' using errcode = '23503';
     end if;
     return null;
   end $$`,
];

/** What a `balance` event says of one account of a user: what the posting moved, and its balance and number after it. */
const BALANCE_EVENT = `
  create function balance_event(p_demo boolean, p_kind text, p_currency integer, p_delta numeric, p_after numeric,
    p_number bigint, p_reason text, p_journal bigint) returns jsonb language sql stable as $$
    select jsonb_build_object(
      'entity', concat(case when p_demo then 'demo-balance:' else 'balance:' end, p_kind, ':', p_currency),
      'entityVersion', p_number, 'account', p_kind, 'currencyId', p_currency, 'delta', trim_scale(p_delta)::text,
      'after', trim_scale(p_after)::text, 'reason', p_reason, 'journalId', p_journal::text, 'demo', p_demo)
  $$`;

/** A whole transfer in one round trip: key, mode of the product, record, postings, events. Answers the reply. */
const TRANSFER = `
  create or replace function wallet_transfer(
    p_user bigint, p_route text, p_key text, p_fingerprint bytea, p_at timestamptz, p_window_seconds integer,
    p_reply text, p_from text, p_to text, p_currency integer, p_amount numeric)
  returns text language plpgsql
  security definer set search_path = public, pg_temp set enable_seqscan = off as $$
  declare
    claim record;
    transfer_id bigint;
    posted record;
  begin
    select c.claimed, c.reply into claim
      from idempotency_claim(p_user, p_route, p_key, p_fingerprint, p_at, p_window_seconds, p_reply) c;
    if not claim.claimed then
      return claim.reply;
    end if;
    perform trading_assert_open();
    insert into wallet_transfer (user_id, currency_id, from_account, to_account, amount, at)
    values (p_user, p_currency, p_from, p_to, p_amount, p_at) returning id into transfer_id;
    select p.journal_id, p.balances, p.numbers into posted
      from ledger_post('wallet.transfer', transfer_id::text, p_at, false, array[p_user, p_user], array[p_from, p_to],
        array[p_currency, p_currency], array[-p_amount, p_amount], array[null, null]::text[]) p;
    perform outbox_append_batch(p_user, array['transfer', 'balance', 'balance'], array[
      jsonb_build_object('entity', concat('transfer:', transfer_id), 'entityVersion', 1,
        'transferId', transfer_id::text, 'currencyId', p_currency, 'amount', trim_scale(p_amount)::text,
        'from', p_from, 'to', p_to),
      balance_event(false, p_from, p_currency, -p_amount, posted.balances[1]::numeric, posted.numbers[1],
        'wallet.transfer', posted.journal_id),
      balance_event(false, p_to, p_currency, p_amount, posted.balances[2]::numeric, posted.numbers[2],
        'wallet.transfer', posted.journal_id)], p_at);
    return claim.reply;
  end $$`;

/** The same books with less work per posting; what is refused stays refused. */
export class LeanPostings1763656000000 implements MigrationInterface {
  name = 'LeanPostings1763656000000';

  async up(runner: QueryRunner): Promise<void> {
    const tables = [...DOMAINS, ...FOREIGN_KEYS, ...ACCOUNTS, ...GUARDS];
    const functions = [...CHECK_POSTINGS, ...LEAN_LEDGER_POST, BALANCE_EVENT, TRANSFER];
    for (const statement of [...tables, ...functions]) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
