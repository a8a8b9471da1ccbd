import { registerPromisedCoins } from '../../markets/listing/index.js';
import {
  registerHold,
  registerInvariant,
  registerReason,
  registerSubject,
  watchedFor,
} from '../../wallet/ledger/index.js';

registerPromisedCoins(`select coin_code as code, coin_scale as scale from subscription_offer where status = 'open'`);

const WAITING = `('review', 'passed')`;

registerSubject({
  table: 'subscription_order',
  touchedBy: `select number from recent where reason like 'subscription.%'`,
  sliceRows: 2000,
  booked: { as: ['subscription.buy'] },
});
const ORDER = 'select from subscription_order o where o.id = j.number';
registerHold(
  'subscription-order',
  `select from subscription_order o
    where o.id = h.number and o.user_id = h.owner_id and not h.demo and h.kind = 'spot_frozen'
      and case when o.status in ${WAITING} then h.currency_id = o.payment_currency_id
               when o.status = 'locked' then h.currency_id = o.coin_currency_id else false end`,
);
const owner = 'select o.user_id from subscription_order o where o.id = l.number';
const HELD = ['spot', 'spot_frozen'];
registerReason('subscription.buy', ORDER, { kinds: HELD, owner });
registerReason('subscription.return', `${ORDER} and o.status = 'returned'`, { kinds: HELD, owner });
registerReason('subscription.deliver', `${ORDER} and o.status in ('locked', 'released')`, {
  kinds: ['spot_frozen', 'issuance'],
  owner,
  explained: {
    kind: 'issuance',
    rows: `select o.id as number, side.currency_id, side.amount from subscription_order o
            cross join lateral (values (o.payment_currency_id, o.cost::numeric), (o.coin_currency_id, -o.coins::numeric))
              as side (currency_id, amount)
            where o.status in ('locked', 'released')`,
  },
});
registerReason('subscription.release', `${ORDER} and o.status = 'released'`, {
  kinds: [...HELD, 'issuance', 'interest_expense'],
  owner,
  explained: {
    kind: 'issuance',
    rows: `select o.id as number, o.coin_currency_id as currency_id, -o.expected_return as amount from subscription_order o
            where o.status = 'released' and o.yield_source <> 'house'`,
  },
});

registerInvariant({
  name: 'N01',
  says: 'What is sold of an offer is what its orders bought and did not get back, and never more than there is.',
  parts: [
    {
      over: 'pass',
      sql: `select q.offer_id, false as demo, q.sold, q.total, sum(o.coins) as bought from subscription_quota q
              join subscription_offer f on f.id = q.offer_id
              left join subscription_order o on o.offer_id = q.offer_id and o.status <> 'returned'
             group by q.offer_id, f.id
            having q.sold <> coalesce(sum(o.coins), 0) or q.sold > q.total or q.total <> f.total`,
    },
  ],
});

registerInvariant({
  name: 'N02',
  says: 'What a user has of an offer is what the own orders bought, and never more than one may have.',
  parts: [
    {
      over: 'subscription_order',
      sql: `select h.offer_id, h.user_id, false as demo, h.coins, h.maximum
              from (select distinct offer_id, user_id from checked) o
              join subscription_offer f on f.id = o.offer_id
              left join subscription_share h on h.offer_id = o.offer_id and h.user_id = o.user_id
             where h.coins is null or h.coins > h.maximum or h.maximum <> f.maximum or h.coins <> coalesce((
               select sum(b.coins) from subscription_order b
                where b.offer_id = o.offer_id and b.user_id = o.user_id and b.status <> 'returned'), 0)`,
    },
  ],
});

registerInvariant({
  name: 'N03',
  says: 'What is frozen for an order is its payment until the launch, its coins while they are locked, and nothing afterwards.',
  parts: [
    {
      over: 'subscription_order',
      sql: `select o.id, false as demo, o.status, o.cost, o.coins, h.payment, h.delivered from checked o
             cross join lateral (
               select coalesce(sum(h.amount) filter (where a.currency_id = o.payment_currency_id), 0) as payment,
                      coalesce(sum(h.amount) filter (where a.currency_id = o.coin_currency_id), 0) as delivered
                 from ledger_hold h join ledger_account a on a.id = h.account_id
                where h.name = concat('subscription-order:', o.id)) h
             where h.payment <> case when o.status in ${WAITING} then o.cost else 0 end
                or h.delivered <> case when o.status = 'locked' then o.coins else 0 end`,
    },
  ],
});

