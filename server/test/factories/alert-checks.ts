/**
 * What is wrong with price alerts and what was said of them, which must be nothing: an alert that goes off once and did so more than once
 * since it was made, or is over without having gone off; a going off without a notice of its own, a notice without a going off or without
 * word to its user's pages; more alerts of a user than there may be.
 */
export const WRONG_ALERTS = `
  select 'times' as what, a.id from price_alert a
    left join (select alert_id, count(*) as times from price_alert_firing group by 1) f on f.alert_id = a.id
   where a.times <> coalesce(f.times, 0) or (a.pause_seconds is null and a.version = 1 and a.times > 1)
      or (a.state = 'done' and a.times = 0)
  union all
  select 'no notice', f.alert_id from price_alert_firing f join price_alert a on a.id = f.alert_id
    left join account_notice n on n.id = f.notice_id and n.user_id = a.user_id and n.at = f.at
   where n.id is null
  union all
  select 'no going off', n.id from account_notice n left join price_alert_firing f on f.notice_id = n.id
   where n.kind like 'alert-%' and f.notice_id is null
  union all
  select 'no word', n.id from account_notice n where n.kind like 'alert-%' and not exists (
    select from outbox o where o.user_id = n.user_id and o.payload ->> 'noticeId' = n.id::text)
  union all
  select 'too many', a.user_id from price_alert a where a.state in ('active', 'paused')
   group by a.user_id having count(*) > 100`;

/** So many alerts on crossings of the index, a hundredth of a percent from each other and around it, of each of these users. */
export const CROSSINGS = `
  insert into price_alert (user_id, market_id, kind, value, source, note, state, phase, since, wakes_at, created_at, changed_at)
  select given.id, m.id, 'cross', round(last.index * (1 + place * 0.0001), 2), 'index', '', 'active', 'asleep', now(), now(), now(),
         now()
    from unnest($1::bigint[]) as given (id) cross join generate_series(-40, 40) as place
    join market m on m.symbol = 'BTC/USDT'
   cross join lateral (select s.index from price_sample s where s.market_id = m.id and s.index_state = 'ok'
                        order by s.second desc limit 1) last`;

/**
 * Of those, whoever did not go off at the first second of the tape that crossed it, of what was judged: looked up second by
 * second, without anything that whoever judged has kept.
 */
export const MISREPORTED_CROSSINGS = `
  select a.id, due.second as due, f.at as notified from price_alert a
    join price_alert_place p on p.market_id = a.market_id
   cross join lateral (select s.second, s.index from price_sample s
      where s.market_id = a.market_id and s.second >= a.created_at and s.index_state = 'ok' and s.index <> a.value
      order by s.second limit 1) first
    left join lateral (select s.second from price_sample s
      where s.market_id = a.market_id and s.second > first.second and s.second <= p.second and s.index_state = 'ok'
        and case when first.index < a.value then s.index >= a.value else s.index <= a.value end
      order by s.second limit 1) due on true
    left join price_alert_firing f on f.alert_id = a.id
   where a.kind = 'cross' and due.second is distinct from f.at`;
