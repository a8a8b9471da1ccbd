import { isStillTaped } from '../../markets/tape/index.js';
import {
  registerHold,
  registerInvariant,
  registerReason,
  registerSubject,
  watchedFor,
} from '../../wallet/ledger/index.js';

registerSubject({
  table: 'spot_stop',
  touchedBy: `select number from recent where reason in ('spot.stop-reserve', 'spot.stop-release')
              union select a.stop_id from recent r join spot_stop_amendment a on a.id = r.number
                     where r.reason = 'spot.stop-amend'
              union select s.id from recent r join spot_stop s on s.paired_order_id = r.number
                     where r.reason in ('spot.reserve', 'spot.release')
              union select s.id from recent r join spot_fill f on f.id = r.number
                      join spot_stop s on s.paired_order_id = f.order_id where r.reason = 'spot.fill'`,
  sliceRows: 10_000,
});
registerSubject({
  table: 'spot_exit',
  touchedBy: `select x.id from recent r join spot_exit x on x.became_order_id = r.number where r.reason = 'spot.reserve'
              union select x.id from recent r join spot_exit x on x.became_stop_id = r.number
                     where r.reason = 'spot.stop-reserve'
              union select x.id from recent r join spot_fill f on f.id = r.number join spot_exit x on x.order_id = f.order_id
                     where r.reason = 'spot.fill'
              union select number from recent where reason = 'spot.exit-release'`,
  sliceRows: 10_000,
});
registerHold(
  'spot-exit',
  `select from spot_exit x join spot_order o on o.id = x.order_id
    where x.id = h.number and x.user_id = h.owner_id and x.demo = h.demo and x.status = 'waiting' and h.kind = 'spot_frozen'
      and h.currency_id = o.base_currency_id`,
);
registerReason('spot.exit-release', `select from spot_exit x where x.id = j.number and x.status = 'void'`, {
  kinds: ['spot', 'spot_frozen'],
  owner: 'select x.user_id from spot_exit x where x.id = l.number',
});

/** What the order of a stop can need: `stopReserve` of contract/rules/spot-stop.rules.ts; null where there is no stop. */
export function needOf(stop: string): string {
  return `case when ${stop}.cost is not null then ${stop}.cost when ${stop}.side = 'sell' then ${stop}.quantity
    else amount_charged(${stop}.quantity * ${stop}.limit_price, c.scale)
      + amount_charged(${stop}.quantity * ${stop}.limit_price * ${stop}.fee_ratio, c.scale) end`;
}

registerInvariant({
  name: 'S09',
  says: 'A stop that waits has frozen what its order can need, one that ended nothing, and what it became is its order and no other.',
  parts: [
    {
      over: 'spot_stop',
      sql: `select s.id, s.demo, s.status, s.reserved, h.amount as held from checked s
              join currency c on c.id = s.quote_currency_id
              left join ledger_hold h on h.name = concat('spot-stop:', s.id)
              left join spot_order o on o.id = s.order_id
             where coalesce(h.amount, 0) <> s.reserved
                or s.reserved <> case when s.status <> 'waiting' or s.paired_order_id is not null then 0
                     else ${needOf('s')} end
                or (s.status = 'triggered' and (o.id is null or o.user_id <> s.user_id or o.market_id <> s.market_id
                     or o.demo <> s.demo or o.side <> s.side or o.created_at < s.created_at
                     or (o.amended_at is null and (o.limit_price is distinct from s.limit_price
                       or o.quantity <> coalesce(s.quantity, o.quantity)))))`,
    },
  ],
});

registerInvariant({
  name: 'S10',
  says: 'A stop that waits with an order has it open and whole, of its side and quantity, with enough for either; one that ended left one of the two.',
  parts: [
    {
      over: 'spot_stop',
      sql: `select s.id, s.demo, s.status, o.status as other, o.filled, o.reserved from checked s
              join currency c on c.id = s.quote_currency_id join spot_order o on o.id = s.paired_order_id
             where o.user_id <> s.user_id or o.market_id <> s.market_id or o.demo <> s.demo or o.side <> s.side
                or case s.status
                     when 'waiting' then o.status <> 'open' or o.filled <> 0 or o.quantity <> s.quantity
                       or o.reserved < ${needOf('s')}
                     when 'triggered' then o.reason is distinct from 'stop-triggered' or o.filled <> 0
                     else o.status = 'open' and o.filled = 0 end`,
    },
  ],
});

registerInvariant({
  name: 'S11',
  says: 'What a purchase leaves behind has its coins frozen while it waits and no longer; it is what was asked for, once it had ended, of no more coins than it bought.',
  parts: [
    {
      over: 'spot_exit',
      sql: `select x.id, x.demo, x.status, x.quantity, o.filled from checked x join spot_order o on o.id = x.order_id
              left join spot_order t on t.id = x.became_order_id left join spot_stop s on s.id = x.became_stop_id
              left join ledger_hold h on h.name = concat('spot-exit:', x.id)
             where coalesce(h.amount, 0) <> x.reserved or x.reserved > o.filled
                or t.expires_at is distinct from case when t.id is not null then x.expires_at end
                or s.expires_at is distinct from case when s.id is not null then x.expires_at end
                or o.side <> 'buy' or o.user_id <> x.user_id or o.demo <> x.demo
                or (x.status = 'active' and (x.quantity > o.filled or o.status = 'open'
                  or t.side <> 'sell' or t.user_id <> x.user_id or t.demo <> x.demo or t.market_id <> o.market_id
                  or (t.amended_at is null and (t.limit_price <> x.take_profit or t.quantity <> x.quantity))
                  or s.side <> 'sell' or s.user_id <> x.user_id or s.demo <> x.demo or s.market_id <> o.market_id
                  or (s.amendments = 0 and (s.trigger_price <> x.stop_loss or s.quantity <> x.quantity))
                  or (s.id is not null and s.paired_order_id is distinct from t.id)))`,
    },
  ],
});

