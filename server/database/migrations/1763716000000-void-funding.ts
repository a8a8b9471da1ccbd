import { ForwardMigration, writtenOnce } from './forward-migration.js';

/** When markets were halted, and why a stamp of funding moves no money. */
export class VoidFunding1763716000000 extends ForwardMigration {
  protected readonly statements = [
    `create table market_halt (
       id bigint generated always as identity primary key,
       market_id integer not null references market (id),
       -- whether it is halted from this instant on
       halted boolean not null,
       at timestamptz not null default clock_timestamp()
     )`,
    'create index market_halt_at on market_halt (market_id, at desc, id desc)',
    ...writtenOnce('market_halt', 'futures_keep'),
    `create trigger market_note_halt after update of halted_reason on market for each row
       when ((old.halted_reason is null) <> (new.halted_reason is null)) execute function market_note_halt()`,
    'insert into market_halt (market_id, halted) select id, true from market where halted_reason is not null',
    // Null: it moved what its rate says.
    `alter table funding_rate add column void text
       check (void in ('halted', 'closed', 'no-price', 'no-premiums'))`,
    'alter table funding_rate add check (void is null or rate = 0) not valid',
  ];
}
