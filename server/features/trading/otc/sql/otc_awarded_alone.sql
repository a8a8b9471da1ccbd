-- What an operator has awarded alone of a coin since the day of an instant began (UTC): appeals that nobody else confirmed.
-- Whoever decides by it has taken the lock of the operator's awards.
--
-- Access: product
create or replace function otc_awarded_alone(p_operator bigint, p_currency integer, p_at timestamptz) returns numeric
language sql stable
as $$
  select coalesce(sum(o.quantity), 0)
    from otc_step s join otc_order o on o.id = s.order_id
   where s.operator_id = p_operator and s.event in ('award-buyer', 'award-seller') and o.currency_id = p_currency
     and s.at >= date_trunc('day', p_at, 'UTC')
     and not exists (
       select from operator_proposal p where p.kind = 'otc-appeal' and p.subject_id = o.id and p.status = 'approved')
$$;
