import { registerPromisedCoins } from '../../markets/listing/index.js';
import {
  registerHold,
  registerInvariant,
  registerReason,
  registerSubject,
  watchedFor,
} from '../../wallet/ledger/index.js';

registerPromisedCoins(
  'select coin_code as code, coin_scale as scale from ieo_project where listed_at is null and cancelled_at is null',
);

const OF_USERS = `'ieo.apply', 'ieo.allot', 'ieo.pay', 'ieo.lapse', 'ieo.deliver', 'ieo.release', 'ieo.return'`;

registerSubject({
  table: 'ieo_application',
  touchedBy: `select head from recent where reason in (${OF_USERS})`,
  sliceRows: 5000,
  booked: { as: ['ieo.apply'] },
});
const OPEN = `select from ieo_application a join ieo_project p on p.id = a.project_id
  where a.id = h.number and a.user_id = h.owner_id and not h.demo and h.kind = 'spot_frozen'`;
registerHold(
  'ieo-application',
  `${OPEN} and h.currency_id = p.pay_currency_id and a.status in ('committed', 'allotted')`,
);
registerHold('ieo-lot', `${OPEN} and h.currency_id = p.currency_id and a.status in ('locked', 'releasing')`);
/** Coins of an application `a` that are paid for. */
const LOT = `case when a.status in ('paid', 'locked', 'releasing')
  then a.allotted + case when a.second_status = 'paid' then a.second else 0 end else 0 end`;
const APPLICATION = 'select from ieo_application a where a.id = j.head';
const OF_APPLICATION = {
  kinds: ['spot', 'spot_frozen'],
  owner: 'select a.user_id from ieo_application a where a.id = l.head',
};
// What was paid is with the sale until its coins come, and nobody knows their worth: until then nothing is won or lost.
// They come in as what was paid for them was worth when it was paid, so that what they are worth beyond is won, as where one journal
// buys (subscription). What is given back comes in at the same worth: what it gained or lost meanwhile counts on that day.
const PAYMENTS = `select p.pay_currency_id as currency_id, paid.units * p.price as amount, paid.at
  from ieo_application a join ieo_project p on p.id = a.project_id
 cross join lateral (values (a.allotted, a.paid_at), (a.second, a.second_paid_at)) as paid (units, at)
 where a.id = j.head and paid.at is not null`;
const WITH_HOUSE = { ...OF_APPLICATION, kinds: [...OF_APPLICATION.kinds, 'escrow'], isCapital: true };
registerReason('ieo.apply', APPLICATION, OF_APPLICATION);
registerReason('ieo.allot', `${APPLICATION} and a.allotted is not null`, OF_APPLICATION);
registerReason('ieo.pay', `${APPLICATION} and a.paid_at is not null`, WITH_HOUSE);
registerReason('ieo.lapse', `${APPLICATION} and a.status = 'missed'`, OF_APPLICATION);
registerReason('ieo.deliver', `${APPLICATION} and a.status in ('locked', 'releasing')`, {
  ...OF_APPLICATION,
  kinds: ['spot_frozen', 'issuance'],
  isCapital: true,
  cost: PAYMENTS,
  explained: {
    kind: 'issuance',
    rows: `select a.id as number, p.currency_id, -(${LOT})::numeric as amount
             from ieo_application a join ieo_project p on p.id = a.project_id where a.status in ('locked', 'releasing')`,
  },
});
registerReason('ieo.release', `${APPLICATION} and a.status = 'releasing'`, OF_APPLICATION);
registerReason('ieo.return', `${APPLICATION} and a.status = 'cancelled'`, { ...WITH_HOUSE, cost: PAYMENTS });
registerReason('ieo.list', 'select from ieo_project p where p.id = j.number and p.listed_at is not null', {
  kinds: ['escrow', 'issuance'],
  explained: {
    kind: 'issuance',
    rows: `select p.id as number, p.pay_currency_id as currency_id, p.price * sold.units as amount from ieo_project p
            cross join lateral (
              select coalesce(sum(${LOT}), 0) as units from ieo_application a where a.project_id = p.id) sold
            where p.listed_at is not null`,
  },
});

registerInvariant({
  name: 'I01',
  says: 'No round of a sale gives out more than its supply, and its rows are those and together what was sealed.',
  parts: [
    {
      over: 'pass',
      sql: `select r.project_id, r.round, r.rows, r.units, r.supply, false as demo, x.rows as found, x.units as given
              from ieo_round r join ieo_project p on p.id = r.project_id
             cross join lateral (
               select count(*) as rows, coalesce(sum(g.units), 0) as units from ieo_allotment g
                where g.project_id = r.project_id and g.round = r.round and r.round > 0
               union all
               select count(*), coalesce(sum(a.units), 0) from ieo_application a
                where a.project_id = r.project_id and r.round = 0) x
             where x.rows + x.units > 0
               and (x.rows <> r.rows or x.units <> r.units or (r.round > 0 and x.units > r.supply)
                    or (r.round < 2 and r.supply <> p.supply))`,
    },
  ],
});

