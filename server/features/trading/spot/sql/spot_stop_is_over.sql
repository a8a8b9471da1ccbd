-- Whether the date of a waiting stop has come and no price has reached it before: its date has passed by the database's
-- clock, and what there is of the tape up to then was judged for it. One that was reached waits for a market that can be
-- traded, whatever its date, but for one that buys for a user whose country does not let: that may never change.
create or replace function spot_stop_is_over(s spot_stop, p_at timestamptz) returns boolean
language sql stable
as $$
  select s.status = 'waiting' and s.expires_at <= database_now(p_at)
     and case when s.triggered_price is null
       then not exists (
         select from spot_stop_place p join tape_head h on h.market_id = p.market_id and h.sequence > 0
          where p.market_id = s.market_id and (not s.is_heard or p.second < least(s.expires_at, h.second)))
       else s.side = 'buy' and not country_rule_allows(s.user_id, 'spot', null) end
$$;
