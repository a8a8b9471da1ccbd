import { ForwardMigration } from './forward-migration.js';

/** How far the check of the books has come, so that each look takes as long for a large book as for a small one. */
export class BooksInSlices1763740000000 extends ForwardMigration {
  protected readonly statements = [
    `create table books_progress (
       id boolean primary key default true check (id),
       -- The last journal of those that are sealed and were checked, and the last seal that this covers.
       verified_journal bigint not null default 0,
       verified_seal bigint,
       verified_hash bytea,
       pass_began_at timestamptz not null default now(),
       -- When the last pass through the whole book ended, and how long it took.
       passed_at timestamptz,
       pass_took interval
     )`,
    'insert into books_progress default values',
    `create table books_place (
       subject text primary key,
       -- null: the pass is through with it
       next_row bigint,
       -- The last one when the pass came to it: what is newer belongs to the next pass.
       last_row bigint
     )`,
    `create table books_suspect (
       subject text not null,
       first_row bigint not null,
       last_row bigint not null,
       found_at timestamptz not null,
       -- Two operators let all of it stand: looked at again after what they did not.
       let_stand boolean not null default false,
       primary key (subject, first_row, last_row)
     )`,
    'create unique index ledger_seal_last_journal on ledger_seal (last_journal)',
    // Days of interest lie on the disk in the order of their batches.
    `create index trust_accrual_of_batch on trust_accrual using brin (batch_id)
       with (pages_per_range = 16, autosummarize = on)`,
  ];
}