registerInvariant({
  name: 'S12',
  says: 'A stop that follows the price stands where its watermark says.',
  parts: [
    {
      over: 'spot_stop',
      sql: `select s.id, s.demo, s.watermark, s.trigger_price from checked s join market m on m.id = s.market_id
             where s.trigger_price <> spot_trail_price(s.direction, s.watermark, s.trail_ratio, s.trail_distance, m.price_scale)`,
    },
  ],
});

registerInvariant({
  name: 'S13',
  says: 'No stop waits for a second that the tape keeps no more. A stop that waits two minutes after its date, unless it was reached before, is late; so is what a purchase leaves, and a tape that is not judged for stops to an hour before its end.',
  parts: [
    {
      over: 'round',
      isOverdue: true,
      isLate: true,
      sql: `select s.id, s.demo, s.expires_at from spot_stop s join watched w on w.demo = s.demo
             where s.expires_at < w.until - interval '2 minutes' and spot_stop_is_over(s, now())
               and ${watchedFor('2 minutes')}`,
    },
    {
      over: 'round',
      isOverdue: true,
      isLate: true,
      sql: `select 'exit' as what, x.id, x.demo, x.expires_at from spot_exit x join watched w on w.demo = x.demo
             where x.status = 'waiting' and x.expires_at < w.until - interval '2 minutes'
               and ${watchedFor('2 minutes')}`,
    },
    {
      over: 'round',
      isOverdue: true,
      isLate: true,
      // A look judges ten hours of a tape, and with thousands of stops still nine seconds in each: an hour behind is a standstill.
      sql: `select p.market_id, w.demo from watched w, spot_stop_place p
              join tape_head h on h.market_id = p.market_id and h.sequence > 0
             where p.second < h.second - interval '1 hour' and ${watchedFor('1 hour')}
               and exists (
                 select from unnest(array['rise', 'fall']) direction, lateral (
                   select from spot_stop s
                    where s.market_id = p.market_id and s.demo = w.demo and s.status = 'waiting' and s.direction = direction
                      and s.created_at < w.until - interval '1 hour' limit 1) waits)`,
    },
    // What was reached then is not known any more: the tape keeps a day that is still to be judged (tape_day_is_needed).
    {
      over: 'round',
      sql: `select 'gone' as what, p.market_id, w.demo from trading_mode w, spot_stop_place p
              join tape_head h on h.market_id = p.market_id and h.sequence > 0
             where p.second < h.second - interval '1 day' and not ${isStillTaped("p.second + interval '1 second'")}
               -- Something was on it then: a feed that was silent for longer than days are retained leaves nothing to be judged.
               and exists (
                 select from tape_root r where r.market_id = p.market_id and r.hour > p.second - interval '1 hour'
                    and r.hour < date_trunc('day', p.second + interval '1 second', 'UTC') + interval '1 day')
               and exists (
                 select from unnest(array['rise', 'fall']) direction, lateral (
                   select from spot_stop s
                    where s.market_id = p.market_id and s.demo = w.demo and s.status = 'waiting' and s.direction = direction
                      and s.created_at < h.second - interval '1 day' limit 1) waits)`,
    },
  ],
});

registerInvariant({
  name: 'S14',
  says: 'The terms of an amended stop are those of its last amendment, where it does not follow the price, and each amendment begins with those before it.',
  parts: [
    {
      over: 'spot_stop',
      sql: `select s.id, s.demo, s.amendments, s.trigger_price, s.limit_price, last.trigger_after, last.limit_after,
                   last.amount_after, last.trail_after
              from checked s
             cross join lateral (
               select count(*) as amendments from spot_stop_amendment a where a.stop_id = s.id) made
              left join lateral (
                select * from spot_stop_amendment a where a.stop_id = s.id order by a.id desc limit 1) last on true
             where s.amendments <> made.amendments or (s.watermark is null and s.trigger_price <> last.trigger_after)
                or (last.id is not null and (s.limit_price is distinct from last.limit_after
                  or (s.status = 'waiting' and last.paired_limit_after is distinct from (
                    select o.limit_price from spot_order o where o.id = s.paired_order_id))
                  or coalesce(s.quantity, s.cost) <> last.amount_after
                  or coalesce(s.trail_ratio, s.trail_distance) is distinct from last.trail_after))
                or exists (
                  select from (
                    select a.trigger_before, a.limit_before, a.amount_before, a.trail_before,
                           lag(a.id) over w as earlier, lag(a.trigger_after) over w as trigger_after,
                           lag(a.limit_after) over w as limit_after, lag(a.amount_after) over w as amount_after,
                           lag(a.trail_after) over w as trail_after
                      from spot_stop_amendment a where a.stop_id = s.id window w as (order by a.id)) step
                   where step.earlier is not null and ((s.watermark is null and step.trigger_before <> step.trigger_after)
                     or (step.limit_before, step.amount_before, step.trail_before)
                       is distinct from (step.limit_after, step.amount_after, step.trail_after)))`,
    },
  ],
});
