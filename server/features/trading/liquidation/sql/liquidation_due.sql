-- Looks at everything that a slice of users has open and answers what is due by the tape: open isolated positions
-- whose equity is below what they require, and accounts whose cross positions together are. The rules are those of
-- margin-decision.rules.ts: the maintenance table goes by the exposure of the side, and each position has its share.
--
-- Due is only what is due, as its rows and its balance are now, at every mark of the last p_seconds seconds: each side is
-- judged by the most favourable of them. Apart from the rest, in changed_positions, changed_users and changed_demo, is
-- what has changed in that time: an index in memory may not have caught up with it. It is due all the same, or an account
-- that changes a row every few seconds would never be liquidated (decision 154). A market counts when the tape has
-- nearly all of them, each with a mark that is not stale, all of one origin that may serve the book; otherwise
-- nobody in it is due. An account that has a cross position there beside others is judged by what p_unpriced says of the
-- market: [{ marketId, long, short, origin, paused, gone }], its last marks, whether it is paused, and the books (false:
-- real money) for which it is one of `goneMarket`, where the position counts for nothing; where it says nothing the
-- account is not due. The rule is `judgedAccount` in unpriced-market.rules.ts: `above` is what an account has over its
-- requirement with a fifth in favour of what it holds there, `recent` without it and without paused markets, `others` by its
-- other positions.
--
-- A slice is the users after p_after with p_rows open rows, and whole users. last_user is null when there are none.
--
-- Access: worker
create or replace function liquidation_due(
  p_after bigint, p_rows integer, p_real_origins text[], p_at timestamptz, p_seconds integer, p_unpriced jsonb,
  out last_user bigint, out looked integer, out positions bigint[], out users bigint[], out demo boolean[],
  out changed_positions bigint[], out changed_users bigint[], out changed_demo boolean[]
)
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_custom_plan
as $$
declare
  since timestamptz;
