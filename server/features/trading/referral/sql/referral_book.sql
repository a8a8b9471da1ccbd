-- Decides and books the next rebates of a day whose fees are all gathered: one journal, with a line for each inviter and
-- currency. Who shares a browser, an address or a card with whom they invited gets nothing for it, nor does anybody for
-- somebody whose identity is not verified. Answers how many rebates were decided, 0 when the day is booked, and whose
-- events there are.
--
-- Several calls may run at once and be killed at any instant: the day's lock lets one work, a decided rebate is passed
-- over, and what brings what is one transaction.
--
-- Access: worker
create or replace function referral_book(
  p_day date, p_rebates integer, p_at timestamptz, out rebates integer, out users bigint[]
)
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_custom_plan
as $$
declare
  state text;
  due record;
  batch bigint;
  paid record;
  posted record;
  raised record;
begin
  p_at := require_reached(p_at);
  rebates := 0;
  users := '{}';
  select d.status into state from referral_day d where d.day = p_day for no key update;
  if state is distinct from 'booking' then
    return;
  end if;
  select array_agg(r.payer_id order by r.inviter_id, r.payer_id, r.currency_id) as payers,
         array_agg(r.currency_id order by r.inviter_id, r.payer_id, r.currency_id) as currencies,
         array_agg(r.inviter_id order by r.inviter_id, r.payer_id, r.currency_id) as inviters
    into due
    from (select r.payer_id, r.currency_id, r.inviter_id from referral_rebate r
           where r.day = p_day and r.outcome is null
           order by r.inviter_id, r.payer_id, r.currency_id limit p_rebates) r;
  rebates := coalesce(cardinality(due.payers), 0);
  if rebates = 0 then
    update referral_day d set status = 'booked', booked_at = database_now(p_at) where d.day = p_day;
    return;
  end if;
  insert into referral_self (payer_id, inviter_id, shares, found_at)
  select pair.payer, pair.inviter, found.shares, p_at
    from (select distinct payer, inviter from unnest(due.payers, due.inviters) as given (payer, inviter)
           order by payer) pair
   cross join lateral (select referral_shared(pair.payer, pair.inviter) as shares) found
   where found.shares is not null
  on conflict (payer_id) do nothing;
  insert into referral_batch (day, rebates, booked_at)
  values (p_day, rebates, database_now(p_at)) returning id into batch;
  with decided as (
    select given.payer, given.currency, referral_ratio(given.inviter, p_day) as ratio,
           case when exists (select from referral_self s where s.payer_id = given.payer) then 'self'
                when not exists (select from verification_case v
                                  where v.user_id = given.payer and v.level = 'basic' and v.status = 'verified')
                then 'unverified' else 'earned' end as outcome
      from unnest(due.payers, due.currencies, due.inviters) as given (payer, currency, inviter)),
  written as (
    update referral_rebate r
       set outcome = d.outcome, ratio = d.ratio, batch_id = batch,
           amount = case when d.outcome = 'earned' then referral_amount(r.fee, d.ratio, r.scale) else 0 end
      from decided d
     where r.day = p_day and r.payer_id = d.payer and r.currency_id = d.currency and r.outcome is null
    returning r.inviter_id, r.currency_id, r.amount)
  select array_agg(s.inviter_id order by s.inviter_id, s.currency_id) as inviters,
         array_agg(s.currency_id order by s.inviter_id, s.currency_id) as currencies,
         array_agg(s.amount order by s.inviter_id, s.currency_id) as amounts
    into paid
    from (select w.inviter_id, w.currency_id, sum(w.amount)::numeric as amount from written w
           where w.amount > 0 group by w.inviter_id, w.currency_id) s;
  if paid.inviters is null then
    return;
  end if;
  with leg as (
    select 1 as part, p.inviter as owner, 'spot' as kind, p.currency, p.amount
      from unnest(paid.inviters, paid.currencies, paid.amounts) as p (inviter, currency, amount)
    union all
    select 2, null, 'rebate_expense', p.currency, -sum(p.amount)
      from unnest(paid.currencies, paid.amounts) as p (currency, amount) group by p.currency)
  select b.* into posted
    from (select array_agg(batch::text) as refs, array_agg(l.owner order by l.part, l.owner, l.currency) as owners,
                 array_agg(l.kind order by l.part, l.owner, l.currency) as kinds,
                 array_agg(l.currency order by l.part, l.owner, l.currency) as currencies,
                 array_agg(l.amount order by l.part, l.owner, l.currency) as amounts,
                 array_agg(null::text) as holds from leg l) legs,
         ledger_post_batch('referral.rebate', p_at, false, legs.refs, legs.owners, legs.kinds, legs.currencies,
           legs.amounts, legs.holds) b;
  if cardinality(posted.replayed) > 0 then
    raise exception 'rebates % stand in the books already', batch using errcode = 'LG003';
  end if;
  insert into referral_income as i (inviter_id, currency_id, amount)
  select p.inviter, p.currency, p.amount
    from unnest(paid.inviters, paid.currencies, paid.amounts) as p (inviter, currency, amount)
  on conflict (inviter_id, currency_id) do update set amount = i.amount + excluded.amount;
  raised := referral_changed(paid.inviters);
  perform outbox_append_many(raised.users || posted.owners,
    array_fill('referral'::text, array[cardinality(raised.users)])
      || array_fill('balance'::text, array[cardinality(posted.owners)]),
    (select array_agg(referral_event(r.user_id, r.version, 'rebates', p_day, own.rebates) order by r.user_id)
       from unnest(raised.users, raised.versions) as r (user_id, version)
       join (select p.inviter, jsonb_agg(jsonb_build_object('currencyId', p.currency, 'amount', trim_scale(p.amount)::text)
                      order by p.currency) as rebates
               from unnest(paid.inviters, paid.currencies, paid.amounts) as p (inviter, currency, amount)
              group by p.inviter) own on own.inviter = r.user_id)
    || (select array_agg(balance_event(false, a.kind, a.currency, a.delta, a.after, a.number, 'referral.rebate',
                posted.journal_ids[1]) order by a.position)
          from unnest(posted.owners, posted.kinds, posted.currencies, posted.deltas, posted.afters, posted.numbers)
            with ordinality as a (owner, kind, currency, delta, after, number, position)), p_at);
  users := raised.users;
end
$$;
