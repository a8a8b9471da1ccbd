-- What an amount of a currency is worth in USDT: by the newest index of the last hour that is not stale, of prices that may
-- move real money: live ones, and what the market is fed by now where the product lets that move real money too, as
-- was said under the number that the origin was said under: a process of before says the origin alone. Null where there is
-- none. Each coin that is listed is on the tape (decision 147).
--
-- Access: stored functions
create or replace function own_limit_worth(p_currency integer, p_amount numeric, p_now timestamptz) returns numeric
language sql stable
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
  select case
    when coalesce(p_amount, 0) = 0 then 0
    when c.code = 'USDT' then p_amount
    else p_amount * (
      select s.index from market m
        left join market_feed f on f.market_id = m.id
        join price_sample s on s.market_id = m.id and s.second > p_now - interval '1 hour' and s.second <= p_now
       where m.symbol = concat(c.code, '/USDT') and s.index_state <> 'stale' and s.index is not null
         and (s.origin = 'live' or (f.moves_real_money and f.moves_token = f.token and s.origin = f.origin))
       order by s.second desc limit 1)
    end
    from (select 1) one left join currency c on c.id = p_currency
$$;
