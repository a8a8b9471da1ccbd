-- Journals whose fees are rebated: those of trading. What a withdrawal costs pays the chain, and is not among them.
create or replace function referral_fee_reasons() returns text[]
language sql immutable parallel safe
as $$
  select array['spot.fill', 'options.settle', 'futures.open', 'futures.fill', 'futures.close', 'futures.reduce']
$$;