begin
  p_at := require_reached(p_at);
  since := p_at - make_interval(secs => p_seconds);
  select max(page.user_id) into last_user from (
    select f.user_id from futures_position f where f.status in (0, 1, 2) and f.user_id > p_after
     order by f.user_id limit p_rows) page;
  with tiers as materialized (
         select t.market_id, array_agg(t.floor::numeric order by t.floor) as floors,
                array_agg(t.maintenance_ratio::numeric order by t.floor) as rates,
                array_agg(t.deduction::numeric order by t.floor) as deductions
           from maintenance_tier t group by t.market_id),
       marked as materialized (
         select tiers.*, coalesce(taped.highest, last.long) as highest,
                coalesce(taped.lowest, last.short) as lowest, coalesce(taped.origin, last.origin) as origin,
                taped.highest is not null as is_priced, coalesce(last.paused, false) as is_paused
           from tiers
           left join lateral (
            select max(s.mark) as highest, min(s.mark) as lowest, min(s.origin) as origin
              from price_sample s
             where s.market_id = tiers.market_id and s.second > since and s.second <= p_at
            having count(s.mark) = count(*) and count(*) >= p_seconds - 2 and bool_and(s.index_state <> 'stale')
               and min(s.origin) = max(s.origin)) taped on true
           left join jsonb_to_recordset(p_unpriced)
             as last ("marketId" integer, long numeric, short numeric, origin text, paused boolean)
             on last."marketId" = tiers.market_id and taped.highest is null
          where coalesce(taped.highest, last.long) is not null),
       gone as materialized (
         select last."marketId" as market_id, book.value::boolean as demo
           from jsonb_to_recordset(p_unpriced) as last ("marketId" integer, gone jsonb)
          cross join lateral jsonb_array_elements_text(last.gone) book),
       opened as materialized (
         select f.id, f.user_id, f.demo, f.market_id, f.currency_id, f.side, f.status, f.margin_mode = 'cross' as is_cross,
                f.lots * f.lot_size::numeric as quantity, f.entry_price::numeric as entry, f.margin::numeric as margin,
                f.reserved::numeric as reserved, f.close_fee_ratio::numeric as fee, f.updated_at
           from futures_position f
          where f.status in (0, 1, 2) and f.user_id > p_after and f.user_id <= last_user),
       exposed as (
         select o.user_id, o.demo, o.market_id, o.side, sum(o.quantity) as exposure, max(o.updated_at) as changed_at,
                sum(sum(o.side * o.quantity) filter (where o.is_cross and o.status = 1))
                  over (partition by o.user_id, o.demo, o.market_id) as net
           from opened o group by 1, 2, 3, 4),
       sides as materialized (
         select e.*, m.is_priced, m.is_paused, price.mark, m.rates[tier.place] as rate,
                m.deductions[tier.place] as deduction, price.last, m.rates[before.place] as rate_before,
                m.deductions[before.place] as deduction_before
           from exposed e join marked m on m.market_id = e.market_id and (e.demo or m.origin = any (p_real_origins))
          cross join lateral (select case e.side when 1 then m.highest else m.lowest end as last) known
          cross join lateral (select known.last, case when m.is_priced then known.last
            else known.last * (1 + 0.2 * sign(coalesce(e.net, 0))) end as mark) price
          cross join lateral (select greatest(width_bucket(e.exposure * price.mark, m.floors), 1) as place) tier
          cross join lateral (select greatest(width_bucket(e.exposure * price.last, m.floors), 1) as place) before),
       judged as materialized (
         select o.id, o.user_id, o.demo, o.currency_id, o.is_cross, s.exposure, s.is_priced, s.is_paused,
                o.margin + o.side * (s.mark - o.entry) * o.quantity - o.quantity * s.mark * (s.rate + o.fee) as above,
                s.deduction * o.quantity as shared,
                o.margin + o.side * (s.last - o.entry) * o.quantity - o.quantity * s.last * (s.rate_before + o.fee)
                  + s.deduction_before * o.quantity / s.exposure as before,
                s.changed_at, g.market_id is not null as is_gone
           from opened o left join sides s using (user_id, demo, market_id, side)
           left join gone g on g.market_id = o.market_id and g.demo = o.demo
          where o.status = 1),
       accounts as (
         select j.user_id, j.demo, min(j.currency_id) as currency_id, sum(j.above + j.shared / j.exposure) as above,
                coalesce(sum(j.before) filter (where not j.is_paused), 0) as recent,
                coalesce(sum(j.before) filter (where j.is_priced), 0) as others
           from judged j where j.is_cross group by 1, 2
         having bool_and(j.exposure is not null or j.is_gone) and bool_or(j.is_priced)),
       own as (
         select o.user_id, o.demo, max(o.updated_at) as changed_at,
                coalesce(sum(o.reserved) filter (where o.status = 0 and o.is_cross), 0) as reserved
           from opened o group by 1, 2),
       weak as (
         select a.user_id, a.demo, own.changed_at > since or exists (
                  select from ledger_posting p join ledger_journal j on j.id = p.journal_id and j.demo = p.demo
                   where p.account_id = held.id and p.sequence = held.sequence and j.at > since) as is_changed
           from accounts a join own on own.user_id = a.user_id and own.demo = a.demo
           left join ledger_account held on held.owner_key = a.user_id and held.kind = 'contract'
            and held.currency_id = a.currency_id and held.demo = a.demo and held.shard = 0
         cross join lateral (select least(a.above, greatest(a.recent, a.others)) + own.reserved as left_over) judged
          where judged.left_over < 0 and judged.left_over + coalesce(held.balance, 0) < 0),
       alone as (
         select j.id, j.changed_at > since as is_changed
           from judged j where not j.is_cross and j.is_priced and j.above * j.exposure + j.shared < 0),
       found as (
         select array_agg(w.user_id order by w.user_id, w.demo) filter (where not w.is_changed) as users,
                array_agg(w.demo order by w.user_id, w.demo) filter (where not w.is_changed) as demo,
                array_agg(w.user_id order by w.user_id, w.demo) filter (where w.is_changed) as changed_users,
                array_agg(w.demo order by w.user_id, w.demo) filter (where w.is_changed) as changed_demo
           from weak w),
       found_alone as (
         select array_agg(a.id order by a.id) filter (where not a.is_changed) as positions,
                array_agg(a.id order by a.id) filter (where a.is_changed) as changed_positions
           from alone a)
  select (select count(*) from opened), coalesce(f.users, '{}'), coalesce(f.demo, '{}'), coalesce(a.positions, '{}'),
         coalesce(f.changed_users, '{}'), coalesce(f.changed_demo, '{}'), coalesce(a.changed_positions, '{}')
    into looked, users, demo, positions, changed_users, changed_demo, changed_positions
    from found f cross join found_alone a;
end
$$;
