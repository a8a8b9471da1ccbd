-- What the pair of a market was last traded at, by a second of its tape; null where nobody had said so for five seconds.
-- The tape's last price is that of the futures where those have an instrument of their own: the pair's stands there
-- among the prices that the index is made from, by the name of its venue, which is the first that a simulation plays
-- (decision 148). There an old trade that the venue's own bid is above, or its ask below, has given way to that side (B.1).
--
-- Access: stored functions
create or replace function spot_taped_price(p_sample price_sample, p_pair text, p_futures text) returns numeric
language sql immutable
as $$
  select case when p_futures is null or p_futures = p_pair then p_sample.last else (
    select (part->>1)::numeric from jsonb_array_elements(p_sample.constituents) part
     where part->>0 = case p_sample.origin when 'simulated' then 'simulated-a' else split_part(p_pair, ':', 1) end
       and (part->>2)::numeric <= 5000) end
$$;