registerInvariant({
  name: 'N04',
  says: 'An order has the journals of its state and no others, with the amounts of its terms, between its user and the issuer.',
  parts: [
    {
      over: 'subscription_order',
      sql: `select o.id, false as demo, o.status, j.reasons from checked o
             cross join lateral (
               select coalesce(string_agg(j.reason, ' ' order by j.reason), '') as reasons from ledger_journal j
                where j.reference = o.id::text and j.reason in
                  ('subscription.buy', 'subscription.deliver', 'subscription.release', 'subscription.return')) j
             where j.reasons <> case o.status when 'returned' then 'subscription.buy subscription.return'
                     when 'locked' then 'subscription.buy subscription.deliver'
                     when 'released' then 'subscription.buy subscription.deliver subscription.release'
                     else 'subscription.buy' end`,
    },
    {
      over: 'ledger_journal',
      sql: `select l.reason, o.id, false as demo, o.cost, o.coins, o.expected_return from legs l
              join subscription_order o on o.id = l.number
             where l.reason like 'subscription.%'
             group by l.journal_id, l.reason, o.id
            having bool_or(l.owner_id is not null and l.owner_id <> o.user_id)
                or coalesce(sum(l.amount) filter (where l.kind = 'spot'), 0) <> case l.reason
                     when 'subscription.buy' then -o.cost when 'subscription.return' then o.cost
                     when 'subscription.release' then o.coins + o.expected_return else 0 end
                or coalesce(sum(l.amount) filter (where l.kind = 'issuance' and l.currency_id = o.payment_currency_id), 0)
                     <> case l.reason when 'subscription.deliver' then o.cost else 0 end
                or (o.coin_currency_id is not null and coalesce(sum(l.amount) filter (
                     where l.owner_id is null and l.currency_id = o.coin_currency_id), 0) <> case l.reason
                     when 'subscription.deliver' then -o.coins when 'subscription.release' then -o.expected_return else 0 end)
                or (l.reason = 'subscription.release' and bool_or(l.owner_id is null
                     and l.kind <> case o.yield_source when 'house' then 'interest_expense' else 'issuance' end))`,
    },
  ],
});

registerInvariant({
  name: 'N05',
  says: 'Coins are those that were offered, are locked from the launch of their offer for the days that were bought, and are released not before; what is not released, delivered or given back an hour later is late.',
  parts: [
    {
      over: 'subscription_order',
      sql: `select o.id, false as demo, o.status, o.locked_at, o.release_at, o.ended_at from checked o
              join subscription_offer f on f.id = o.offer_id
              left join currency c on c.id = f.coin_currency_id
             where (o.locked_at is not null and (f.status <> 'launched' or o.locked_at <> f.launched_at
                     or o.release_at <> o.locked_at + o.lock_days * interval '1 day'
                     or o.coin_currency_id is distinct from f.coin_currency_id
                     or (c.code, c.scale) is distinct from (f.coin_code, f.coin_scale)))
                or (o.status = 'released' and o.ended_at < o.release_at)
                or (o.lock_days, o.price, o.yield_ratio, o.payment_currency_id, o.coin_scale)
                   is distinct from (f.lock_days, f.price, f.yield_ratio, f.payment_currency_id, f.coin_scale)`,
    },
    {
      over: 'round',
      isOverdue: true,
      isLate: true,
      sql: `select 'release' as what, o.id, false as demo, o.release_at as due from subscription_order o
              join watched w on not w.demo
             where o.status = 'locked' and o.release_at < w.until - interval '1 hour'
               and ${watchedFor('1 hour')}
            union all
            select 'deliver', o.id, false, f.launched_at from subscription_offer f
              join subscription_order o on o.offer_id = f.id and o.status in ${WAITING} join watched w on not w.demo
             where f.status = 'launched' and f.launched_at < w.until - interval '1 hour'
               and ${watchedFor('1 hour')}
            union all
            select 'return', o.id, false, f.cancelled_at from subscription_offer f
              join subscription_order o on o.offer_id = f.id and o.status in ${WAITING} join watched w on not w.demo
             where f.status = 'cancelled' and f.cancelled_at < w.until - interval '1 hour'
               and ${watchedFor('1 hour')}`,
    },
  ],
});
