import { ForwardMigration } from './forward-migration.js';

/** One row of the mode for each book. What was written of the product as a whole was about both. */
const MODE = `
  alter table trading_mode add column demo boolean not null default false, add column checked_at timestamptz;
  alter table trading_mode drop constraint trading_mode_pkey, drop column id, add primary key (demo);
  alter table trading_mode alter demo drop default;
  update trading_mode set checked_at = verified_at;
  insert into trading_mode (demo, mode, cause, since, verified_at, checked_at)
    select true, mode, cause, since, verified_at, checked_at from trading_mode;
  alter table trading_mode_change add column demo boolean;
  alter table trading_mode_change add constraint trading_mode_change_book check (demo is not null) not valid`;

/** What two operators let stand: one violating row in one state. Written once, lifted once. */
const QUARANTINE = `
  create table books_quarantine (
    id bigint generated always as identity primary key,
    proposal_id bigint not null references operator_proposal (id),
    invariant text not null,
    fingerprint text not null check (fingerprint ~ '^[0-9a-f]{64}$'),
    book text not null check (book in ('real', 'demo', 'both')),
    details jsonb not null check (jsonb_typeof(details) = 'object'),
    since timestamptz not null,
    lifted_at timestamptz,
    lifted_by bigint references operator (id),
    lift_reason text check (length(lift_reason) <= 500),
    check ((lifted_at is null) = (lifted_by is null) and (lifted_at is null) = (lift_reason is null))
  );
  create unique index books_quarantine_stands on books_quarantine (invariant, fingerprint) where lifted_at is null;
  create trigger books_quarantine_keep before update or delete on books_quarantine
    for each row execute function books_quarantine_keep();
  create trigger books_quarantine_keep_all before truncate on books_quarantine
    for each statement execute function books_quarantine_keep();
  alter table books_quarantine enable always trigger books_quarantine_keep;
  alter table books_quarantine enable always trigger books_quarantine_keep_all;
  do $$
  begin
    if exists (select from pg_roles where rolname = 'gateway_app') then
      revoke update, delete, truncate on books_quarantine from gateway_app;
      grant update (lifted_at, lifted_by, lift_reason) on books_quarantine to gateway_app;
    end if;
  end $$`;

const PROPOSALS = `
  alter table operator_proposal drop constraint operator_proposal_kind_check;
  alter table operator_proposal add constraint operator_proposal_kind_check check (kind in
    ('adjustment', 'deposit', 'withdrawal', 'deposit-key', 'deposit-pool', 'deposit-bank', 'network-limit', 'insurance',
     'books-quarantine', 'books-reopen'));
  create unique index operator_proposal_open_reopen on operator_proposal ((detail ->> 'book'))
    where status = 'open' and kind = 'books-reopen'`;

/** Real and demo money are stopped and reopened each for itself, and a violation that stays can be let stand by two. */
export class BooksApart1763711000000 extends ForwardMigration {
  protected readonly statements = [MODE, QUARANTINE, PROPOSALS];
}
