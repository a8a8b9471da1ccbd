/**
 * The only code that changes a balance. SQLSTATEs: LG001 insufficient balance, LG002 not a journal, LG003 the
 * reference was used for another journal, LG004 no such hold, LG005 the product is in cancel-only.
 *
 * Sequential scans are off inside: a plan that was made while the tables were empty would keep them.
 */
const SETTINGS = 'security definer set search_path = public, pg_temp set enable_seqscan = off';

/** House accounts that every command touches exist sixteen times; a connection always uses the same one. */
const SHARD = `
  create function ledger_shard(p_owner bigint, p_kind text) returns smallint language sql stable as $$
    select case when p_owner is null and p_kind in (
      'external', 'fee', 'house_pnl', 'interest_expense', 'rebate_expense', 'penalty', 'sim_mint')
      then pg_backend_pid() % 16 else 0 end::smallint
  $$`;

/** Makes the missing accounts of a journal, in the order in which accounts are locked. */
const OPEN_ACCOUNTS = `
  create function ledger_open_accounts(
    p_demo boolean, p_owners bigint[], p_kinds text[], p_currencies integer[]) returns void
  language plpgsql ${SETTINGS} as $$
  begin
    insert into ledger_account (owner_id, kind, currency_id, scale, demo, shard, may_go_negative)
    select wanted.owner_id, form.kind, currency.id, currency.scale, p_demo, form.shard, form.may_go_negative
      from (select distinct leg.owner_id, leg.kind, leg.currency_id, ledger_shard(leg.owner_id, leg.kind) as shard
              from unnest(p_owners, p_kinds, p_currencies) as leg (owner_id, kind, currency_id)) wanted
      join ledger_account_form form on form.kind = wanted.kind and form.house = (wanted.owner_id is null)
       and form.demo = p_demo and form.shard = wanted.shard
      join currency on currency.id = wanted.currency_id
     order by wanted.owner_id nulls last, form.kind, currency.id, form.shard
    on conflict do nothing;
  end $$`;

/** The answer to a journal that stands in the books: its number and the balances it left. */
const REPLAY = `
  create function ledger_replay(
    p_reason text, p_reference text, p_demo boolean,
    p_owners bigint[], p_kinds text[], p_currencies integer[], p_amounts numeric[],
    out journal_id bigint, out balances text[])
  language plpgsql ${SETTINGS} as $$
  declare
    stored ledger_journal;
  begin
    select * into strict stored from ledger_journal where reason = p_reason and reference = p_reference;
    journal_id := stored.id;
    if stored.demo <> p_demo or exists (
      select from (
        select coalesce(leg.owner_id, 0) as owner_key, leg.kind, leg.currency_id, leg.amount
          from unnest(p_owners, p_kinds, p_currencies, p_amounts) as leg (owner_id, kind, currency_id, amount)
        union all
        select a.owner_key, a.kind, a.currency_id, -p.amount
          from ledger_posting p join ledger_account a on a.id = p.account_id
         where p.journal_id = stored.id) both_sides
       group by owner_key, kind, currency_id having sum(amount) <> 0) then
      raise exception '% % stands in the books with other legs', p_reason, p_reference using errcode = 'LG003';
    end if;
    select array_agg(case when leg.owner_id is not null then (
             select trim_scale(p.balance_after)::text
               from ledger_posting p join ledger_account a on a.id = p.account_id
              where p.journal_id = stored.id and a.owner_key = leg.owner_id and a.kind = leg.kind
                and a.currency_id = leg.currency_id
              order by p.sequence desc limit 1) end order by leg.position)
      into balances
      from unnest(p_owners, p_kinds, p_currencies) with ordinality as leg (owner_id, kind, currency_id, position);
  end $$`;

/** Opens, raises, lowers and closes what holds frozen money. The account's row is locked by the caller. */
const MOVE_HOLD = `
  create function ledger_move_hold(p_name text, p_account bigint, p_amount numeric, p_at timestamptz) returns void
  language plpgsql ${SETTINGS} as $$
  begin
    if p_amount > 0 then
      insert into ledger_hold as h (name, account_id, amount, opened_at) values (p_name, p_account, p_amount, p_at)
      on conflict (name, account_id) do update set amount = h.amount + excluded.amount where h.closed_at is null;
    else
      update ledger_hold h
         set amount = h.amount + p_amount, closed_at = case when h.amount + p_amount = 0 then p_at end
       where h.name = p_name and h.account_id = p_account and h.closed_at is null and h.amount + p_amount >= 0;
    end if;
    if not found then
      raise exception 'the hold % is closed or does not reach', p_name using errcode = 'LG004';
    end if;
  end $$`;

