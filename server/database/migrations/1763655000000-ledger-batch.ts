import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A batch of ten and one of ten thousand want different plans, so each call is planned for what it was given. */
const SETTINGS = `security definer set search_path = public, pg_temp set enable_seqscan = off
  set plan_cache_mode = force_custom_plan`;

/**
 * Posts many journals of one reason in the caller's transaction, set by set: what a sweep does that settles thousands
 * of rows. Each leg names its journal by the journal's reference; the legs of an account are posted in the order in
 * which they are given and none may pass below zero at any step. Every account is locked before anything moves, in the
 * order in which `ledger_post` locks them. A reference that stands in the books already is skipped, after its legs
 * were compared; the caller sees it in `replayed`. A journal may have more than the 64 legs of `ledger_post`.
 *
 * Answered are the journals in no order, and per account of a user: what the batch moved, the balance that it left and
 * the number of the last posting, which is what a `balance` event says.
 *
 * SQLSTATEs as those of `ledger_post`. Fees and penalties cannot be given back in a batch (LG002).
 */
const POST_BATCH = `
  create function ledger_post_batch(
    p_reason text, p_at timestamptz, p_demo boolean, p_references text[],
    p_owners bigint[], p_kinds text[], p_currencies integer[], p_amounts numeric[], p_holds text[],
    out journal_references text[], out journal_ids bigint[], out replayed text[],
    out owners bigint[], out kinds text[], out currencies integer[],
    out deltas numeric[], out afters numeric[], out numbers bigint[])
  language plpgsql ${SETTINGS} as $$
  declare
    -- Given first, so that whoever holds a number of a journal is known to run: the sealer waits for it.
    transaction_id constant xid8 := pg_current_xact_id();
    given constant integer := coalesce(cardinality(p_amounts), 0);
    repeated text;
    accounts bigint[];
    journals bigint[];
    short bigint;
  begin
    if given = 0 or cardinality(p_references) <> given or cardinality(p_owners) <> given
      or cardinality(p_kinds) <> given or cardinality(p_currencies) <> given or cardinality(p_holds) <> given then
      raise exception 'a batch has complete legs' using errcode = 'LG002';
    end if;

    with journal as (
      insert into ledger_journal (reason, reference, demo, at)
      select p_reason, named.reference, p_demo, p_at
        from (select leg.reference, min(leg.position) as position
                from unnest(p_references) with ordinality as leg (reference, position)
               group by leg.reference) named
       order by named.position
      on conflict (reason, reference) do nothing returning id, reference)
    select array_agg(journal.reference), array_agg(journal.id) into journal_references, journal_ids from journal;
    journal_references := coalesce(journal_references, '{}');
    journal_ids := coalesce(journal_ids, '{}');
    select coalesce(array_agg(known.reference), '{}') into replayed
      from (select unnest(p_references) as reference except select unnest(journal_references)) known;
    foreach repeated in array replayed loop
      perform ledger_replay(p_reason, repeated, p_demo, array_agg(leg.owner_id), array_agg(leg.kind),
                            array_agg(leg.currency_id), array_agg(leg.amount))
         from unnest(p_references, p_owners, p_kinds, p_currencies, p_amounts)
           as leg (reference, owner_id, kind, currency_id, amount)
        where leg.reference = repeated;
    end loop;

    -- Looked up leg by leg: however many legs there are, no plan that was made for few of them can be wrong.
    for attempt in 1..2 loop
      select array_agg((
               select a.id from ledger_account a
                where a.owner_key = coalesce(leg.owner_id, 0) and a.kind = leg.kind and a.currency_id = leg.currency_id
                  and a.demo = p_demo and a.shard = ledger_shard(leg.owner_id, leg.kind)) order by leg.position)
        into accounts
        from unnest(p_owners, p_kinds, p_currencies) with ordinality as leg (owner_id, kind, currency_id, position);
      exit when array_position(accounts, null) is null;
      if attempt = 2 then
        raise exception 'there can be no such account' using errcode = 'LG002';
      end if;
      perform ledger_open_accounts(p_demo, p_owners, p_kinds, p_currencies);
    end loop;
    select array_agg(fresh.id order by leg.position) into journals
      from unnest(p_references) with ordinality as leg (reference, position)
      left join unnest(journal_references, journal_ids) as fresh (reference, id) on fresh.reference = leg.reference;

    -- All of them, users first and the house last: the order of ledger_post.
    perform from (
      select from ledger_account a where a.id = any (accounts)
       order by a.owner_id nulls last, a.kind collate "C", a.currency_id, a.shard
         for no key update) locked;
    if exists (
      select from unnest(accounts, p_owners, p_kinds, p_amounts, p_holds) as leg (account_id, owner_id, kind, amount, hold)
        join ledger_account a on a.id = leg.account_id
       where (leg.hold is not null) <> (leg.kind like '%\\_frozen') or leg.amount <> trunc(leg.amount, a.scale)
          or (leg.owner_id is null and leg.amount < 0 and leg.kind in ('fee', 'penalty'))) then
      raise exception 'a batch has plain legs, within the decimals of their currencies, frozen money by name of its hold'
        using errcode = 'LG002';
    end if;

    with leg as materialized (
      select given_leg.journal_id, a.id as account_id, a.may_go_negative, given_leg.currency_id, given_leg.amount,
             a.sequence + row_number() over by_account as number,
             a.balance + sum(given_leg.amount) over by_account as after,
             given_leg.position
        from unnest(journals, accounts, p_currencies, p_amounts) with ordinality
          as given_leg (journal_id, account_id, currency_id, amount, position)
        join ledger_account a on a.id = given_leg.account_id
       where given_leg.journal_id is not null
      window by_account as (partition by a.id order by given_leg.position)),
    total as materialized (
      select account_id, sum(amount) as moved, count(*) as postings from leg group by account_id),
    moved as (
      update ledger_account a set balance = a.balance + total.moved, sequence = a.sequence + total.postings
        from total
       where a.id = total.account_id
         and not exists (select from leg where leg.after < 0 and not leg.may_go_negative)
      returning a.id, a.owner_id, a.kind, a.currency_id, a.balance, a.sequence, total.moved),
    posted as (
      insert into ledger_posting (account_id, sequence, journal_id, currency_id, demo, amount, balance_after)
      select leg.account_id, leg.number, leg.journal_id, leg.currency_id, p_demo, leg.amount, leg.after from leg
       order by leg.position
      returning 1)
    select (select min(leg.account_id) from leg where leg.after < 0 and not leg.may_go_negative),
           array_agg(m.owner_id order by m.id), array_agg(m.kind order by m.id), array_agg(m.currency_id order by m.id),
           array_agg(m.moved order by m.id), array_agg(m.balance order by m.id), array_agg(m.sequence order by m.id)
      into short, owners, kinds, currencies, deltas, afters, numbers
      from moved m where m.owner_id is not null;
    if short is not null then
      perform ledger_refuse_debit(a.owner_id, a.kind, a.currency_id) from ledger_account a where a.id = short;
    end if;
    owners := coalesce(owners, '{}');
    perform ledger_move_holds(p_at, journals, accounts, p_amounts, p_holds);
  end $$`;

