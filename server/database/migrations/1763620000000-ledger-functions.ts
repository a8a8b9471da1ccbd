/**
 * The only code that changes a balance. SQLSTATEs: LG001 insufficient balance, LG002 not a journal, LG003 the
 * reference was used for another journal, LG004 no such hold, LG005 the product is in cancel-only.
 *
 * Sequential scans are off inside: a plan that was made while the tables were empty would keep them.
 */
const SETTINGS = 'security definer set search_path = public, pg_temp set enable_seqscan = off';

/** House accounts that every command touches exist sixteen times; a connection always uses the same one. */
const SHARD = `
  create function ledger_shard(p_owner bigint, p_kind text) returns smallint language plpgsql volatile as $$
  begin
    if p_owner is null and p_kind in (
      'external', 'fee', 'house_pnl', 'interest_expense', 'rebate_expense', 'penalty', 'sim_mint') then
      return pg_backend_pid() % 16;
    end if;
    return 0;
  end $$`;

/** Makes the missing accounts of a journal, always in the same order, so that two makers never wait in a circle. */
const OPEN_ACCOUNTS = `
  create function ledger_open_accounts(
    p_demo boolean, p_owners bigint[], p_kinds text[], p_currencies integer[]) returns void
  language plpgsql ${SETTINGS} as $$
  begin
    insert into ledger_account (owner_id, kind, currency_id, scale, demo, shard, may_go_negative)
    select wanted.owner_id, wanted.kind, currency.id, currency.scale, p_demo, wanted.shard,
           wanted.owner_id is null and wanted.kind in (
             'external', 'house_pnl', 'interest_expense', 'rebate_expense', 'sim_mint', 'adjustment')
      from (select distinct leg.owner_id, leg.kind, leg.currency_id, ledger_shard(leg.owner_id, leg.kind) as shard
              from unnest(p_owners, p_kinds, p_currencies) as leg (owner_id, kind, currency_id)) wanted
      join currency on currency.id = wanted.currency_id
     order by coalesce(wanted.owner_id, 0), wanted.kind, currency.id
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
 * penalties are given back by hand.
 */
const GATHER = `
  create function ledger_gather(p_kind text, p_currency integer, p_demo boolean, p_amount numeric,
    out accounts bigint[], out amounts numeric[])
  language plpgsql ${SETTINGS} as $$
  declare
    shard record;
    missing numeric := -p_amount;
    taken numeric;
  begin
    for shard in select id, balance from ledger_account
      where owner_key = 0 and kind = p_kind and currency_id = p_currency and demo = p_demo
      order by id for no key update
    loop
      taken := least(missing, shard.balance);
      continue when taken = 0;
      accounts := accounts || shard.id;
      amounts := amounts || -taken;
      missing := missing - taken;
    end loop;
    if missing > 0 then
      raise exception 'insufficient balance' using errcode = 'LG001',
        detail = jsonb_build_object('owner', null, 'kind', p_kind, 'currencyId', p_currency)::text;
    end if;
  end $$`;

/** Refuses what is no journal: legs that do not belong together, zeroes, sums that do not vanish. */
const CHECK_LEGS = `
  create function ledger_check_legs(
    p_owners bigint[], p_kinds text[], p_currencies integer[], p_amounts numeric[], p_holds text[]) returns void
  language plpgsql immutable as $$
  declare
    legs constant integer := coalesce(cardinality(p_amounts), 0);
    total numeric := 0;
    several boolean := false;
  begin
    if legs < 2 or legs > 64 or cardinality(p_owners) <> legs or cardinality(p_kinds) <> legs
      or cardinality(p_currencies) <> legs or cardinality(p_holds) <> legs then
      raise exception 'a journal has 2 to 64 complete legs' using errcode = 'LG002';
    end if;
    for i in 1..legs loop
      if p_amounts[i] is null or p_amounts[i] in (0, 'NaN', 'Infinity', '-Infinity') then
        raise exception 'a leg moves an amount' using errcode = 'LG002';
      end if;
      if (p_holds[i] is not null) <> (p_kinds[i] like '%\\_frozen') then
        raise exception 'frozen money, and no other, names its hold' using errcode = 'LG002';
      end if;
      several := several or p_currencies[i] <> p_currencies[1];
      total := total + p_amounts[i];
    end loop;
    if several then
      if exists (select from unnest(p_currencies, p_amounts) as leg (currency_id, amount)
                  group by currency_id having sum(amount) <> 0) then
        raise exception 'the legs of a journal do not sum to zero' using errcode = 'LG002';
      end if;
    elsif total <> 0 then
      raise exception 'the legs of a journal do not sum to zero' using errcode = 'LG002';
    end if;
  end $$`;

/**
 * Posts one journal in the caller's transaction. Accounts are locked in ascending order of id, by the updates
 * themselves. Balances are answered leg by leg; those of the house are null.
 */
const POST = `
  create function ledger_post(
    p_reason text, p_reference text, p_at timestamptz, p_demo boolean,
    p_owners bigint[], p_kinds text[], p_currencies integer[], p_amounts numeric[], p_holds text[],
    out journal_id bigint, out replayed boolean, out balances text[])
  language plpgsql ${SETTINGS} as $$
  declare
    -- Given first, so that whoever holds a number of a journal is known to run: the sealer waits for it.
    transaction_id constant xid8 := pg_current_xact_id();
    legs integer := cardinality(p_amounts);
    accounts bigint[] := '{}';
    currencies integer[] := p_currencies;
    amounts numeric[] := p_amounts;
    places integer[];
    account bigint;
    place integer;
    j integer;
    decimals smallint;
    after numeric;
    number bigint;
    afters numeric[] := '{}';
    numbers bigint[] := '{}';
    gathered record;
    opened boolean := false;
  begin
    perform ledger_check_legs(p_owners, p_kinds, p_currencies, p_amounts, p_holds);
    replayed := false;
    insert into ledger_journal (reason, reference, demo, at) values (p_reason, p_reference, p_demo, p_at)
      on conflict (reason, reference) do nothing returning id into journal_id;
    if journal_id is null then
      replayed := true;
      select r.journal_id, r.balances into journal_id, balances
        from ledger_replay(p_reason, p_reference, p_demo, p_owners, p_kinds, p_currencies, p_amounts) r;
      return;
    end if;

    for i in 1..legs loop
      if p_owners[i] is null and p_amounts[i] < 0 and p_kinds[i] in ('fee', 'penalty') then
        select * into gathered from ledger_gather(p_kinds[i], p_currencies[i], p_demo, p_amounts[i]);
        accounts[i] := gathered.accounts[1];
        amounts[i] := gathered.amounts[1];
        for k in 2..cardinality(gathered.accounts) loop
          accounts[legs + 1] := gathered.accounts[k];
          amounts[legs + 1] := gathered.amounts[k];
          currencies[legs + 1] := p_currencies[i];
          legs := legs + 1;
        end loop;
        continue;
      end if;
      loop
        select a.id into account from ledger_account a
         where a.owner_key = coalesce(p_owners[i], 0) and a.kind = p_kinds[i] and a.currency_id = p_currencies[i]
           and a.demo = p_demo and a.shard = ledger_shard(p_owners[i], p_kinds[i]);
        exit when found;
        if opened then
          raise exception 'there is no currency %', p_currencies[i] using errcode = 'LG002';
        end if;
        perform ledger_open_accounts(p_demo, p_owners, p_kinds, p_currencies);
        opened := true;
      end loop;
      accounts[i] := account;
    end loop;

    -- The legs by account, ascending; those of one account keep their order.
    places := array[1];
    for i in 2..legs loop
      j := i;
      while j > 1 and accounts[places[j - 1]] > accounts[i] loop
        places[j] := places[j - 1];
        j := j - 1;
      end loop;
      places[j] := i;
    end loop;

    foreach place in array places loop
      update ledger_account a set balance = a.balance + amounts[place], sequence = a.sequence + 1
       where a.id = accounts[place] and (a.may_go_negative or a.balance + amounts[place] >= 0)
      returning a.balance, a.sequence, a.scale into after, number, decimals;
      if not found then
        raise exception 'insufficient balance' using errcode = 'LG001', detail = jsonb_build_object(
          'owner', p_owners[place]::text, 'kind', p_kinds[place], 'currencyId', currencies[place])::text;
      end if;
      if amounts[place] <> trunc(amounts[place], decimals) then
        raise exception 'currency % has % decimals', currencies[place], decimals using errcode = 'LG002';
      end if;
      afters[place] := after;
      numbers[place] := number;
      if place <= cardinality(p_holds) and p_holds[place] is not null then
        perform ledger_move_hold(p_holds[place], accounts[place], amounts[place], p_at);
      end if;
    end loop;

    insert into ledger_posting (account_id, sequence, journal_id, currency_id, demo, amount, balance_after)
    select leg.account_id, leg.number, ledger_post.journal_id, leg.currency_id, p_demo, leg.amount, leg.after
      from unnest(accounts, numbers, currencies, amounts, afters)
        as leg (account_id, number, currency_id, amount, after);
    for i in 1..cardinality(p_owners) loop
      balances[i] := case when p_owners[i] is not null then trim_scale(afters[i])::text end;
    end loop;
  end $$`;

/** Refuses where the product takes no new commitments: after a broken book, or when nobody has looked at the books. */
const ASSERT_OPEN = `
  create function trading_assert_open() returns void language plpgsql ${SETTINGS} as $$
  declare
    current trading_mode;
  begin
    select * into strict current from trading_mode;
    if current.mode <> 'open' or current.verified_at < clock_timestamp() - interval '3 minutes' then
      raise exception 'cancel-only' using errcode = 'LG005';
    end if;
  end $$`;

const GRANTS = `
  do $$
  begin
    revoke all on function ledger_open_accounts, ledger_replay, ledger_move_hold, ledger_gather, ledger_post,
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
  GATHER,
  CHECK_LEGS,
  POST,
  ASSERT_OPEN,
  GRANTS,
];
