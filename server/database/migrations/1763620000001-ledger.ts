import { ForwardMigration, always, writtenOnce } from './forward-migration.js';

/** Double entry: accounts, journals, postings, holds, seals, and the mode that the books' verdict decides. */
export class Ledger1763620000001 extends ForwardMigration {
  protected readonly statements = [
    // Every statement that writes to a table reads that table's checks anew from their text, 40,000 instructions a rule;
    // a rule of a domain is read once in a connection. So a rule about one column is its domain's.
    `create domain money_amount as numeric(38,18) check (value <> 'NaN')`,
    `create domain ledger_amount as numeric(38,18) check (value <> 0 and value <> 'NaN')`,
    // Amounts of accounts carry their currency's scale, so it can no longer change once somebody holds the currency.
    `create domain ledger_name as text collate "C" check (length(value) between 1 and 128)`,
    `create domain hold_amount as numeric(38,18) check (value >= 0 and value <> 'NaN')`,
    'create domain hold_name as text check (length(value) between 1 and 128)',
    'alter table currency add constraint currency_scale unique (id, scale)',
    `create table ledger_account_form (
       kind text collate "C" not null,
       house boolean not null,
       may_go_negative boolean not null,
       demo boolean not null,
       shard smallint not null,
       primary key (kind, house, may_go_negative, demo, shard),
       constraint ledger_account_form_exemption check (not may_go_negative or house)
     )`,
    /**
     * The forms that an account may have: which kinds are a user's and which the house's, which of the house's may owe
     * (what it pays out of its own means, and the world outside), which stand in several shards, and which know only demo
     * money or only real money. A foreign key to it costs nothing when a balance moves, where a check would be read anew.
     */
    `insert into ledger_account_form (kind, house, may_go_negative, demo, shard)
     select kind, house, may_go_negative, demo, shard
       from (values
         ('spot', false, false, 1, true, true), ('spot_frozen', false, false, 1, true, true),
         ('option', false, false, 1, true, true), ('option_frozen', false, false, 1, true, true),
         ('contract', false, false, 1, true, true), ('contract_frozen', false, false, 1, true, true),
         ('trust', false, false, 1, true, true), ('trust_frozen', false, false, 1, true, true),
         ('external', true, true, 16, true, false), ('sim_mint', true, true, 16, false, true),
         ('fee', true, false, 16, true, true), ('penalty', true, false, 16, true, true),
         ('house_pnl', true, true, 16, true, true), ('interest_expense', true, true, 16, true, true),
         ('rebate_expense', true, true, 16, true, true), ('adjustment', true, true, 1, true, true),
         ('insurance', true, false, 1, true, true), ('escrow', true, false, 1, true, true)
       ) as known (kind, house, may_go_negative, shards, for_real, for_demo),
       generate_series(0, shards - 1) as shard, (values (false), (true)) as money (demo)
      where case when demo then for_demo else for_real end`,
    `create table ledger_account (
       id bigint generated always as identity primary key,
       -- null: the house
       owner_id bigint references account_user (id),
       -- both derived from the owner by a trigger: statements would read generated columns anew from their text
       owner_key bigint not null,
       house boolean not null,
       kind text collate "C" not null,
       currency_id integer not null,
       scale smallint not null,
       demo boolean not null,
       -- Busy house accounts exist several times, so that they do not make money stand in line.
       shard smallint not null default 0,
       balance money_amount not null default 0,
       -- number of the last posting
       sequence bigint not null default 0,
       may_go_negative boolean not null,
       unique (owner_key, kind, currency_id, demo, shard),
       foreign key (currency_id, scale) references currency (id, scale),
       constraint ledger_account_form foreign key (kind, house, may_go_negative, demo, shard)
         references ledger_account_form (kind, house, may_go_negative, demo, shard),
       constraint ledger_account_balance check (balance >= 0 or may_go_negative)
     ) with (fillfactor = 70)`,
    `create table ledger_hold (
       -- what holds the money, e.g. withdrawal:17
       name hold_name not null,
       account_id bigint not null references ledger_account (id),
       amount hold_amount not null,
       opened_at timestamptz not null,
       closed_at timestamptz,
       primary key (name, account_id),
       constraint ledger_hold_closed_empty check ((amount = 0) = (closed_at is not null))
     )`,
    'create index ledger_hold_account on ledger_hold (account_id) where closed_at is null',
    `create table ledger_journal (
       id bigint generated always as identity,
       reason ledger_name not null,
       reference ledger_name not null,
       demo boolean not null,
       at timestamptz not null,
       primary key (id, demo),
       unique (reason, reference)
     )`,
    `create table ledger_posting (
       account_id bigint not null,
       sequence bigint not null,
       journal_id bigint not null,
       currency_id integer not null,
       demo boolean not null,
       amount ledger_amount not null,
       balance_after money_amount not null,
       primary key (account_id, sequence)
     )`,
    // Postings lie on the disk in the order of their journals; a summary of blocks finds those of a journal.
    `create index ledger_posting_journal on ledger_posting using brin (journal_id)
       with (pages_per_range = 16, autosummarize = on)`,
    `create table ledger_seal (
       id bigint primary key check (id > 0),
       first_journal bigint not null,
       last_journal bigint not null check (last_journal >= first_journal),
       previous_hash bytea not null check (length(previous_hash) = 32),
       hash bytea not null check (length(hash) = 32),
       sealed_at timestamptz not null
     )`,
    `create table trading_mode (
       id boolean primary key default true check (id),
       mode text not null check (mode in ('open', 'cancel-only')),
       cause text not null,
       since timestamptz not null,
       -- By the database's clock: when the books were last found in order.
       verified_at timestamptz
     )`,
    `create table trading_mode_change (
       id bigint generated always as identity primary key,
       mode text not null,
       cause text not null,
       operator_id bigint,
       at timestamptz not null
     )`,
    `insert into trading_mode (mode, cause, since) values ('open', '', now())`,
    // What nobody may do to the books, whoever asks: triggers refuse it for every role, the owner included, and the
    // product's role `gateway_app` is not even granted it.
    ...['ledger_account_form', 'ledger_journal', 'ledger_posting', 'ledger_seal', 'trading_mode_change'].flatMap(
      (table) => [...writtenOnce(table, 'ledger_keep'), ...always(table, [`${table}_keep`, `${table}_keep_all`])],
    ),
    `create trigger ledger_account_derive before insert on ledger_account
       for each row execute function ledger_account_derive()`,
    ...always('ledger_account', ['ledger_account_derive']),
    // An account's balance moves; what the account is never changes, and it never goes away. Once a statement: a trigger
    // before a row's update would lock the row once more.
    `create trigger ledger_account_keep
       before delete or update of id, owner_id, owner_key, house, kind, currency_id, scale, demo, shard, may_go_negative
       on ledger_account for each statement execute function ledger_keep()`,
    ...['ledger_account', 'ledger_hold', 'trading_mode'].map(
      (table) =>
        `create trigger ${table}_keep_all before truncate on ${table} for each statement execute function ledger_keep()`,
    ),
    `create trigger ledger_hold_keep before delete or update of name, account_id, opened_at on ledger_hold
       for each statement execute function ledger_keep()`,
    `create trigger ledger_posting_balance after insert on ledger_posting
       referencing new table as added for each statement execute function ledger_posting_balance()`,
    ...always('ledger_posting', ['ledger_posting_balance']),
    // The role that the product may run as. Where the migrating role may not make roles, the triggers stand alone.
    `do $$
       begin
         if not exists (select from pg_roles where rolname = 'gateway_app')
            and exists (select from pg_roles where rolname = current_user and (rolcreaterole or rolsuper)) then
           create role gateway_app nologin;
         end if;
       exception when duplicate_object or unique_violation then
         null;
       end $$`,
    `do $$
       begin
         if not exists (select from pg_roles where rolname = 'gateway_app') then
           return;
         end if;
         grant usage on schema public to gateway_app;
         grant select, insert, update, delete on all tables in schema public to gateway_app;
         grant usage, select on all sequences in schema public to gateway_app;
         alter default privileges in schema public grant select, insert, update, delete on tables to gateway_app;
         alter default privileges in schema public grant usage, select on sequences to gateway_app;
         revoke insert, update, delete, truncate on
           ledger_account_form, ledger_account, ledger_journal, ledger_posting, ledger_hold, ledger_seal, trading_mode_change
           from gateway_app;
         grant insert on ledger_seal, trading_mode_change to gateway_app;
         revoke insert, delete, truncate on trading_mode from gateway_app;
       end $$`,
  ];
}
