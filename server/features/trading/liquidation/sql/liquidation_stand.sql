-- Locks positions, then the accounts of their users, then the house's, and answers the groups that are
-- unchanged since the decision; null when none is.
--
-- Access: stored functions
create or replace function liquidation_stand(p_groups jsonb) returns jsonb
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_custom_plan
as $$
declare
  wanted bigint[];
  users bigint[];
  held record;
begin
  select array_agg(distinct (member.value->>0)::bigint), array_agg(distinct (groups.value->>'userId')::bigint)
    into wanted, users
    from jsonb_array_elements(p_groups) groups, jsonb_array_elements(groups.value->'all') member;
  select array_agg(locked.id) as ids, array_agg(locked.version) as versions into held from (
    select f.id, f.version from futures_position f where f.id = any (wanted) and f.status = 1
     order by f.id for no key update skip locked) locked;
  perform from (
    select a.id from ledger_account a
     where a.owner_key = any (users) and a.kind in ('contract', 'contract_frozen') and a.shard = 0
     order by a.owner_id, a.kind collate "C", a.currency_id, a.demo for no key update) accounts;
  perform from (
    select a.id from ledger_account a
     where a.owner_key = 0 and a.kind in ('fee', 'house_pnl', 'insurance') and a.shard = ledger_shard(null, a.kind)
       and (a.currency_id, a.demo) in (
         select (groups.value->>'currencyId')::integer, (groups.value->>'demo')::boolean
           from jsonb_array_elements(p_groups) groups)
     order by a.kind collate "C", a.currency_id, a.shard, a.demo for no key update) house;
  return (
    select jsonb_agg(asked.value order by asked.place)
      from jsonb_array_elements(p_groups) with ordinality asked (value, place)
      join (select groups.place, bool_and(known.id is not null) as same
              from jsonb_array_elements(p_groups) with ordinality groups (value, place)
             cross join jsonb_array_elements(groups.value->'all') member
              left join unnest(held.ids, held.versions) as known (id, version)
                on known.id = (member.value->>0)::bigint and known.version = (member.value->>1)::bigint
             group by groups.place) standing on standing.place = asked.place and standing.same
     where not (asked.value->>'cross')::boolean
        or ((select count(*) from futures_position f
              where f.user_id = (asked.value->>'userId')::bigint and f.demo = (asked.value->>'demo')::boolean
                and f.status in (1, 2) and f.margin_mode = 'cross') = jsonb_array_length(asked.value->'all')
            and coalesce((select a.sequence from ledger_account a
              where a.owner_key = (asked.value->>'userId')::bigint and a.kind = 'contract' and a.shard = 0
                and a.currency_id = (asked.value->>'currencyId')::integer
                and a.demo = (asked.value->>'demo')::boolean), 0) = (asked.value->>'accountSequence')::bigint));
end
$$;
