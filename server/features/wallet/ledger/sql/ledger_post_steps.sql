-- Posts the legs of a journal one after the other: for journals with several legs on one account, of which
-- none may pass below zero, and for debits gathered from shards. Answers the balances leg by leg.
--
-- Access: stored functions
create or replace function ledger_post_steps(
  p_journal bigint, p_at timestamptz, p_demo boolean, p_owners bigint[], p_kinds text[], p_currencies
  integer[], p_amounts numeric[], p_holds text[], out balances text[]
)
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  house constant bigint := 9223372036854775807;
  given constant integer := cardinality(p_amounts);
  legs integer := given;
  owners bigint[] := p_owners;
  kinds text[] := p_kinds;
  currencies integer[] := p_currencies;
  amounts numeric[] := p_amounts;
  shards smallint[] := '{}'::smallint[];
  places integer[] := '{}'::integer[];
  accounts bigint[] := '{}'::bigint[];
  numbers bigint[] := '{}'::bigint[];
  afters numeric[] := '{}'::numeric[];
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
end
$$;
