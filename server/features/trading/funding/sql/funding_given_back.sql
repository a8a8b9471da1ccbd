-- What closing an isolated position has returned to the futures account, which is the most that it pays of funding
-- afterwards: its margin and its gains, without the fees of closing it, which are what its fees are above that of opening
-- it; nothing where it was liquidated.
create or replace function funding_given_back(p futures_position, p_scale smallint) returns numeric
language sql immutable
as $$
  select case when p.closed_as = 'liquidated' then 0
    else p.initial_margin + p.added_margin + p.realised_profit + p.funding
      - greatest(0, p.fee - futures_fee(p.lots_ordered * p.lot_size, p.entry_price, p.open_fee_ratio, p_scale)) end
$$;
