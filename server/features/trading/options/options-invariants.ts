import { isStillTaped } from '../../markets/tape/index.js';
import {
  bookOfAll,
  registerHold,
  registerInvariant,
  registerReason,
  registerSubject,
  watchedFor,
} from '../../wallet/ledger/index.js';

registerSubject({
  table: 'option_order',
  touchedBy: `select number from recent where reason like 'options.%'`,
  sliceRows: 10_000,
  booked: { as: ['options.buy'] },
});
registerSubject({
  table: 'option_settlement',
  touchedBy: `select o.settlement_id from recent r join option_order o on o.id = r.number where r.reason like 'options.%'`,
  sliceRows: 2000,
  // Of each window its samples are read, and those of the tape.
  weight: '1 + window_seconds / 2',
});
const ROW = 'select from option_order o where o.id = j.number and o.demo = j.demo';
registerHold(
  'option-order',
  `select from option_order o where o.id = h.number and o.user_id = h.owner_id and o.demo = h.demo and o.status = 'open'
     and o.currency_id = h.currency_id and h.kind = 'option_frozen'`,
);
const OWNER = 'select o.user_id from option_order o where o.id = l.number';
const HELD = ['option', 'option_frozen'];
registerReason('options.buy', ROW, { kinds: HELD, owner: OWNER });
registerReason('options.settle', `${ROW} and o.status = 'settled'`, {
  kinds: [...HELD, 'house_pnl', 'fee'],
  owner: OWNER,
});
registerReason('options.void', `${ROW} and o.status = 'voided'`, { kinds: HELD, owner: OWNER });

registerInvariant({
  name: 'O01',
  says: 'An option has one journal of its purchase, and one of its end if and only if it has ended.',
  parts: [
    {
      over: 'option_order',
      sql: `select o.id, o.demo, o.status, count(*) filter (where j.reason = 'options.buy') as bought,
                   count(*) filter (where j.reason = 'options.settle') as settled,
                   count(*) filter (where j.reason = 'options.void') as voided
              from checked o
              left join ledger_journal j on j.reason in ('options.buy', 'options.settle', 'options.void')
               and j.reference = o.id::text
             group by o.id, o.demo, o.status
            having count(*) filter (where j.reason = 'options.buy') <> 1
                or count(*) filter (where j.reason = 'options.settle') <> (o.status = 'settled')::integer
                or count(*) filter (where j.reason = 'options.void') <> (o.status = 'voided')::integer`,
    },
  ],
});

registerInvariant({
  name: 'O02',
  says: 'The result of an option is that of its settlement price, and the profit that of its result.',
  parts: [
    {
      over: 'option_order',
      sql: `select o.id, o.demo, o.result, o.profit, o.stake, o.winnings, o.payout_ratio, o.direction, o.entry_price,
                   o.even_band, s.price
              from checked o
              left join option_settlement s on s.id = o.settlement_id and s.market_id = o.market_id
               and s.closes_at = o.closes_at and s.rule_version = o.rule_version and s.window_seconds = o.window_seconds
               and s.price_decimals = o.price_decimals and s.constituents_min = o.constituents_min and s.origin = o.origin
             where o.status <> 'open'
               and (s.id is null or o.result <> option_result(o.direction, s.price, o.entry_price, o.even_band)
                 or o.profit <> option_profit(o.result, o.stake, o.winnings))
                or o.winnings <> option_winnings(o.stake, o.payout_ratio,
                     (select scale from currency c where c.id = o.currency_id))`,
    },
  ],
});

registerInvariant({
  name: 'O03',
  says: "What an option's end paid its user is the stake and the profit; nobody but the user and the house is touched.",
  parts: [
    {
      over: 'ledger_journal',
      sql: `select o.id, o.demo, o.result, o.profit, o.stake, o.fee, sum(p.amount) filter (where p.kind = 'option') as paid
              from legs p
              join option_order o on o.id = p.number
             where p.reason in ('options.settle', 'options.void')
             group by p.journal_id, o.id
            having coalesce(sum(p.amount) filter (where p.kind = 'option'), 0)
                   <> option_paid(o.result, o.stake, o.fee, o.winnings)
                or sum(p.amount) filter (where p.kind = 'option_frozen') is distinct from -(o.stake + o.fee)
                or coalesce(sum(p.amount) filter (where p.kind = 'fee'), 0)
                   <> case when o.result in ('win', 'loss') then o.fee else 0 end
                or bool_or(p.owner_id is not null and p.owner_id <> o.user_id)
                or bool_or(p.kind not in ('option', 'option_frozen', 'fee', 'house_pnl'))`,
    },
  ],
});

/** The book of the options that a settlement `s` decided; asked only of what breaks a rule. */
const BOOK = `(select ${bookOfAll('o.demo')} from option_order o where o.settlement_id = s.id)`;

const OPENS = `s.closes_at - (s.window_seconds - 1) * interval '1 second'`;

