-- How much of a coin was changed by hand since an instant, into accounts and out of them alike, and credited to deposits on
-- operators' word: by one person, as the one who proposed or as the one who approved, or by anybody (p_person null).
--
-- Access: product
create or replace function wallet_adjusted(p_currency integer, p_since timestamptz, p_person bigint) returns numeric
language sql
stable
as $$
  select (select coalesce(sum(abs(a.amount)), 0) from wallet_adjustment a
           where a.currency_id = p_currency and a.booked_at >= p_since
             and (p_person is null or p_person in (a.proposed_by, a.decided_by)))
       + (select coalesce(sum(d.amount), 0) from deposit d
           where d.currency_id = p_currency and d.word_at >= p_since and d.chain_verdict is not null
             and (p_person is null or p_person in (d.credit_proposed_by, d.credited_by)))
$$;
