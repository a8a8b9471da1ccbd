-- The caps of an act with a coin on one day, for one person and for all; zero where nobody has set any.
--
-- Access: product
create or replace function wallet_caps(
  p_act text, p_currency integer
) returns table (by_person numeric, by_all numeric)
language sql
stable
as $$
  select coalesce(max(case p_act when 'adjustment' then c.by_person when 'credit' then c.credit_by_person
                      when 'payout' then c.payout_by_person end), 0),
         coalesce(max(case p_act when 'adjustment' then c.by_all when 'credit' then c.credit_by_all
                      when 'payout' then c.payout_by_all end), 0)
    from adjustment_cap c where c.currency_id = p_currency
$$;
