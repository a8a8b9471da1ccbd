-- Trigger of referral_terms and referral_partner_terms: a ratio begins on a day that is yet to come, by the database's
-- clock, and only by a proposal that two people agreed on in the very transaction in which it is written. What held on a
-- day that has begun never changes (RF009).
create or replace function referral_terms_agreed() returns trigger
language plpgsql
as $$
declare
  today date;
  about jsonb;
begin
  if tg_op = 'DELETE' then
    raise exception '% are written once', tg_table_name using errcode = 'RF009';
  end if;
  today := (database_now(new.decided_at) at time zone 'UTC')::date;
  if new.effective_day <= today
     or (tg_op = 'UPDATE' and (old.effective_day <= today or new.effective_day <> old.effective_day)) then
    raise exception 'terms begin on a day that is yet to come' using errcode = 'RF009';
  end if;
  about := to_jsonb(new);
  if not exists (
    select from operator_proposal p
     where p.status = 'approved' and p.xmin = pg_current_xact_id()::xid
       and p.kind = case tg_table_name when 'referral_terms' then 'referral-terms' else 'referral-partner' end
       and (p.detail->>'ratio')::numeric is not distinct from new.ratio
       and coalesce(p.user_id, 0) = coalesce((about->>'user_id')::bigint, 0)) then
    raise exception 'terms that two people did not agree on' using errcode = 'RF009';
  end if;
  return new;
end
$$;
