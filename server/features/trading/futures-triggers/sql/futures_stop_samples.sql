-- What the seconds of a market's tape behind an instant and up to another one say to stops of contracts, by the price that
-- triggers them: seconds with a sound index, in which the market's session was open (p_sessions) and no operator had halted
-- it. The last price is that of a single venue, and counts as far from the index as it does while somebody looks
-- (`isBesideIndex`): by half of the market's band.
create or replace function futures_stop_samples(
  p_market integer, p_after timestamptz, p_until timestamptz, p_sessions tstzmultirange
) returns table (second timestamptz, sequence bigint, origin text, source text, value numeric)
language sql stable
set search_path = public, pg_temp
set enable_seqscan = off
as $$
  select t.second, t.sequence, t.origin, price.source, price.value
    from market m join price_sample t on t.market_id = m.id
   cross join lateral (
     values ('last', case when abs(t.last::numeric - t.index::numeric) <= t.index::numeric * m.band_ratio / 2
                       then t.last::numeric end),
            ('mark', t.mark::numeric), ('index', t.index::numeric)) price (source, value)
   where m.id = p_market and t.second > p_after and t.second <= p_until and t.index_state = 'ok'
     and price.value is not null and p_sessions @> t.second
     and not market_halted_spans(p_market, p_after, p_until + interval '1 second') @> t.second
$$;
