-- Opens a position at a price (p_status 1), or places a limit order (p_status 0) whose margin and fee are reserved.
--
-- Each value has its own parameter, because building a record from JSON costs as much as inserting the row. p_marks: JSON,
-- mark by market id, parsed only when the account has cross positions, for their unrealised loss. p_taking: depth of the
-- fill, as in depth_take.
--
-- A repetition does nothing. Refusals: those of futures_open_one, LG005, NW001, ID001, and those of country_rule_assert
-- and own_limits_assert: a pending order counts when it is placed.
--
-- Access: product
create or replace function futures_submit(
  p_user bigint, p_route text, p_key text, p_fingerprint bytea, p_at timestamptz, p_window_seconds integer,
  p_market integer, p_currency integer, p_demo boolean, p_side smallint, p_price_type text,
  p_margin_mode text, p_status smallint, p_leverage integer, p_lot_size numeric, p_lots integer,
  p_limit_price numeric, p_market_price numeric, p_entry_price numeric, p_take_profit numeric,
  p_take_profit_source text, p_stop_loss numeric, p_stop_loss_source text, p_margin numeric, p_fee numeric,
  p_open_fee_ratio numeric, p_close_fee_ratio numeric, p_open_rows integer, p_new_leverage integer,
  p_new_since timestamptz, p_marks text, p_taking jsonb
) returns void
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  opened record;
begin
  if not (idempotency_claim(p_user, p_route, p_key, p_fingerprint, p_at, p_window_seconds, 'null')).claimed then
    return;
  end if;
  perform trading_assert_open(p_demo);
  perform required_reading_assert(p_user, p_at);
  perform country_rule_assert(p_user, 'contracts', p_leverage);
  perform own_limits_assert(p_user, p_demo, p_currency, p_margin + p_fee, p_at);
  perform person_lock(p_user);
  opened := futures_open_one(p_user, p_market, p_currency, p_demo, p_side, p_price_type, p_margin_mode, p_status,
    p_leverage, p_lot_size, p_lots, p_limit_price, p_market_price, p_entry_price, p_take_profit, p_take_profit_source,
    p_stop_loss, p_stop_loss_source, p_margin, p_fee, p_open_fee_ratio, p_close_fee_ratio, p_open_rows, p_new_leverage,
    p_new_since, p_marks, p_at, p_has_room => false);
  perform outbox_append_batch(p_user, opened.kinds, opened.events, p_at);
  perform depth_take(p_taking);
end
$$;
