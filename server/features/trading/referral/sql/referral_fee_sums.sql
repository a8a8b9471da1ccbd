-- Sums of fees by currency, `{"3": "12.5"}`.
create or replace function referral_fee_sums(p_currencies integer[], p_fees numeric[]) returns jsonb
language sql immutable parallel safe
as $$
  select coalesce(jsonb_object_agg(s.currency::text, trim_scale(s.fee)::text), '{}'::jsonb)
    from (select f.currency, sum(f.fee) as fee from unnest(p_currencies, p_fees) as f (currency, fee)
           where f.currency is not null group by f.currency) s
$$;