registerInvariant({
  name: 'I02',
  says: 'An application has what its rounds gave it, never above what was applied for or the cap.',
  parts: [
    {
      over: 'ieo_application',
      sql: `select a.id, a.status, a.units, a.allotted, a.second, one.units as first_round, two.units as second_round,
                   false as demo
              from checked a join ieo_project p on p.id = a.project_id
              left join ieo_allotment one on one.application_id = a.id and one.round = 1
              left join ieo_allotment two on two.application_id = a.id and two.round = 2
             where (a.allotted is not null and a.allotted is distinct from one.units)
                or (a.second is not null and a.second is distinct from two.units)
                or coalesce(one.units, 0) + coalesce(two.units, 0) > least(a.units, p.cap)
                or a.account_hash <> sha256(convert_to(concat_ws(e'\\n', 'ieo-account1', a.project_id, a.user_id,
                     encode(a.salt, 'hex')), 'UTF8'))`,
    },
  ],
});

/*
 * What is held of each of the two holds what is sealed (I01, I02) and thereby this; said again as it is written, from what
 * the applications themselves say.
 */
registerInvariant({
  name: 'P05',
  says: 'A sale never allots more than its supply, nor an application more than it applied for.',
  parts: [
    {
      over: 'ieo_application',
      sql: `select a.id, a.units, a.allotted, a.second, false as demo from checked a
             where coalesce(a.allotted, 0) + coalesce(a.second, 0) > a.units`,
    },
    {
      over: 'pass',
      sql: `select p.id, p.supply, g.first_round, g.given, false as demo from ieo_project p
             cross join lateral (
               select coalesce(sum(a.allotted), 0) as first_round,
                      coalesce(sum(case when a.status in ('allotted', 'paid', 'locked', 'releasing') then a.allotted
                        + case when a.second_status in ('offered', 'paid') then a.second else 0 end end), 0) as given
                 from ieo_application a where a.project_id = p.id) g
             where greatest(g.first_round, g.given) > p.supply`,
    },
  ],
});

registerInvariant({
  name: 'I03',
  says: 'What is frozen for an application is the price of what it applied for or was allotted, and the coins of its lot that are not released.',
  parts: [
    {
      over: 'ieo_application',
      sql: `select a.id, a.status, money.amount as held, coins.amount as locked, false as demo
              from checked a join ieo_project p on p.id = a.project_id
              left join ledger_hold money on money.name = concat('ieo-application:', a.id)
              left join ledger_hold coins on coins.name = concat('ieo-lot:', a.id)
             where coalesce(money.amount, -1) <> p.price * case a.status when 'committed' then a.units
                     when 'allotted' then a.allotted else 0 end
                or coalesce(coins.amount, 0) <> case when a.status in ('locked', 'releasing') then ${LOT} else 0 end - a.released
                or a.released <> case when a.status in ('locked', 'releasing')
                     then ieo_released(${LOT}, p.release_parts, a.released_parts) else 0 end`,
    },
  ],
});

