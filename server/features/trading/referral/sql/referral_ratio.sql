-- The ratio by which somebody is rebated on a UTC day: a partner's own, or that of everybody.
create or replace function referral_ratio(p_user bigint, p_day date) returns numeric
language sql stable
as $$
  select coalesce(
    (select t.ratio from referral_partner_terms t where t.user_id = p_user and t.effective_day <= p_day
      order by t.effective_day desc limit 1),
    (select t.ratio from referral_terms t where t.effective_day <= p_day order by t.effective_day desc limit 1))
$$;
