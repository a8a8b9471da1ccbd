-- Trigger of market: what is listed is the market of a coin as two people agreed on it in this transaction, of spot alone,
-- and its price is that of the coin's own instruments. Futures and options are of markets that whoever owns the table seeds.
-- Refusal: PT001.
create or replace function market_listed() returns trigger
language plpgsql
as $$
declare
  agreed jsonb;
begin
  if pg_has_role(current_user, (select c.relowner from pg_class c where c.oid = tg_relid), 'usage') then
    return new;
  end if;
  if new.perpetual or new.option then
    raise exception 'a market that is listed is of spot alone' using errcode = 'PT001';
  end if;
  agreed := listing_agreed(new.base_currency_id, new.quote_currency_id);
  if agreed is null
     or (new.symbol, new.price_scale::integer, new.quantity_scale::integer, new.simulated_price::numeric,
         new.price_instrument, new.pair_instrument, new.constituents_min::integer, new.single_venue, new.calendar,
         new.outlier_ratio::numeric, new.band_ratio::numeric)
        is distinct from
        (concat(agreed->>'code', '/', (select c.code from currency c where c.id = new.quote_currency_id)),
         (agreed->>'priceScale')::integer, (agreed->>'quantityScale')::integer, (agreed->>'price')::numeric,
         agreed->'instruments'->>0, agreed->'instruments'->>0,
         greatest(2, jsonb_array_length(agreed->'instruments')), false, 'always', 0.03, 0.1) then
    raise exception 'a market that two people did not agree on' using errcode = 'PT001';
  end if;
  return new;
end
$$;
