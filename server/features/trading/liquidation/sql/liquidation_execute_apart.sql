-- liquidation_execute position by position, each with what it does to others: for groups that cannot be done
-- together with others, few at a time. Answers the ids of the positions that were acted on.
--
-- Access: product
create or replace function liquidation_execute_apart(
  p_groups jsonb, p_markets jsonb, p_at timestamptz
) returns bigint[]
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  transaction_id constant xid8 := pg_current_xact_id();
  locked bigint[];
  wanted bigint[];
  users bigint[];
  g jsonb;
  item jsonb;
  place integer;
  ranked bigint[];
  ranked_for text;
  p futures_position;
  step record;
  cancelled record;
  order_id bigint;
  owners bigint[] := '{}';
  kinds text[] := '{}';
  events jsonb[] := '{}';
  acted bigint[] := '{}';
begin
  select array_agg(distinct (each.value->>0)::bigint), array_agg(distinct (groups.value->>'userId')::bigint)
    into wanted, users
    from jsonb_array_elements(p_groups) groups, jsonb_array_elements(groups.value->'all') each;
  select coalesce(array_agg(held.id), '{}') into locked from (
    select f.id from futures_position f where f.id = any (wanted) and f.status = 1
     order by f.id for no key update skip locked) held;
  perform from (
    select a.id from ledger_account a
     where a.owner_key = any (users) and a.kind in ('contract', 'contract_frozen') and a.shard = 0
     order by a.owner_id, a.kind collate "C", a.currency_id, a.demo for no key update) accounts;
  for g in select value from jsonb_array_elements(p_groups) loop
    continue when exists (
      select from jsonb_array_elements(g->'all') each
       where not (each.value->>0)::bigint = any (locked)
          or not exists (select from futures_position f
               where f.id = (each.value->>0)::bigint and f.version = (each.value->>1)::bigint));
    if (g->>'cross')::boolean then
      continue when (select count(*) from futures_position f where f.user_id = (g->>'userId')::bigint
          and f.demo = (g->>'demo')::boolean and f.status in (1, 2) and f.margin_mode = 'cross')
        <> jsonb_array_length(g->'all')
        or coalesce((select a.sequence from ledger_account a where a.owner_key = (g->>'userId')::bigint
          and a.kind = 'contract' and a.currency_id = (g->>'currencyId')::integer
          and a.demo = (g->>'demo')::boolean and a.shard = 0), 0) <> (g->>'accountSequence')::bigint;
    end if;
    for order_id in select f.id from futures_position f
       where f.user_id = (g->>'userId')::bigint and f.demo = (g->>'demo')::boolean and f.status = 0
         and case when (g->>'cross')::boolean then f.margin_mode = 'cross'
             else f.margin_mode = 'isolated' and f.market_id = (g->'items'->0->>'marketId')::integer end
       order by f.id
    loop
      select * into cancelled from futures_cancel_one(order_id, null, 'revoked', p_at);
      owners := owners || array_fill((g->>'userId')::bigint, array[cardinality(cancelled.events)]);
      kinds := kinds || cancelled.kinds;
      events := events || cancelled.events;
    end loop;
    for item, place in select value, ordinality from jsonb_array_elements(g->'items') with ordinality loop
      select * into strict p from futures_position where id = (item->>'id')::bigint;
      if ranked_for is distinct from concat(p.market_id, ':', p.demo, ':', p.side) then
        ranked_for := concat(p.market_id, ':', p.demo, ':', p.side);
        ranked := liquidation_ranked(p.market_id, p.demo, p.side,
          (p_markets->(p.market_id::text)->>'mark')::numeric);
      end if;
      select * into step from liquidation_close(p, item, p_markets->(item->>'marketId'),
        not (g->>'cross')::boolean or ((g->>'everything')::boolean and place = jsonb_array_length(g->'items')), ranked,
        p_at);
      owners := owners || step.owners;
      kinds := kinds || step.kinds;
      events := events || step.events;
      acted := acted || p.id;
    end loop;
  end loop;
  if cardinality(events) > 0 then
    perform outbox_append_many(owners, kinds, events, p_at);
  end if;
  return acted;
end
$$;
