import { always, ForwardMigration, writtenOnce } from './forward-migration.js';

/** Invitations that pay: the terms, the days that were rebated, what each fee brought to whom, and who invited themselves. */
export class Referral1763830000000 extends ForwardMigration {
  protected readonly statements = [
    // By which names a browser was known to whom: two accounts that share one are used by the same person.
    `create table account_device (
       user_id bigint not null references account_user (id),
       device text not null check (device ~ '^[A-Za-z0-9_-]{22}$'),
       first_at timestamptz not null,
       primary key (user_id, device)
     )`,
    'create index account_device_name on account_device (device)',
    'create index withdrawal_address_owner on withdrawal_address (user_id)',
    'create index account_bank_card_number on account_bank_card (bank_account)',
    // Never more than half of a fee, whoever decides: what is paid on a fee stays below the fee.
    'create domain rebate_ratio as numeric(6, 4) check (value between 0 and 0.5)',
    `create table referral_terms (
       -- UTC; of this day and those after it, until another line
       effective_day date primary key,
       ratio rebate_ratio not null,
       decided_at timestamptz not null
     )`,
    `insert into referral_terms (effective_day, ratio, decided_at) values ('2020-01-01', 0.2, now())`,
    `create table referral_partner_terms (
       user_id bigint not null references account_user (id),
       effective_day date not null,
       -- null: a partner no more
       ratio rebate_ratio,
       decided_at timestamptz not null,
       primary key (user_id, effective_day)
     )`,
    `create table referral_profile (
       user_id bigint primary key references account_user (id),
       nickname text not null check (length(nickname) between 2 and 20),
       nickname_key text not null unique,
       -- whether the nickname may stand in the public ranking
       listed boolean not null,
       changed_at timestamptz not null
     )`,
    // How often something of a user's invitations changed: the version of what events tell of it.
    `create table referral_version (
       user_id bigint primary key,
       version bigint not null default 1
     ) with (fillfactor = 70)`,
    `create table referral_day (
       -- UTC
       day date primary key,
       -- Its journals: those that were sealed on this day, by the database's clock. What they are can never change.
       first_journal bigint not null,
       last_journal bigint not null check (last_journal >= first_journal - 1),
       gathered_to bigint not null check (gathered_to between first_journal - 1 and last_journal),
       status text not null check (status in ('gathering', 'booking', 'booked')),
       opened_at timestamptz not null,
       booked_at timestamptz,
       check ((status = 'booked') = (booked_at is not null)),
       check (status = 'gathering' or gathered_to = last_journal)
     )`,
    // What was read at once, with the fees of invited users in it by currency: the books compare it with the postings.
    `create table referral_gathering (
       id bigint generated always as identity primary key,
       day date not null,
       first_journal bigint not null,
       last_journal bigint not null,
       fees jsonb not null
     )`,
    'create index referral_gathering_day on referral_gathering (day)',
    `create table referral_batch (
       id bigint generated always as identity primary key,
       day date not null,
       rebates integer not null check (rebates > 0),
       booked_at timestamptz not null
     )`,
    // One level: what one person's fees of one day in one currency bring to who invited them. The key pays it once.
    `create table referral_rebate (
       day date not null,
       payer_id bigint not null,
       currency_id integer not null,
       inviter_id bigint not null check (inviter_id < payer_id),
       scale smallint not null,
       fee money_amount not null,
       -- null until it is decided: self-referral and people who are not verified bring nothing
       outcome text check (outcome in ('earned', 'self', 'unverified')),
       ratio rebate_ratio,
       amount money_amount not null default 0 check (amount >= 0 and amount <= greatest(fee, 0)),
       batch_id bigint,
       primary key (day, payer_id, currency_id),
       check ((outcome is null) = (batch_id is null)),
       check ((outcome is null) = (ratio is null)),
       check (outcome = 'earned' or amount = 0)
     ) with (fillfactor = 80)`,
    'create index referral_rebate_inviter on referral_rebate (inviter_id, day desc, payer_id)',
    'create index referral_rebate_open on referral_rebate (day, inviter_id, payer_id, currency_id) where outcome is null',
    'create index referral_rebate_payer on referral_rebate (payer_id, day desc)',
    'create index referral_rebate_batch on referral_rebate (batch_id)',
    // What invitations have brought, so that a ranking need not add up years.
    `create table referral_income (
       inviter_id bigint not null,
       currency_id integer not null,
       amount money_amount not null check (amount >= 0),
       primary key (inviter_id, currency_id)
     ) with (fillfactor = 70)`,
    // Found once, it stays: taking the device or the address away afterwards changes nothing.
    `create table referral_self (
       payer_id bigint primary key,
       inviter_id bigint not null,
       shares text not null check (shares in ('device', 'address', 'account')),
       found_at timestamptz not null
     )`,
    'create index referral_self_found on referral_self (found_at desc)',
    ...['referral_gathering', 'referral_batch', 'referral_self'].flatMap((table) =>
      writtenOnce(table, 'referral_keep'),
    ),
    `create trigger referral_rebate_keep before delete or update of day, payer_id, currency_id, inviter_id, scale
       on referral_rebate for each row execute function referral_keep()`,
    `create trigger referral_rebate_decided before update on referral_rebate
       for each row when (old.outcome is not null) execute function referral_keep()`,
    `create trigger referral_day_keep before delete or update of day, first_journal, last_journal, opened_at
       on referral_day for each row execute function referral_keep()`,
    `create trigger referral_day_booked before update on referral_day
       for each row when (old.status = 'booked') execute function referral_keep()`,
    // Terms that hold already, or held, are what days were rebated by.
    `create trigger referral_terms_keep before insert or update or delete on referral_terms
       for each row execute function referral_terms_keep()`,
    `create trigger referral_partner_terms_keep before insert or update or delete on referral_partner_terms
       for each row execute function referral_terms_keep()`,
    `create trigger referral_invited after insert on account_user
       for each row when (new.invited_by is not null) execute function referral_invited()`,
    ...always('referral_terms', ['referral_terms_keep']),
    ...always('referral_partner_terms', ['referral_partner_terms_keep']),
    // Two more kinds of what takes two people, beside whichever there are.
    `do $$
       declare
         law constant text := (select pg_get_constraintdef(oid) from pg_constraint
                                where conname = 'operator_proposal_kind_check');
       begin
         alter table operator_proposal drop constraint operator_proposal_kind_check;
         execute 'alter table operator_proposal add constraint operator_proposal_kind_check '
           || replace(law, 'ARRAY[', 'ARRAY[''referral-terms''::text, ''referral-partner''::text, ');
       end $$`,
    `create unique index operator_proposal_open_referral on operator_proposal (kind)
       where status = 'open' and kind = 'referral-terms'`,
  ];
}