registerInvariant({
  name: 'I04',
  says: 'Each lot is paid for once, with the price of its coins, and delivered once, when its coin is listed.',
  parts: [
    {
      over: 'ledger_journal',
      sql: `select l.journal_id as id, l.reason, l.reference, false as demo,
                   sum(l.amount) filter (where l.currency_id = p.pay_currency_id and l.owner_id is null) as paid
              from legs l join ieo_application a on a.id = l.head join ieo_project p on p.id = a.project_id
             where l.reason = 'ieo.pay'
             group by l.journal_id, l.reason, l.reference, p.price, a.allotted, a.second
            having sum(l.amount) filter (where l.currency_id = p.pay_currency_id and l.owner_id is null)
                     is distinct from p.price * case split_part(l.reference, ':', 2)
                       when '1' then a.allotted when '2' then a.second end`,
    },
    {
      over: 'ledger_journal',
      sql: `select l.journal_id as id, l.reason, l.reference, false as demo,
                   sum(l.amount) filter (where l.currency_id = p.currency_id and l.kind = 'spot_frozen') as coins
              from legs l join ieo_application a on a.id = l.head join ieo_project p on p.id = a.project_id
             where l.reason = 'ieo.deliver'
             group by l.journal_id, l.reason, l.reference, a.id
            having sum(l.amount) filter (where l.currency_id = p.currency_id and l.kind = 'spot_frozen')
                     is distinct from (${LOT})::numeric`,
    },
    {
      over: 'ieo_application',
      sql: `select a.id, a.status, count(j.id) as deliveries, p.listed_at, false as demo
              from checked a join ieo_project p on p.id = a.project_id
              left join ledger_journal j on j.reason = 'ieo.deliver' and j.reference = a.id::text
             group by a.id, a.status, a.next_release_at, a.released_parts, p.listed_at, p.lock_until
            having count(j.id) <> (a.status in ('locked', 'releasing'))::integer
                or (a.status in ('locked', 'releasing') and p.listed_at is null)
                or (a.status = 'locked' and a.next_release_at is distinct from greatest(p.lock_until, p.listed_at))`,
    },
    {
      over: 'ieo_application',
      sql: `select a.id, a.status, a.second_status, count(j.id) as payments, false as demo from checked a
              left join ledger_journal j
                on j.reason = 'ieo.pay' and j.reference in (concat(a.id, ':1'), concat(a.id, ':2'))
             group by a.id, a.status, a.second_status, a.paid_at, a.second_paid_at
            having count(j.id) <> (a.paid_at is not null)::integer + (a.second_paid_at is not null)::integer
                or (a.paid_at is null) <> (a.status not in ('paid', 'locked', 'releasing') and a.status <> 'cancelled')
                   and a.status <> 'cancelled'
                or (a.second_paid_at is not null) <> coalesce(a.second_status = 'paid', false)`,
    },
  ],
});

registerInvariant({
  name: 'I05',
  says: 'What the house keeps for sales is the price of what is paid for and not listed yet, and no issuer has it before.',
  parts: [
    {
      over: 'pass',
      sql: `select currency_id, sum(held) as held, sum(booked) as booked, false as demo from (
              select p.pay_currency_id as currency_id, p.price * s.sold as held, 0 as booked from ieo_project p
               cross join lateral (
                 select coalesce(sum(${LOT}), 0) as sold from ieo_application a where a.project_id = p.id) s
               where p.listed_at is null
              union all
              select l.currency_id, 0, l.amount from ledger_journal j join ledger_posting l on l.journal_id = j.id
                join ledger_account a on a.id = l.account_id and a.kind = 'escrow'
               where j.reason in ('ieo.pay', 'ieo.list', 'ieo.return')) sides
             group by currency_id having sum(held) <> sum(booked)`,
    },
  ],
});

registerInvariant({
  name: 'I06',
  says: 'A step of a sale that is due for an hour is late.',
  parts: [
    {
      over: 'round',
      isOverdue: true,
      isLate: true,
      sql: `select due.what, due.id, false as demo from watched w cross join lateral (
              select 'seal' as what, p.id::bigint as id, p.apply_until as since from ieo_project p
               where p.listed_at is null and p.cancelled_at is null
                 and not exists (select from ieo_round r where r.project_id = p.id and r.round = 0)
              union all
              select 'allot', p.id, greatest(p.allot_at, ieo_draw_due(p)) from ieo_project p
               where p.listed_at is null and p.cancelled_at is null and not exists (
                 select from ieo_round r where r.project_id = p.id and r.round = 1 and r.settled_at is not null)
              union all
              select 'second', p.id, ieo_pay_end(p, 1::smallint) from ieo_project p
               where p.listed_at is null and p.cancelled_at is null and not exists (
                 select from ieo_round r where r.project_id = p.id and r.round = 2 and r.settled_at is not null)
              union all
              select 'second lapse', p.id, ieo_pay_end(p, 2::smallint) from ieo_project p
               where p.listed_at is null and p.cancelled_at is null and exists (
                 select from ieo_application a where a.project_id = p.id and a.second_status = 'offered')
              union all
              -- Two operators list it; what they leave undone ends by itself.
              select 'expire', p.id, p.list_at + interval '720 hours' from ieo_project p
               where p.listed_at is null and p.cancelled_at is null
              union all
              select 'deliver', p.id, p.listed_at from ieo_project p
               where exists (select from ieo_application a where a.project_id = p.id and a.status = 'paid')
                 and p.listed_at is not null
              union all
              select 'give back', p.id, p.cancelled_at from ieo_project p
               where p.cancelled_at is not null and exists (
                 select from ieo_application a
                  where a.project_id = p.id and a.status in ('committed', 'allotted', 'paid'))
              union all
              select 'release', min(a.id), min(a.next_release_at) from ieo_application a
               where a.next_release_at is not null having count(*) > 0) due
             where not w.demo and due.since < w.until - interval '1 hour'
               and ${watchedFor('1 hour')}`,
    },
  ],
});
