-- The price of a window by its own samples, or why they make none: `settlementPrice` of
-- contract/rules/option-settlement.rules.ts. Thirty decimals decide every tie: a mean of at most sixty prices of eighteen
-- decimals is one exactly, or further from it than that.
create or replace function option_window_price(p option_settlement, out price numeric, out reason text)
language sql stable
as $$
  with span as (
    select (extract(epoch from p.closes_at) * 1000)::bigint as last),
  taken as (
    select distinct on ((s.sample->>'s')::bigint)
           (s.sample->>'index')::numeric as index, (s.sample->>'live')::integer as live,
           s.sample->>'indexState' = 'stale' or exists (
             select from jsonb_array_elements(s.sample->'constituents') c
              where (c->>3)::boolean and coalesce((c->>2)::numeric, 0) > 3000) as is_stale
      from span cross join lateral jsonb_array_elements(p.samples) with ordinality as s (sample, place)
     where s.sample->>'index' is not null and s.sample->>'origin' = p.origin
       and (s.sample->>'s')::bigint between span.last - 1000 * (p.window_seconds - 1) and span.last
       and (s.sample->>'s')::bigint % 1000 = 0
     order by (s.sample->>'s')::bigint, s.place),
  ordered as (
    select t.*, row_number() over (order by t.index) as place, count(*) over () as samples, count(*) over () / 5 as cut
      from taken t),
  trimmed as (
    select sum(o.index) filter (where o.place > o.cut and o.place <= o.samples - o.cut) as total,
           count(*) filter (where o.place > o.cut and o.place <= o.samples - o.cut) as prices, count(*) as samples,
           bool_or(o.is_stale) as is_stale, min(o.live) as live
      from ordered o),
  judged as (
    select k.*, case when k.samples = 0 or k.samples * 5 < p.window_seconds * 4 then 'samples-missing'
                     when k.is_stale then 'stale' when k.live < p.constituents_min then 'constituents' end as why
      from trimmed k)
  select case when j.why is null then option_rounded(j.total::numeric(60, 30) / j.prices, p.price_decimals) end, j.why
    from judged j
$$;
