-- Refuses with FU011 a leverage that the maintenance table does not allow for a notional: what the person has open and
-- ordered, whichever the account, in the market and side, all together. The detail is the highest that it allows.
create or replace function futures_assert_leverage(p_market integer, p_leverage integer, p_notional numeric)
returns void
language plpgsql
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  highest constant integer := futures_leverage_bound(p_market, p_notional);
begin
  if p_leverage > highest then
    raise exception 'too large for the leverage' using errcode = 'FU011', detail = highest::text;
  end if;
end
$$;
