-- A whole purchase in one round trip: idempotency key, trading mode, money into the order's hold, holding
-- maximum, order, events. Amounts are in the order's currency, instants in UTC.
--
-- p_id is a number of the orders' sequence that the caller has drawn, p_opened the event that tells of the
-- order, p_answer what the command answers, as JSON. Answers that, or what the command with this key answered
-- first. What may be held is what the currency's row says now.
--
-- Refusals: OP001 stakes and fees of open orders would pass the holding maximum, OP002 real money of a
-- user who is not verified, OP005 all open orders of the market may win as much as the currency's `payout_maximum`
-- says, LG001, LG005, NW001, ID001, and those of
-- country_rule_assert and own_limits_assert: all of it may be lost.
--
-- Access: product
create or replace function option_buy(
  p_user bigint, p_route text, p_key text, p_fingerprint bytea, p_at timestamptz, p_window_seconds integer,
  p_answer text, p_id bigint, p_market integer, p_currency integer, p_demo boolean, p_direction text,
  p_seconds integer, p_stake numeric, p_fee numeric, p_payout_ratio numeric, p_fee_ratio numeric, p_winnings
  numeric, p_entry_at timestamptz, p_entry_index numeric, p_entry_price numeric, p_even_band numeric,
  p_origin text, p_closes_at timestamptz, p_rule_version smallint, p_rule_window_seconds smallint,
  p_price_decimals smallint, p_constituents_min smallint, p_opened jsonb
) returns text
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  claim record;
  posted record;
  total constant numeric := p_stake + p_fee;
  person bigint;
begin
  claim := idempotency_claim(p_user, p_route, p_key, p_fingerprint, p_at, p_window_seconds, p_answer);
  if not claim.claimed then
    return claim.reply;
  end if;
  perform trading_assert_open(p_demo);
  perform required_reading_assert(p_user, p_at);
  perform country_rule_assert(p_user, case when p_demo then 'options-demo' else 'options' end, null);
  perform own_limits_assert(p_user, p_demo, p_currency, total, p_at, p_may_be_lost => true);
  person := person_lock(p_user);
  if not p_demo and not exists (
    select from verification_case v where v.user_id = person and v.level = 'basic' and v.status = 'verified') then
    raise exception 'not verified' using errcode = 'OP002';
  end if;
  posted := ledger_post('options.buy', p_id::text, p_at, p_demo, array[p_user, p_user],
    array['option', 'option_frozen'], array[p_currency, p_currency], array[-total, total],
    array[null, concat('option-order:', p_id)]);
  -- Of two purchases of a person at once the second waits for the first, and sees what it holds, in whichever account.
  if (select c.holding_maximum from option_currency c where c.currency_id = p_currency) < (
    select sum(a.balance) from ledger_account a
     where a.owner_key = any (person_accounts(person)) and a.kind = 'option_frozen' and a.currency_id = p_currency
       and a.demo = p_demo) then
    raise exception 'holding maximum' using errcode = 'OP001';
  end if;
  -- While the room is held nothing is waited for that takes its time: all of the market wait for it near the maximum.
  perform option_taped(p_market, p_entry_at);
  perform option_lock_room(p_market, p_currency, p_demo, p_winnings);
  insert into option_order (id, user_id, market_id, currency_id, demo, direction, seconds, stake, fee, payout_ratio,
    fee_ratio, winnings, entry_at, entry_index, entry_price, even_band, origin, opened_at, closes_at, rule_version,
    window_seconds, price_decimals, constituents_min)
  overriding system value
  values (p_id, p_user, p_market, p_currency, p_demo, p_direction, p_seconds, p_stake, p_fee, p_payout_ratio,
    p_fee_ratio, p_winnings, p_entry_at, p_entry_index, p_entry_price, p_even_band, p_origin, p_at, p_closes_at,
    p_rule_version, p_rule_window_seconds, p_price_decimals, p_constituents_min);
  perform outbox_append_batch(p_user, array['option.opened', 'balance', 'balance'], array[
    p_opened,
    balance_event(p_demo, 'option', p_currency, -total, posted.balances[1]::numeric, posted.numbers[1],
      'options.buy', posted.journal_id),
    balance_event(p_demo, 'option_frozen', p_currency, total, posted.balances[2]::numeric, posted.numbers[2],
      'options.buy', posted.journal_id)], p_at);
  return claim.reply;
end
$$;
