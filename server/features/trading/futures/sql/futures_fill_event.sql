-- The execution that a `position` event reports: the row itself has only totals and averages of all executions.
create or replace function futures_fill_event(p_lots integer, p_price numeric, p_profit numeric, p_fee numeric) returns jsonb
language sql immutable
as $$
  select jsonb_build_object('fill', jsonb_build_object('lots', p_lots, 'price', trim_scale(p_price)::text,
    'profit', trim_scale(p_profit)::text, 'fee', trim_scale(p_fee)::text))
$$;