registerInvariant({
  name: 'O04',
  says: 'No option is settled before it closes; the price of a window, or why there is none, is that of its samples; these are a piece of one chain, and all that the tape has of the window while it keeps that day.',
  parts: [
    {
      over: 'option_order',
      sql: `select 'early' as what, id, demo, settled_at as at from checked where settled_at < closes_at`,
    },
    {
      over: 'option_settlement',
      sql: `select 'price' as what, s.id, ${BOOK} as demo, s.price, s.reason, due.price as should_be, due.reason as should_say
              from checked s cross join lateral option_window_price(s::option_settlement) due
             where s.price is distinct from due.price or s.reason is distinct from due.reason`,
    },
    // The tape is asked in the statement itself: a day that it has when the statement begins stays until it ends.
    {
      over: 'option_settlement',
      sql: `select 'decided' as what, s.id, ${BOOK} as demo, s.recorded_at as at from checked s
             where s.recorded_at < s.closes_at
            union all
            select 'chain', s.id, ${BOOK} as demo, s.closes_at
              from checked s
             where exists (
               select from (
                 select (e.sample->>'s')::bigint - lag((e.sample->>'s')::bigint) over w as later,
                        (e.sample->>'sequence')::bigint - lag((e.sample->>'sequence')::bigint) over w as steps,
                        e.sample->>'prevHash' as before, lag(e.sample->>'hash') over w as last
                   from jsonb_array_elements(s.samples) with ordinality as e (sample, place)
                 window w as (order by e.place)) link
                where link.later <= 0 or link.steps <> 1 or link.before <> link.last)
            union all
            select 'tape', s.id, ${BOOK} as demo, s.closes_at
              from checked s
             cross join lateral (
               select coalesce(jsonb_agg(tape_sample(p) order by p.second), '[]') as samples from price_sample p
                where p.market_id = s.market_id and p.second between ${OPENS} and s.closes_at) taped
             where s.samples <> taped.samples and ${isStillTaped(OPENS)} and ${isStillTaped('s.closes_at')}`,
    },
  ],
});

registerInvariant({
  name: 'O08',
  says: 'What an open option holds is its stake and fee.',
  parts: [
    {
      over: 'option_order',
      sql: `select o.id, o.demo, o.status, o.stake, o.fee, h.amount as held from checked o
              left join ledger_hold h on h.name = concat('option-order:', o.id) and h.closed_at is null
             where (o.status = 'open') <> (h.name is not null) or h.amount <> o.stake + o.fee`,
    },
  ],
});

registerInvariant({
  name: 'O06',
  says: 'An option of demo money touches only demo accounts, and the reverse.',
  parts: [
    {
      over: 'ledger_journal',
      sql: `select o.id, j.id as journal_id, null::boolean as demo from checked j
              join option_order o on o.id = j.number where j.reason like 'options.%' and j.demo <> o.demo`,
    },
  ],
});

registerInvariant({
  name: 'O07',
  says: 'The entry of an option is the index of its second on the tape.',
  parts: [
    {
      over: 'option_order',
      sql: `select o.id, o.demo, o.entry_at, o.entry_index, e.sample->>'index' as sample_index
              from checked o join option_entry e on e.market_id = o.market_id and e.at = o.entry_at
             where o.entry_index is distinct from (e.sample->>'index')::numeric`,
    },
    {
      over: 'option_order',
      sql: `select o.id, o.demo, o.entry_at, o.entry_index from checked o
             where o.status <> 'open' and not exists (select from option_entry e where e.market_id = o.market_id and e.at = o.entry_at)`,
    },
  ],
});

registerInvariant({
  name: 'O05',
  says: 'No option is open whose second the tape keeps no more; ten seconds after it closed one is late.',
  parts: [
    {
      over: 'round',
      isLate: true,
      sql: `select o.id, o.demo, o.closes_at from option_order o
             where o.status = 'open' and o.closes_at < now() - interval '10 seconds'`,
    },
    {
      over: 'round',
      isOverdue: true,
      isLate: true,
      sql: `select o.id, o.demo, o.closes_at from option_order o join watched w on w.demo = o.demo
             where o.status = 'open' and o.closes_at < w.until - interval '2 minutes'
               and ${watchedFor('2 minutes')}`,
    },
    // The tape keeps a day from which something is to be decided (tape_day_is_needed): this one went for another reason, and with it the outcome.
    {
      over: 'round',
      sql: `select 'gone' as what, o.id, o.demo, o.closes_at from option_order o
             where o.status = 'open' and o.closes_at < now() - interval '1 day' and not ${isStillTaped('o.closes_at')}`,
    },
  ],
});

registerInvariant({
  name: 'O09',
  says: 'What open options of a market may win together is what is counted of them.',
  parts: [
    {
      over: 'round',
      sql: `select coalesce(e.market_id, o.market_id) as market_id, coalesce(e.currency_id, o.currency_id) as currency_id,
                   coalesce(e.demo, o.demo) as demo, e.owed as counted, o.owed as open
              from (select market_id, currency_id, demo, sum(owed) as owed from option_exposure group by 1, 2, 3) e
              full join (select market_id, currency_id, demo, sum(winnings) as owed from option_order
                          where status = 'open' group by 1, 2, 3) o
                on o.market_id = e.market_id and o.currency_id = e.currency_id and o.demo = e.demo
             where coalesce(e.owed, 0) <> coalesce(o.owed, 0)`,
    },
  ],
});
