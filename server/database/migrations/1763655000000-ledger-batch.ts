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
    seen record;
    repeated text;
    fresh_legs integer;
    wanted integer;
    found integer;
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

    select count(*) filter (where a.id is null) as unknown,
           bool_or((leg.hold is not null) <> (leg.kind like '%\\_frozen')) as misheld,
           bool_or(leg.amount <> trunc(leg.amount, a.scale)) as too_fine,
           bool_or(leg.owner_id is null and leg.amount < 0 and leg.kind in ('fee', 'penalty')) as gathers
      into seen
      from unnest(p_owners, p_kinds, p_currencies, p_amounts, p_holds)
        as leg (owner_id, kind, currency_id, amount, hold)
      left join ledger_account a
        on a.owner_key = coalesce(leg.owner_id, 0) and a.kind = leg.kind and a.currency_id = leg.currency_id
       and a.demo = p_demo and a.shard = ledger_shard(leg.owner_id, leg.kind);
    if seen.misheld or seen.too_fine or seen.gathers then
      raise exception 'a batch has plain legs, within the decimals of their currencies, frozen money by name of its hold'
        using errcode = 'LG002';
    end if;
    if seen.unknown > 0 then
      perform ledger_open_accounts(p_demo, p_owners, p_kinds, p_currencies);
    end if;

    -- All of them, users first and the house last: the order of ledger_post.
    perform from (
      select a.id from ledger_account a
       where a.id in (
         select account.id
           from (select distinct owner_id, kind, currency_id
                   from unnest(p_owners, p_kinds, p_currencies) as leg (owner_id, kind, currency_id)) leg
           join ledger_account account
             on account.owner_key = coalesce(leg.owner_id, 0) and account.kind = leg.kind
            and account.currency_id = leg.currency_id and account.demo = p_demo
            and account.shard = ledger_shard(leg.owner_id, leg.kind))
       order by a.owner_id nulls last, a.kind collate "C", a.currency_id, a.shard
         for no key update) locked;

    with fresh as materialized (
      select * from unnest(journal_references, journal_ids) as journal (reference, id)),
    leg as materialized (
      select fresh.id as journal_id, a.id as account_id, a.may_go_negative, given_leg.currency_id, given_leg.amount,
             a.sequence + row_number() over by_account as number,
             a.balance + sum(given_leg.amount) over by_account as after,
             given_leg.position
        from unnest(p_references, p_owners, p_kinds, p_currencies, p_amounts) with ordinality
          as given_leg (reference, owner_id, kind, currency_id, amount, position)
        join fresh on fresh.reference = given_leg.reference
        join ledger_account a
          on a.owner_key = coalesce(given_leg.owner_id, 0) and a.kind = given_leg.kind
         and a.currency_id = given_leg.currency_id and a.demo = p_demo
         and a.shard = ledger_shard(given_leg.owner_id, given_leg.kind)
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
    select (select count(*) from posted),
           (select min(leg.account_id) from leg where leg.after < 0 and not leg.may_go_negative),
           array_agg(m.owner_id order by m.id), array_agg(m.kind order by m.id), array_agg(m.currency_id order by m.id),
           array_agg(m.moved order by m.id), array_agg(m.balance order by m.id), array_agg(m.sequence order by m.id)
      into fresh_legs, found, owners, kinds, currencies, deltas, afters, numbers
      from moved m where m.owner_id is not null;
    if found is not null then
      perform ledger_refuse_debit(a.owner_id, a.kind, a.currency_id) from ledger_account a where a.id = found;
    end if;
    select count(*) into wanted from unnest(p_references) as leg (reference)
     where leg.reference <> all (replayed);
    if fresh_legs <> wanted then
      raise exception 'there can be no such account' using errcode = 'LG002';
    end if;
    owners := coalesce(owners, '{}');
    perform ledger_move_holds(p_demo, p_at, p_references, replayed, p_owners, p_kinds, p_currencies, p_amounts, p_holds);
  end $$`;

/** The holds of a batch: what is raised and what is lowered. One hold may not be both in one batch. */
const MOVE_HOLDS = `
  create function ledger_move_holds(
    p_demo boolean, p_at timestamptz, p_references text[], p_replayed text[],
    p_owners bigint[], p_kinds text[], p_currencies integer[], p_amounts numeric[], p_holds text[]) returns void
  language plpgsql ${SETTINGS} as $$
  declare
    wanted integer;
    raised integer;
    lowered integer;
  begin
    if not exists (select from unnest(p_holds) as leg (hold) where leg.hold is not null) then
      return;
    end if;
    with leg as materialized (
      select given.hold as name, a.id as account_id, given.amount > 0 as up, sum(given.amount) as amount
        from unnest(p_references, p_owners, p_kinds, p_currencies, p_amounts, p_holds)
          as given (reference, owner_id, kind, currency_id, amount, hold)
        join ledger_account a on a.owner_key = given.owner_id and a.kind = given.kind
         and a.currency_id = given.currency_id and a.demo = p_demo and a.shard = 0
       where given.hold is not null and (cardinality(p_replayed) = 0 or given.reference <> all (p_replayed))
       group by given.hold, a.id, given.amount > 0),
    up as (
      insert into ledger_hold as h (name, account_id, amount, opened_at)
      select leg.name, leg.account_id, leg.amount, p_at from leg where leg.up
      on conflict (name, account_id) do update set amount = h.amount + excluded.amount where h.closed_at is null
      returning 1),
    down as (
      update ledger_hold h
         set amount = h.amount + leg.amount, closed_at = case when h.amount + leg.amount = 0 then p_at end
        from leg
       where not leg.up and h.name = leg.name and h.account_id = leg.account_id and h.closed_at is null
         and h.amount + leg.amount >= 0
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
    for (const statement of [MOVE_HOLDS, POST_BATCH, APPEND_MANY, GRANTS]) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
