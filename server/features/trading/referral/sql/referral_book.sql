-- Decides and books the next rebates of a day whose fees are all gathered: one journal, with a line for each inviter and
-- currency. Who shares a browser, an address or a card with whom they invited gets nothing for it, nor does anybody for
-- somebody whose identity is not verified, nor an account that was disabled before the day ended, or whose user had asked by
-- then that it be erased: the instant that decided is kept, so that the day can be computed again whatever becomes of the
-- account. Answers how many rebates were decided, 0 when the day is booked or nothing else can be, and whose events there
-- are.
--
-- p_except: payers who are put apart, as theirs cannot be booked; the day waits for them, and they hold up nobody else.
--
-- Several calls may run at once and be killed at any instant: the day's lock lets one work, a decided rebate is passed
-- over, and what brings what is one transaction.
--
-- Access: worker
create or replace function referral_book(
  p_day date, p_rebates integer, p_at timestamptz, p_except bigint[] default '{}',
  out rebates integer, out users bigint[]
)
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_custom_plan
as $$
declare
  everybodys constant rebate_ratio := (
    select t.ratio from referral_terms t where t.effective_day <= p_day order by t.effective_day desc limit 1);
  day_end constant timestamptz := referral_day_end(p_day);
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
  -- Whole people: all that one of them paid on the day is decided at once.
  select array_agg(r.payer_id) as payers, array_agg(r.inviter_id) as inviters into due
    from (select distinct o.payer_id, o.inviter_id
            from (select r.payer_id, r.inviter_id from referral_rebate r
                   where r.day = p_day and r.outcome is null and r.payer_id <> all (p_except)
                   order by r.inviter_id, r.payer_id, r.currency_id limit p_rebates) o) r;
  if due.payers is null then
    update referral_day d set status = 'booked', booked_at = database_now(p_at)
     where d.day = p_day and not exists (
       select from referral_rebate r where r.day = p_day and r.outcome is null);
    return;
  end if;
  insert into referral_self (payer_id, inviter_id, shares, found_at)
  select s.payer_id, s.inviter_id, s.shares, p_at from referral_sharing(due.payers, due.inviters) s order by s.payer_id
  on conflict (payer_id) do nothing;
  batch := nextval(pg_get_serial_sequence('referral_batch', 'id'));
  -- By the keys alone, and what belongs to a row by its index: however many rows a day has, and whatever was known of the
  -- table when the statement is planned, no plan can be a slow one.
  with written as (
    update referral_rebate r
       set batch_id = batch, (outcome, ratio, amount, inviter_disabled_at) = (
             select o.outcome, o.ratio,
                    case when o.outcome = 'earned' then referral_amount(r.fee, o.ratio, r.scale) else 0 end,
                    case when o.outcome = 'disabled' then o.disabled_at end
               from (select coalesce((
                              select t.ratio from referral_partner_terms t
                               where t.user_id = r.inviter_id and t.effective_day <= p_day
                               order by t.effective_day desc limit 1), everybodys) as ratio,
                            closed.disabled_at,
                            case when exists (select from referral_self s where s.payer_id = r.payer_id) then 'self'
                                 when closed.disabled_at < day_end then 'disabled'
                                 when not exists (
                                   select from verification_case v
                                    where v.user_id = r.payer_id and v.level = 'basic' and v.status = 'verified')
                                 then 'unverified' else 'earned' end as outcome
                       from account_user u
                       cross join lateral (
                         select least(u.disabled_at, (
                           select e.asked_at from account_erasure e
                            where e.user_id = u.id and (e.outcome is null or e.outcome = 'erased'))) as disabled_at) closed
                      where u.id = r.inviter_id offset 0) o)
     where r.day = p_day and r.payer_id = any (due.payers) and r.outcome is null
    returning r.inviter_id, r.currency_id, r.amount)
  select sum(s.rows)::integer as rows,
         array_agg(s.inviter_id order by s.inviter_id, s.currency_id) filter (where s.amount > 0) as inviters,
         array_agg(s.currency_id order by s.inviter_id, s.currency_id) filter (where s.amount > 0) as currencies,
         array_agg(s.amount order by s.inviter_id, s.currency_id) filter (where s.amount > 0) as amounts
    into paid
    from (select w.inviter_id, w.currency_id, sum(w.amount)::numeric as amount, count(*) as rows from written w
           group by w.inviter_id, w.currency_id) s;
  rebates := paid.rows;
  insert into referral_batch (id, day, rebates, booked_at) overriding system value
  values (batch, p_day, rebates, database_now(p_at));
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
