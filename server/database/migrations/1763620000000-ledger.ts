import type { MigrationInterface, QueryRunner } from 'typeorm';
import { LEDGER_FUNCTIONS } from './1763620000000-ledger-functions.js';
import { LEDGER_GUARDS } from './1763620000000-ledger-guards.js';
import { LEDGER_SEALS } from './1763620000000-ledger-seals.js';

/**
 * The forms that an account may have: which kinds are a user's and which the house's, which of the house's may owe
 * (what it pays out of its own means, and the world outside), which stand in several shards, and which know only demo
 * money or only real money. A foreign key to it costs nothing when a balance moves, where a check would be read anew.
 */
const ACCOUNT_FORMS = `
  insert into ledger_account_form (kind, house, may_go_negative, demo, shard)
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
   where case when demo then for_demo else for_real end`;

/** Double entry: accounts, journals, postings, holds, seals, and the mode that the books' verdict decides. */
export class Ledger1763620000000 implements MigrationInterface {
  name = 'Ledger1763620000000';

  async up(runner: QueryRunner): Promise<void> {
    // Where a domain can hold a rule it does: a check of a table is parsed anew by every statement.
    await runner.query(`create domain money_amount as numeric(38,18) check (value <> 'NaN')`);
    await runner.query(`create domain ledger_amount as numeric(38,18) check (value <> 0 and value <> 'NaN')`);
    // Amounts of accounts carry their currency's scale, so it can no longer change once somebody holds the currency.
    await runner.query('alter table currency add constraint currency_scale unique (id, scale)');
    await this.createAccounts(runner);
    await this.createJournals(runner);
    await this.createSealsAndMode(runner);
    for (const statement of [...LEDGER_GUARDS, ...LEDGER_SEALS, ...LEDGER_FUNCTIONS]) await runner.query(statement);
  }

  private async createAccounts(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table ledger_account_form (
        kind text collate "C" not null,
        house boolean not null,
        may_go_negative boolean not null,
        demo boolean not null,
        shard smallint not null,
        primary key (kind, house, may_go_negative, demo, shard),
        constraint ledger_account_form_exemption check (not may_go_negative or house)
      )`);
    await runner.query(ACCOUNT_FORMS);
    await runner.query(`
      create table ledger_account (
        id bigint generated always as identity primary key,
        -- null: the house
        owner_id bigint references account_user (id),
        owner_key bigint not null generated always as (coalesce(owner_id, 0)) stored,
        house boolean not null generated always as (owner_id is null) stored,
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
        unique (id, currency_id, demo),
        foreign key (currency_id, scale) references currency (id, scale),
        constraint ledger_account_form foreign key (kind, house, may_go_negative, demo, shard)
          references ledger_account_form (kind, house, may_go_negative, demo, shard),
        constraint ledger_account_balance check (balance >= 0 or may_go_negative)
      ) with (fillfactor = 70)`);
    await runner.query(`
      create table ledger_hold (
        -- what holds the money, e.g. withdrawal:17
        name text not null check (length(name) between 1 and 128),
        account_id bigint not null references ledger_account (id),
        amount money_amount not null check (amount >= 0),
        opened_at timestamptz not null,
        closed_at timestamptz,
        primary key (name, account_id),
        constraint ledger_hold_closed_empty check ((amount = 0) = (closed_at is not null))
      );
      create index ledger_hold_account on ledger_hold (account_id) where closed_at is null`);
  }

  private async createJournals(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table ledger_journal (
        id bigint generated always as identity,
        reason text collate "C" not null,
        reference text collate "C" not null,
        demo boolean not null,
        at timestamptz not null,
        primary key (id, demo),
        unique (reason, reference),
        constraint ledger_journal_named check (length(reason) between 1 and 128 and length(reference) between 1 and 128)
      )`);
    await runner.query(`
      create table ledger_posting (
        account_id bigint not null,
        sequence bigint not null,
        journal_id bigint not null,
        currency_id integer not null,
        demo boolean not null,
        amount ledger_amount not null,
        balance_after money_amount not null,
        primary key (account_id, sequence),
        -- A posting is in the currency of its account, and demo money and real money never meet.
        foreign key (account_id, currency_id, demo) references ledger_account (id, currency_id, demo),
        foreign key (journal_id, demo) references ledger_journal (id, demo)
      )`);
    // Postings lie on the disk in the order of their journals; a summary of blocks finds those of a journal.
    await runner.query(`
      create index ledger_posting_journal on ledger_posting using brin (journal_id)
        with (pages_per_range = 16, autosummarize = on)`);
  }

  private async createSealsAndMode(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table ledger_seal (
        id bigint primary key check (id > 0),
        first_journal bigint not null,
        last_journal bigint not null check (last_journal >= first_journal),
        previous_hash bytea not null check (length(previous_hash) = 32),
        hash bytea not null check (length(hash) = 32),
        sealed_at timestamptz not null
      )`);
    await runner.query(`
      create table trading_mode (
        id boolean primary key default true check (id),
        mode text not null check (mode in ('open', 'cancel-only')),
        cause text not null,
        since timestamptz not null,
        -- By the database's clock: when the books were last found in order.
        verified_at timestamptz
      );
      create table trading_mode_change (
        id bigint generated always as identity primary key,
        mode text not null,
        cause text not null,
        operator_id bigint,
        at timestamptz not null
      );
      insert into trading_mode (mode, cause, since) values ('open', '', now())`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