/** The holds of a batch: what is raised and what is lowered. One hold may not be both in one batch. */
const MOVE_HOLDS = `
  create function ledger_move_holds(
    p_at timestamptz, p_journals bigint[], p_accounts bigint[], p_amounts numeric[], p_holds text[]) returns void
  language plpgsql ${SETTINGS} as $$
  declare
    wanted integer;
    raised integer;
    lowered integer;
  begin
    with leg as materialized (
      select given.hold as name, given.account_id, given.amount > 0 as up, sum(given.amount) as amount
        from unnest(p_journals, p_accounts, p_amounts, p_holds) as given (journal_id, account_id, amount, hold)
       where given.hold is not null and given.journal_id is not null
       group by given.hold, given.account_id, given.amount > 0),
    up as (
      insert into ledger_hold as h (name, account_id, amount, opened_at)
      select leg.name, leg.account_id, leg.amount, p_at from leg where leg.up
      on conflict (name, account_id) do update set amount = h.amount + excluded.amount where h.closed_at is null
      returning 1),
    down as (
      update ledger_hold h
         set amount = h.amount + leg.amount, closed_at = case when h.amount + leg.amount = 0 then p_at end
        from leg
       where not leg.up and h.amount + leg.amount >= 0
         -- Looked up one by one; the account is locked, so the row stays where it is.
         and h.ctid = (select own.ctid from ledger_hold own
                        where own.name = leg.name and own.account_id = leg.account_id and own.closed_at is null)
      returning 1)
    select (select count(*) from leg), (select count(*) from up), (select count(*) from down)
      into wanted, raised, lowered;
    if raised + lowered <> wanted then
      raise exception 'a hold of the batch is closed or does not reach' using errcode = 'LG004';
    end if;
  end $$`;

