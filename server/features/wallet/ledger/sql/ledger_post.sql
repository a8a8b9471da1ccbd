-- Posts one journal in the caller's transaction; with ledger_post_batch the only code that changes a balance.
-- Accounts are locked by their update, always in one order: users by id, kind and currency, and the house
-- last, because many wait for the house. Answers balances and posting numbers leg by leg; balances of the
-- house are null. A repeated (reason, reference) answers what the first one did.
--
-- Two statements in the usual case. An account that is used for the first time, by this journal or a
-- concurrent one, shows as a leg that did not move: then what moved is rolled back with its locks, missing
-- accounts are opened, and all legs are tried once more. That the legs sum to zero is checked by the trigger
-- on the postings.
--
-- One generic plan by keys for all calls: no plan made for an empty table can scan a whole one.
--
-- Refusals: LG001 insufficient balance, LG002 not a journal, LG003 the reference was used for another
-- journal, LG004 no such hold.
--
-- Access: stored functions
create or replace function ledger_post(
  p_reason text, p_reference text, p_at timestamptz, p_demo boolean, p_owners bigint[], p_kinds text[],
  p_currencies integer[], p_amounts numeric[], p_holds text[], out journal_id bigint, out replayed boolean,
  out balances text[], out numbers bigint[]
)
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set plan_cache_mode = force_generic_plan
as $$
declare
  -- Assigned first: a transaction that holds a journal number is then visible as running, and the sealer waits for it.
  transaction_id constant xid8 := pg_current_xact_id();
  given constant integer := coalesce(cardinality(p_amounts), 0);
  held boolean := false;
  gathers boolean := false;
  -- What moved, in the order of its moving.
  places integer[];
  accounts bigint[];
  afters numeric[];
  sequences bigint[];
  fine boolean;
  place integer;
begin
  perform require_reached(p_at);
  insert into ledger_journal (reason, reference, demo, at) values (p_reason, p_reference, p_demo, p_at)
  on conflict (reason, reference) do nothing returning id into journal_id;
  replayed := journal_id is null;
  if replayed then
    select r.journal_id, r.balances into journal_id, balances
      from ledger_replay(p_reason, p_reference, p_demo, p_owners, p_kinds, p_currencies, p_amounts) r;
    return;
  end if;

  if given not between 2 and 64 then
    perform ledger_check_legs(p_demo, p_owners, p_kinds, p_currencies, p_amounts, p_holds);
  end if;
  for i in 1..given loop
    if p_holds[i] is not null then
      held := true;
    end if;
    if (p_holds[i] is null) = (p_kinds[i] like '%\_frozen') then
      perform ledger_check_legs(p_demo, p_owners, p_kinds, p_currencies, p_amounts, p_holds);
    end if;
    if p_owners[i] is null and p_amounts[i] < 0 and p_kinds[i] in ('fee', 'penalty') then
      gathers := true;
    end if;
    for j in 1..i - 1 loop
      if p_kinds[j] = p_kinds[i] and p_currencies[j] = p_currencies[i]
        and p_owners[j] is not distinct from p_owners[i] then
        gathers := true;
      end if;
    end loop;
  end loop;
  if gathers then
    perform ledger_check_legs(p_demo, p_owners, p_kinds, p_currencies, p_amounts, p_holds);
    balances := ledger_post_steps(
      journal_id, p_at, p_demo, p_owners, p_kinds, p_currencies, p_amounts, p_holds);
    return;
  end if;

  for attempt in 1..2 loop
    begin
      with moved as (
        update ledger_account a set balance = a.balance + leg.amount, sequence = a.sequence + 1
          from (select * from unnest(p_owners, p_kinds, p_currencies, p_amounts) with ordinality
                  as given_leg (owner_id, kind, currency_id, amount, place)
                 order by owner_id nulls last, kind collate "C", currency_id offset 0) leg
         where a.owner_key = coalesce(leg.owner_id, 0) and a.kind = leg.kind and a.currency_id = leg.currency_id
           and a.demo = p_demo and a.shard = ledger_shard(leg.owner_id, leg.kind)
           and (a.may_go_negative or a.balance + leg.amount >= 0)
        returning a.id, a.sequence, a.currency_id, a.balance, leg.amount, leg.place,
                  leg.amount = trunc(leg.amount, a.scale) as fine),
      posted as (
        insert into ledger_posting (account_id, sequence, journal_id, currency_id, demo, amount, balance_after)
        select m.id, m.sequence, ledger_post.journal_id, m.currency_id, p_demo, m.amount, m.balance from moved m
         where (select count(*) from moved) = given)
      select array_agg(m.place), array_agg(m.id), array_agg(m.balance), array_agg(m.sequence), bool_and(m.fine)
        into places, accounts, afters, sequences, fine
        from moved m;
      exit when cardinality(places) = given;
      raise exception using errcode = 'LG006';
    exception when sqlstate 'LG006' then
      -- Nothing has moved and nothing is locked, so that all can be locked in their order again.
      if attempt = 2 then
        perform ledger_refuse_debit(null, '', 0);
      end if;
      perform ledger_check_legs(p_demo, p_owners, p_kinds, p_currencies, p_amounts, p_holds);
    end;
  end loop;
  if not fine then
    perform ledger_check_legs(p_demo, p_owners, p_kinds, p_currencies, p_amounts, p_holds);
  end if;

  for i in 1..given loop
    place := places[i];
    numbers[place] := sequences[i];
    balances[place] := case when p_owners[place] is not null then trim_scale(afters[i])::text end;
    if held and p_holds[place] is not null then
      perform ledger_move_hold(p_holds[place], accounts[i], p_amounts[place], p_at);
    end if;
  end loop;
end
$$;
