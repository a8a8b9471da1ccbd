-- Posts many journals of one reason in the caller's transaction, set by set: for sweeps that settle thousands
-- of rows. Each leg names its journal by the journal's reference. The legs of an account are posted in the
-- order given, and none may pass below zero at any step. All accounts are locked before anything moves, in
-- the lock order of ledger_post. A reference that is in the books already is skipped after its legs were
-- compared, and answered in `replayed`. A journal may have more than the 64 legs of ledger_post.
--
-- Answers the journals in no order, and for each account of a user what the batch moved, the balance that it
-- left and the number of the last posting: what a `balance` event says.
--
-- A batch of ten and one of ten thousand want different plans, so each call is planned for its own. Refusals
-- as those of ledger_post; fees and penalties cannot be given back in a batch (LG002).
--
-- Access: stored functions
create or replace function ledger_post_batch(
  p_reason text, p_at timestamptz, p_demo boolean, p_references text[], p_owners bigint[], p_kinds text[],
  p_currencies integer[], p_amounts numeric[], p_holds text[], out journal_references text[], out
  journal_ids bigint[], out replayed text[], out owners bigint[], out kinds text[], out currencies
  integer[], out deltas numeric[], out afters numeric[], out numbers bigint[]
)
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_custom_plan
as $$
declare
  -- Assigned first: a transaction that holds a journal number is then visible as running, and the sealer waits for it.
  transaction_id constant xid8 := pg_current_xact_id();
  given constant integer := coalesce(cardinality(p_amounts), 0);
  repeated text;
  accounts bigint[];
  journals bigint[];
  short bigint;
begin
  perform require_reached(p_at);
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
     where (leg.hold is not null) <> (leg.kind like '%\_frozen') or leg.amount <> trunc(leg.amount, a.scale)
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
         array_agg(trim_scale(m.moved) order by m.id), array_agg(trim_scale(m.balance) order by m.id),
         array_agg(m.sequence order by m.id)
    into short, owners, kinds, currencies, deltas, afters, numbers
    from moved m where m.owner_id is not null;
  if short is not null then
    perform ledger_refuse_debit(a.owner_id, a.kind, a.currency_id) from ledger_account a where a.id = short;
  end if;
  owners := coalesce(owners, '{}');
  perform ledger_move_holds(p_at, journals, accounts, p_amounts, p_holds);
end
$$;