/**
 * A debit of a house account that may not go negative is taken from as many of its shards as it needs. Rare: fees and
 * penalties are given back by hand. Nothing is locked yet; a shard that has less when it is reached fails the
 * transaction, which is then tried again.
 */
const GATHER = `
  create function ledger_gather(p_kind text, p_currency integer, p_demo boolean, p_amount numeric,
    out shards smallint[], out amounts numeric[])
  language plpgsql ${SETTINGS} as $$
  declare
    found_shard record;
    missing numeric := -p_amount;
    taken numeric;
  begin
    for found_shard in select a.shard, a.balance from ledger_account a
      where a.owner_key = 0 and a.kind = p_kind and a.currency_id = p_currency and a.demo = p_demo and a.balance > 0
      order by a.balance desc, a.shard
    loop
      exit when missing = 0;
      taken := least(missing, found_shard.balance);
      shards := shards || found_shard.shard;
      amounts := amounts || -taken;
      missing := missing - taken;
    end loop;
    if missing > 0 then
      perform ledger_refuse_debit(null, p_kind, p_currency);
    end if;
  end $$`;

const REFUSE_DEBIT = `
  create function ledger_refuse_debit(p_owner bigint, p_kind text, p_currency integer) returns void
  language plpgsql as $$
  begin
    raise exception 'insufficient balance' using errcode = 'LG001',
      detail = jsonb_build_object('owner', p_owner::text, 'kind', p_kind, 'currencyId', p_currency)::text;
  end $$`;

/**
 * Says what is wrong with legs that are not plain ones, and opens the accounts that they lack.
 */
const CHECK_LEGS = `
  create function ledger_check_legs(
    p_demo boolean, p_owners bigint[], p_kinds text[], p_currencies integer[], p_amounts numeric[], p_holds text[])
  returns void language plpgsql ${SETTINGS} as $$
  declare
    given constant integer := coalesce(cardinality(p_amounts), 0);
    decimals smallint;
  begin
    if given < 2 or given > 64 or cardinality(p_owners) <> given or cardinality(p_kinds) <> given
      or cardinality(p_currencies) <> given or cardinality(p_holds) <> given then
      raise exception 'a journal has 2 to 64 complete legs' using errcode = 'LG002';
    end if;
    perform ledger_open_accounts(p_demo, p_owners, p_kinds, p_currencies);
    for i in 1..given loop
      if (p_holds[i] is not null) <> (p_kinds[i] like '%\\_frozen') then
        raise exception 'frozen money, and no other, names its hold' using errcode = 'LG002';
      end if;
      select a.scale into decimals from ledger_account a
       where a.owner_key = coalesce(p_owners[i], 0) and a.kind = p_kinds[i] and a.currency_id = p_currencies[i]
         and a.demo = p_demo and a.shard = ledger_shard(p_owners[i], p_kinds[i]);
      if not found then
        raise exception 'there can be no such account: % of %', p_kinds[i], p_currencies[i] using errcode = 'LG002';
      end if;
      if p_amounts[i] <> trunc(p_amounts[i], decimals) then
        raise exception 'currency % has % decimals', p_currencies[i], decimals using errcode = 'LG002';
      end if;
    end loop;
  end $$`;

const REPEATS_ACCOUNT = `
  create function ledger_repeats_account(p_owners bigint[], p_kinds text[], p_currencies integer[]) returns boolean
  language sql immutable as $$
    select exists (select from unnest(p_owners, p_kinds, p_currencies) as leg (owner_id, kind, currency_id)
                    group by leg.owner_id, leg.kind, leg.currency_id having count(*) > 1)
  $$`;

/**
 * Posts the legs of a journal one after the other: for journals with several legs on one account, of which none may
 * pass below zero, and for debits that are gathered from shards.
 */
