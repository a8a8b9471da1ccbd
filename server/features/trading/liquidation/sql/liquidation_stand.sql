-- Locks positions and, with p_deleverage, their counterparties, then the accounts of all their users, then the
-- house's, then the counts of open lots, and answers the groups that are unchanged since the decision (null when none
-- is) and the counterparties in the order of their rank. A cross account also needs all of its waiting orders: what they
-- reserve pays for it. The account must still have as much in the sides that the group names: with less the tier may
-- be a lower one. Positions and orders change behind the locks of their accounts, so that is known here. Calls with
-- p_deleverage wait for one another, before they lock anything.
--
-- A group is left out, too, when a mark that it was decided by is older than five seconds by the time that everything is
-- locked, by the database's clock: a decision that had to wait, on its way or for locks, is made again from the marks of
-- then.
--
-- Access: stored functions
create or replace function liquidation_stand(
  p_groups jsonb, p_markets jsonb, p_at timestamptz, p_deleverage boolean, out groups jsonb, out counterparties bigint[]
)
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_custom_plan
as $$
declare
  wanted bigint[];
  users bigint[];
  cross_users bigint[];
  held record;
  waiting bigint[];
  oldest_mark numeric;
begin
  select array_agg(distinct (member.value->>0)::bigint), array_agg(distinct (asked.value->>'userId')::bigint),
         array_agg(distinct (asked.value->>'userId')::bigint) filter (where (asked.value->>'cross')::boolean)
    into wanted, users, cross_users
    from jsonb_array_elements(p_groups) asked, jsonb_array_elements(asked.value->'all') member;
  if p_deleverage then
    -- Serialised: a concurrent call would skip the locked counterparties, find none, and the house would pay.
    perform pg_advisory_xact_lock(hashtext('liquidation-deleverage'));
  end if;
  select array_agg(locked.id) as ids, array_agg(locked.version) as versions into held from (
    select f.id, f.version from futures_position f where f.id = any (wanted) and f.status = 1
     order by f.id for no key update skip locked) locked;
  counterparties := '{}';
  if p_deleverage then
    counterparties := liquidation_counterparties(p_groups, held.ids, p_markets);
    users := users || array(select f.user_id from futures_position f where f.id = any (counterparties));
  end if;
  -- House accounts that do not exist yet are opened before the first account is locked.
  perform ledger_opened_accounts(array_agg(book.demo), array_agg(null::bigint), array_agg(book.kind),
      array_agg(book.currency))
     from (select distinct (asked.value->>'demo')::boolean as demo, (asked.value->>'currencyId')::integer as currency,
                  house.kind
             from jsonb_array_elements(p_groups) asked,
                  (values ('fee'), ('house_pnl'), ('insurance')) as house (kind)) book;
  perform from (
    select a.id from ledger_account a
     where a.owner_key = any (users) and a.kind in ('contract', 'contract_frozen') and a.shard = 0
     order by a.owner_id, a.kind collate "C", a.currency_id, a.demo for no key update) accounts;
  if cross_users is not null then
    waiting := array(select f.id from futures_position f
      where f.user_id = any (cross_users) and f.status = 0 and f.margin_mode = 'cross'
      order by f.id for no key update skip locked);
  end if;
  perform from (
    select a.id from ledger_account a
     where a.owner_key = 0 and a.kind in ('fee', 'house_pnl', 'insurance') and a.shard = ledger_shard(null, a.kind)
       and (a.currency_id, a.demo) in (
         select (asked.value->>'currencyId')::integer, (asked.value->>'demo')::boolean
           from jsonb_array_elements(p_groups) asked)
     order by a.kind collate "C", a.currency_id, a.demo, a.shard for no key update) house;
  perform futures_lock_open_lots(held.ids || counterparties);
  -- Time spent waiting for locks counts as elapsed since p_at, where the caller's clock is used.
  oldest_mark := 1000 * extract(epoch from
    database_now(p_at + (clock_timestamp() - statement_timestamp())) - interval '5 seconds');
  groups := (
    select jsonb_agg(asked.value order by asked.place)
      from jsonb_array_elements(p_groups) with ordinality asked (value, place)
      join (select each.place, bool_and(known.id is not null) as same
              from jsonb_array_elements(p_groups) with ordinality each (value, place)
             cross join jsonb_array_elements(each.value->'all') member
              left join unnest(held.ids, held.versions) as known (id, version)
                on known.id = (member.value->>0)::bigint and known.version = (member.value->>1)::bigint
             group by each.place) standing on standing.place = asked.place and standing.same
     where not exists (
             select from jsonb_to_recordset(asked.value->'sides') as decided ("marketId" integer, side smallint,
               held numeric, "all" numeric)
              cross join lateral (
               select coalesce(sum(f.lots * f.lot_size), 0) as "all",
                      coalesce(sum(f.lots * f.lot_size) filter (where f.status > 0), 0) as held
                 from futures_position f
                where f.user_id = (asked.value->>'userId')::bigint and f.demo = (asked.value->>'demo')::boolean
                  and f.status in (0, 1, 2) and f.market_id = decided."marketId" and f.side = decided.side) now
              where now.held < decided.held or now."all" < decided."all")
       and not exists (
             select from jsonb_array_elements(asked.value->'items') item
              where coalesce((p_markets->(item.value->>'marketId')->>'markAt')::numeric, 0) < oldest_mark)
       and (not (asked.value->>'cross')::boolean
        or ((select count(*) from futures_position f
              where f.user_id = (asked.value->>'userId')::bigint and f.demo = (asked.value->>'demo')::boolean
                and f.status in (1, 2) and f.margin_mode = 'cross') = jsonb_array_length(asked.value->'all')
            and not exists (select from futures_position f
              where f.user_id = (asked.value->>'userId')::bigint and f.demo = (asked.value->>'demo')::boolean
                and f.status = 0 and f.margin_mode = 'cross' and f.id <> all (waiting))
            and coalesce((select a.sequence from ledger_account a
              where a.owner_key = (asked.value->>'userId')::bigint and a.kind = 'contract' and a.shard = 0
                and a.currency_id = (asked.value->>'currencyId')::integer
                and a.demo = (asked.value->>'demo')::boolean), 0) = (asked.value->>'accountSequence')::bigint)));
end
$$;
