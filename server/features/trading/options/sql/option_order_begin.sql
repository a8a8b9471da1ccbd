-- What an order may be when it begins, whoever writes it. Whatever a quote says: its currency is one that is taken, its
-- terms are those of the product's row, its close is the term after the instant of a quote that was still valid (3 s)
-- or of its acceptance, and its entry is the index that the tape has for the second, which is waited for
-- (option_taped): who holds what others wait for asks for it before.
--
-- An order that arrives ten seconds after it was accepted has waited too long: what it says of then was not known only
-- then, and the price at its close may be known by now.
--
-- Here and not as constraints of the table, which every statement would read anew.
--
-- Refusals: OP003 not what is offered, OP004 the tape is behind, 23514 it does not begin open, 23503 no such
-- market or currency.
create or replace function option_order_begin() returns trigger
language plpgsql
set enable_seqscan = off
as $$
declare
  offer record;
  taped record;
  term constant interval := new.seconds * interval '1 second';
  to_second constant interval := interval '0.999999 seconds';
begin
  if new.closes_at <> date_trunc('second', new.closes_at) or new.closes_at <= new.opened_at or new.status <> 'open'
    or new.result is not null or new.profit is not null or new.settlement_id is not null
    or new.settled_at is not null then
    raise exception 'an order begins open, and closes at a second after it' using errcode = '23514';
  end if;
  select t.*, m.option as offered, taken.enabled as is_taken, m.price_scale, m.constituents_min, c.scale,
         coalesce(t.fee_ratio, m.option_fee_percent / 100) as fee_of_stake into offer
    from market m join currency c on c.id = new.currency_id
    left join option_currency taken on taken.currency_id = c.id
    left join lateral (
      select * from option_term own_or_general
       where own_or_general.seconds = new.seconds
         and (own_or_general.market_id = m.id or own_or_general.market_id is null)
       order by own_or_general.market_id nulls last limit 1) t on true
   where m.id = new.market_id;
  if not found then
    raise exception 'an order is of a market, and paid in a currency' using errcode = '23503';
  end if;
  if not coalesce(offer.offered and offer.is_taken and offer.enabled and new.direction = any (offer.directions), false)
    or new.stake not between offer.minimum and offer.maximum
    or new.payout_ratio <> (case new.direction when 'even' then offer.even_payout_ratio else offer.payout_ratio end)
    or new.winnings <> option_winnings(new.stake, new.payout_ratio, offer.scale)
    or new.fee_ratio <> offer.fee_of_stake or new.fee <> option_fee(new.stake, new.fee_ratio, offer.scale)
    or new.rule_version <> 1 or new.window_seconds <> option_window_seconds(new.seconds)
    or new.price_decimals <> offer.price_scale + 1 or new.constituents_min <> offer.constituents_min then
    raise exception 'an order has the terms of its market' using errcode = 'OP003';
  end if;
  if new.opened_at < database_now(new.opened_at) - interval '10 seconds' then
    raise exception 'an order is of now' using errcode = 'OP003';
  end if;
  if new.closes_at - term not between date_trunc('second', new.opened_at - interval '3 seconds' + to_second)
    and date_trunc('second', new.opened_at + to_second) then
    raise exception 'an order closes its term after its acceptance or its quote' using errcode = 'OP003';
  end if;
  if new.entry_at > new.opened_at or new.entry_at <= new.opened_at - interval '7 seconds'
    or new.entry_price <> option_rounded(new.entry_index, new.price_decimals)
    or new.even_band <> (case new.direction when 'even'
         then option_rounded(new.entry_price * offer.even_band_ratio, new.price_decimals) else 0 end) then
    raise exception 'an order enters at the index of a second just past' using errcode = 'OP003';
  end if;
  taped := option_taped(new.market_id, new.entry_at);
  if taped.index is null or taped.index_state <> 'ok' or taped.origin <> new.origin
    or taped.index::numeric(38, 18) <> new.entry_index then
    raise exception 'the entry of an order is the index of its second on the tape' using errcode = 'OP003';
  end if;
  return new;
end
$$;