const POST_STEPS = `
  create function ledger_post_steps(
    p_journal bigint, p_at timestamptz, p_demo boolean,
    p_owners bigint[], p_kinds text[], p_currencies integer[], p_amounts numeric[], p_holds text[],
    out balances text[])
  language plpgsql ${SETTINGS} as $$
  declare
    house constant bigint := 9223372036854775807;
    given constant integer := cardinality(p_amounts);
    legs integer := given;
    owners bigint[] := p_owners;
    kinds text[] := p_kinds;
    currencies integer[] := p_currencies;
    amounts numeric[] := p_amounts;
    shards smallint[] := '{}';
    places integer[] := '{}';
    accounts bigint[] := '{}';
    numbers bigint[] := '{}';
    afters numeric[] := '{}';
    gathered record;
    place integer;
    j integer;
    account bigint;
    number bigint;
    after numeric;
  begin
    for i in 1..given loop
      if p_owners[i] is not null then
        shards[i] := 0;
      elsif p_amounts[i] < 0 and p_kinds[i] in ('fee', 'penalty') then
        select * into gathered from ledger_gather(p_kinds[i], p_currencies[i], p_demo, p_amounts[i]);
        shards[i] := gathered.shards[1];
        amounts[i] := gathered.amounts[1];
        for k in 2..cardinality(gathered.shards) loop
          legs := legs + 1;
          owners[legs] := null;
          kinds[legs] := p_kinds[i];
          currencies[legs] := p_currencies[i];
          shards[legs] := gathered.shards[k];
          amounts[legs] := gathered.amounts[k];
        end loop;
      else
        shards[i] := ledger_shard(null, p_kinds[i]);
      end if;
    end loop;

    places[1] := 1;
    for i in 2..legs loop
      j := i;
      while j > 1 and (coalesce(owners[places[j - 1]], house), kinds[places[j - 1]] collate "C",
                       currencies[places[j - 1]], shards[places[j - 1]])
                    > (coalesce(owners[i], house), kinds[i] collate "C", currencies[i], shards[i]) loop
        places[j] := places[j - 1];
        j := j - 1;
      end loop;
      places[j] := i;
    end loop;

    foreach place in array places loop
      loop
        update ledger_account a set balance = a.balance + amounts[place], sequence = a.sequence + 1
         where a.owner_key = coalesce(owners[place], 0) and a.kind = kinds[place]
           and a.currency_id = currencies[place] and a.demo = p_demo and a.shard = shards[place]
           and (a.may_go_negative or a.balance + amounts[place] >= 0)
        returning a.id, a.balance, a.sequence into account, after, number;
        exit when found;
        if legs > given then
          raise exception 'the house account changed meanwhile' using errcode = '40001';
        end if;
        perform ledger_refuse_debit(owners[place], kinds[place], currencies[place]);
      end loop;
      accounts[place] := account;
      numbers[place] := number;
      afters[place] := after;
      if p_holds[place] is not null then
        perform ledger_move_hold(p_holds[place], account, amounts[place], p_at);
      end if;
    end loop;

    insert into ledger_posting (account_id, sequence, journal_id, currency_id, demo, amount, balance_after)
    select leg.account_id, leg.number, p_journal, leg.currency_id, p_demo, leg.amount, leg.after
      from unnest(accounts, numbers, currencies, amounts, afters)
        as leg (account_id, number, currency_id, amount, after);
    for i in 1..given loop
      balances[i] := case when p_owners[i] is not null then trim_scale(afters[i])::text end;
    end loop;
  end $$`;

/**
 * Posts one journal in the caller's transaction. Accounts are locked by their update, always in the same order: users
 * by id, kind and currency, and the house last, because many wait for the house. Balances are answered leg by leg;
 * those of the house are null. That the legs sum to zero is for the trigger of the postings to see.
 *
 * Few statements and fewer expressions, because each costs its preparation in every transaction.
 */
