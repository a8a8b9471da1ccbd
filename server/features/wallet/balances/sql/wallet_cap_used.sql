-- How much of a coin counts since an instant against the caps of an act, by one person, as the one who proposed or as the
-- one who approved, or by anybody (p_person null): `adjustment` is a change by hand or a credit against its chain, `credit`
-- a deposit of which no chain says anything, `payout` a released withdrawal, `insurance` what was put into the fund.
--
-- Access: product
create or replace function wallet_cap_used(p_act text, p_currency integer, p_since timestamptz, p_person bigint)
  returns numeric
language sql
stable
as $$
  select case p_act
    when 'adjustment' then wallet_adjusted(p_currency, p_since, p_person)
    when 'credit' then
      (select coalesce(sum(d.amount), 0) from deposit d
        where d.currency_id = p_currency and d.word_at >= p_since and d.chain_verdict is null
          and (p_person is null or p_person in (d.credit_proposed_by, d.credited_by)))
    when 'insurance' then
      (select coalesce(sum((i.detail->>'amount')::numeric), 0) from operator_proposal i
        where i.kind = 'insurance' and i.status = 'approved' and i.decided_at >= p_since
          and (i.detail->>'currencyId')::integer = p_currency
          and (p_person is null or p_person in (i.proposed_by, i.decided_by)))
    when 'payout' then
      (select coalesce(sum(w.amount), 0) from withdrawal w
        where w.currency_id = p_currency and w.released_at >= p_since
          and (p_person is null or p_person in (w.first_approved_by, w.released_by)))
  end
$$;
