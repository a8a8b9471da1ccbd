-- What a stamp charges by its mean premium and cap where its market could be traded for so many of the eight hours' seconds:
-- that part of the interval's rate, cut towards zero. `fundingRateOfOpenTime` of test/reference-forms.ts.
create or replace function funding_rate_for(p_premium numeric, p_cap numeric, p_open_seconds integer) returns numeric
language sql immutable parallel safe
as $$
  select trunc(funding_rate_of(p_premium, p_cap) * p_open_seconds / 28800, 10)
$$;
