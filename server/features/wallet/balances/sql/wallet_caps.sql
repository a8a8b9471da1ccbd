-- The caps of an act with a coin on one day, for one person and for all; zero where nobody has set any.
--
-- Access: product
create or replace function wallet_caps(
  p_act text, p_currency integer
) returns table (by_person numeric, by_all numeric)
language sql
stable
as $$
  select coalesce(max(case when p_act = 'adjustment' then c.by_person when p_act = 'credit' then c.credit_by_person
                      when p_act in ('payout', 'insurance') then c.payout_by_person end), 0),
         coalesce(max(case when p_act = 'adjustment' then c.by_all when p_act = 'credit' then c.credit_by_all
                      when p_act in ('payout', 'insurance') then c.payout_by_all end), 0)
    from adjustment_cap c where c.currency_id = p_currency
$$;
