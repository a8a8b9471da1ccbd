-- Releases what was frozen for orders, stops or exits that the transaction has ended, one journal each, of both books.
-- p_hold: what their holds are called before the number. Answers a `balance` event for each account that changed, and
-- whose it is.
--
-- Access: stored functions
create or replace function spot_release_many(
  p_reason text, p_hold text, p_ids bigint[], p_owners bigint[], p_demos boolean[], p_currencies integer[],
  p_amounts numeric[], p_at timestamptz, out users bigint[], out payloads jsonb[]
)
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_custom_plan
as $$
declare
  book record;
  balances record;
begin
  users := '{}';
  payloads := '{}';
  -- The accounts of both books before the first is changed.
  perform ledger_lock_accounts(array_agg(leg.demo), array_agg(leg.owner), array_agg(leg.kind), array_agg(leg.currency))
     from (select distinct o.demo, o.owner, side.kind, o.currency
             from unnest(p_demos, p_owners, p_currencies) as o (demo, owner, currency),
                  lateral (values ('spot_frozen'), ('spot')) as side (kind)) leg;
  for book in
    select o.demo, array_agg(o.id order by o.id) as ids, array_agg(o.owner order by o.id) as owners,
           array_agg(o.currency order by o.id) as currencies, array_agg(o.amount order by o.id) as amounts
      from unnest(p_ids, p_owners, p_currencies, p_demos, p_amounts) as o (id, owner, currency, demo, amount)
     group by o.demo order by o.demo
  loop
    select post.users, post.payloads into balances
      from (select array_agg(o.id::text order by o.id, side.kind desc) as refs,
                   array_agg(o.owner order by o.id, side.kind desc) as owners,
                   array_agg(side.kind order by o.id, side.kind desc) as kinds,
                   array_agg(o.currency order by o.id, side.kind desc) as currencies,
                   array_agg(side.amount order by o.id, side.kind desc) as amounts,
                   array_agg(case when side.amount < 0 then concat(p_hold, ':', o.id) end
                     order by o.id, side.kind desc) as holds
              from unnest(book.ids, book.owners, book.currencies, book.amounts) as o (id, owner, currency, amount),
                   lateral (values ('spot_frozen', -o.amount), ('spot', o.amount)) as side (kind, amount)) legs,
           spot_post(p_reason, legs.refs, p_at, book.demo, legs.owners, legs.kinds, legs.currencies,
             legs.amounts, legs.holds) post;
    users := users || balances.users;
    payloads := payloads || balances.payloads;
  end loop;
end
$$;