/**
 * Events of many users in one statement per table: the numbers of all streams are taken in the order of the users,
 * which is the order of everybody who takes several.
 */
const APPEND_MANY = `
  create function outbox_append_many(p_user_ids bigint[], p_kinds text[], p_payloads jsonb[], p_at timestamptz)
  returns void language sql volatile as $$
    with given as materialized (
      select user_id, kind, payload, position, row_number() over (partition by user_id order by position) as place
        from unnest(p_user_ids, p_kinds, p_payloads) with ordinality as event (user_id, kind, payload, position)),
    taken as (
      insert into outbox_stream as stream (user_id, sequence)
      select given.user_id, count(*) from given group by given.user_id order by given.user_id
      on conflict (user_id) do update set sequence = stream.sequence + excluded.sequence
      returning user_id, sequence),
    counted as materialized (select user_id, count(*) as events from given group by user_id)
    insert into outbox (user_id, sequence, kind, payload, at)
    select given.user_id, taken.sequence - counted.events + given.place, given.kind, given.payload, p_at
      from given join taken on taken.user_id = given.user_id join counted on counted.user_id = given.user_id
  $$`;

/**
 * What foreign keys of the postings saw row by row, at twenty microseconds a row, one statement sees for all rows that
 * arrive together. Accounts and journals are never removed and never change what they are, so looking once is enough.
 */
const CHECK_POSTINGS = [
  `create or replace function ledger_posting_balance() returns trigger language plpgsql as $$
   begin
     if exists (select from added group by journal_id, currency_id having sum(amount) <> 0) then
       raise exception 'the legs of a journal do not sum to zero' using errcode = 'LG002';
     end if;
     -- Asked row by row, so that no plan can read all accounts or journals, whatever it believes of their number.
     if exists (
       select from added p
        where (select a.id from ledger_account a
                where a.id = p.account_id and a.currency_id = p.currency_id and a.demo = p.demo) is null
           or (select j.id from ledger_journal j where j.id = p.journal_id and j.demo = p.demo) is null) then
       raise exception 'a posting is in the currency and the book of its account and its journal' using errcode = '23503';
     end if;
     return null;
   end $$`,
  'alter table ledger_posting enable always trigger ledger_posting_balance',
  `alter table ledger_posting
     drop constraint ledger_posting_account_id_currency_id_demo_fkey,
     drop constraint ledger_posting_journal_id_demo_fkey`,
  // It was there for the foreign key, and an empty table's plan took it to find accounts by currency and book alone.
  'alter table ledger_account drop constraint ledger_account_id_currency_id_demo_key',
];

const GRANTS = `
  do $$
  begin
    revoke all on function ledger_post_batch, ledger_move_holds from public;
    if exists (select from pg_roles where rolname = 'gateway_app') then
      grant execute on function ledger_post_batch to gateway_app;
    end if;
  end $$`;

/** What sweeps that settle thousands of rows call: postings and events of a whole batch at once. */
export class LedgerBatch1763655000000 implements MigrationInterface {
  name = 'LedgerBatch1763655000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...CHECK_POSTINGS, MOVE_HOLDS, POST_BATCH, APPEND_MANY, GRANTS])
      await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