const POST = `
  create function ledger_post(
    p_reason text, p_reference text, p_at timestamptz, p_demo boolean,
    p_owners bigint[], p_kinds text[], p_currencies integer[], p_amounts numeric[], p_holds text[],
    out journal_id bigint, out replayed boolean, out balances text[])
  language plpgsql ${SETTINGS} set enable_hashjoin = off set enable_mergejoin = off
  set plan_cache_mode = force_generic_plan as $$
  declare
    -- Given first, so that whoever holds a number of a journal is known to run: the sealer waits for it.
    transaction_id constant xid8 := pg_current_xact_id();
    seen record;
    moved integer;
  begin
    with leg as (
      select * from unnest(p_owners, p_kinds, p_currencies, p_amounts, p_holds)
        as given (owner_id, kind, currency_id, amount, hold)),
    journal as (
      insert into ledger_journal (reason, reference, demo, at) values (p_reason, p_reference, p_demo, p_at)
      on conflict (reason, reference) do nothing returning id)
    select (select id from journal) as journal_id, count(*) as legs, count(distinct a.id) as accounts,
           count(a.id) as known, count(leg.hold) as holds,
           bool_or((leg.hold is not null) <> (leg.kind like '%\\_frozen')) as misheld,
           bool_or(leg.amount <> trunc(leg.amount, a.scale)) as too_fine,
           bool_or(leg.owner_id is null and leg.amount < 0 and leg.kind in ('fee', 'penalty')) as gathers
      into seen
      from leg left join ledger_account a
        on a.owner_key = coalesce(leg.owner_id, 0) and a.kind = leg.kind and a.currency_id = leg.currency_id
       and a.demo = p_demo and a.shard = ledger_shard(leg.owner_id, leg.kind);
    journal_id := seen.journal_id;
    replayed := journal_id is null;
    if replayed then
      select r.journal_id, r.balances into journal_id, balances
        from ledger_replay(p_reason, p_reference, p_demo, p_owners, p_kinds, p_currencies, p_amounts) r;
      return;
    end if;
    if seen.legs not between 2 and 64 or seen.misheld or seen.too_fine or seen.accounts <> seen.legs
      or seen.gathers then
      perform ledger_check_legs(p_demo, p_owners, p_kinds, p_currencies, p_amounts, p_holds);
      if seen.gathers or ledger_repeats_account(p_owners, p_kinds, p_currencies) then
        balances := ledger_post_steps(
          journal_id, p_at, p_demo, p_owners, p_kinds, p_currencies, p_amounts, p_holds);
        return;
      end if;
    end if;

    with leg as materialized (
      select owner_id, kind, currency_id, amount, position, ledger_shard(owner_id, kind) as shard
        from unnest(p_owners, p_kinds, p_currencies, p_amounts) with ordinality
          as given (owner_id, kind, currency_id, amount, position)
       order by owner_id nulls last, kind collate "C", currency_id),
    moved as (
      update ledger_account a set balance = a.balance + leg.amount, sequence = a.sequence + 1
        from leg
       where a.owner_key = coalesce(leg.owner_id, 0) and a.kind = leg.kind and a.currency_id = leg.currency_id
         and a.demo = p_demo and a.shard = leg.shard and (a.may_go_negative or a.balance + leg.amount >= 0)
      returning a.id, a.owner_id, a.sequence, a.currency_id, a.balance, leg.amount, leg.position),
    posted as (
      insert into ledger_posting (account_id, sequence, journal_id, currency_id, demo, amount, balance_after)
      select m.id, m.sequence, ledger_post.journal_id, m.currency_id, p_demo, m.amount, m.balance from moved m
       where (select count(*) from moved) = seen.legs)
    select count(*), array_agg(case when m.owner_id is not null then trim_scale(m.balance)::text end order by m.position)
      into moved, balances
      from moved m;
    if moved < seen.legs then
      perform ledger_refuse_debit(null, '', 0);
    end if;
    if seen.holds > 0 then
      perform ledger_move_hold(leg.hold, a.id, leg.amount, p_at)
         from unnest(p_owners, p_kinds, p_currencies, p_amounts, p_holds)
           as leg (owner_id, kind, currency_id, amount, hold)
         join ledger_account a on a.owner_key = leg.owner_id and a.kind = leg.kind
          and a.currency_id = leg.currency_id and a.demo = p_demo and a.shard = 0
        where leg.hold is not null;
    end if;
  end $$`;

const GRANTS = `
  do $$
  begin
    revoke all on function ledger_open_accounts, ledger_replay, ledger_move_hold, ledger_gather, ledger_check_legs,
      ledger_post_steps, ledger_post,
      trading_assert_open from public;
    if exists (select from pg_roles where rolname = 'gateway_app') then
      grant execute on function ledger_post, trading_assert_open to gateway_app;
    end if;
  end $$`;

export const LEDGER_FUNCTIONS = [
  SHARD,
  OPEN_ACCOUNTS,
  REPLAY,
  MOVE_HOLD,
  REFUSE_DEBIT,
  GATHER,
  CHECK_LEGS,
  REPEATS_ACCOUNT,
  POST_STEPS,
  POST,
  GRANTS,
];
