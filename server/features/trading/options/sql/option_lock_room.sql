-- Takes room for an option's winnings among those of all open orders of its market that are paid in a currency, until
-- the transaction ends: with them they stay within the currency's `payout_maximum`. Call it behind the locks of the
-- accounts, then write the order.
--
-- Everybody waits for everybody near the maximum, and counts exactly. Far from it small orders do not: all that can
-- be under way at once are together less than a quarter of the maximum, so below three quarters none of them can pass it.
--
-- Refusal: OP005 there is no room.
create or replace function option_lock_room(p_market integer, p_currency integer, p_demo boolean, p_winnings numeric)
returns void
language plpgsql
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  most numeric;
  owed numeric;
  place constant bigint := hashtextextended(concat_ws(' ', 'option_exposure', p_market, p_currency, p_demo), 0);
begin
  select c.payout_maximum, (select coalesce(sum(e.owed), 0) from option_exposure e
                             where e.market_id = p_market and e.currency_id = p_currency and e.demo = p_demo)
    into most, owed from option_currency c where c.currency_id = p_currency;
  if p_winnings > most / (4 * current_setting('max_connections')::bigint) or owed > most / 2 then
    perform pg_advisory_xact_lock(place);
    if option_exposure_of(p_market, p_currency, p_demo) + p_winnings > most then
      raise exception 'payout maximum' using errcode = 'OP005';
    end if;
    return;
  end if;
  perform pg_advisory_xact_lock_shared(place);
  if option_exposure_of(p_market, p_currency, p_demo) + p_winnings > most / 4 * 3 then
    -- Filled up while this one waited: try again, as one of those that wait for everybody.
    raise exception 'the room went meanwhile' using errcode = '40001';
  end if;
end
$$;
