import { registerInvariant, registerSubject } from '../../wallet/ledger/index.js';

/** Events of a stream that are looked at, of those whose days are kept: see `prune-outbox.ts`. */
const EVENTS_COMPARED = 2048;

registerSubject({
  table: 'account_user',
  // A minute of trading touches thousands of users: all that they were told is read by the pass alone.
  touchedBy: 'select id from account_user where false',
  sliceRows: 10_000,
  weight: `1 + least(coalesce((select s.sequence from outbox_stream s where s.user_id = account_user.id), 0), ${EVENTS_COMPARED}) / 8`,
});

/*
 * What was last said of each thing, by the version that it then had. Not by place: a change that is told of later than
 * another one may be the older of the two.
 */
const REPORTED = `
  retained as materialized (
    select u.id as user_id, o.sequence, o.kind, o.at, o.day, o.payload ->> 'entity' as entity,
           (o.payload ->> 'entityVersion')::bigint as version, o.payload ->> 'after' as after,
           o.payload ->> 'state' as state, o.payload ->> 'status' as status, o.payload ->> 'delta' as delta
      from checked u cross join lateral (
        select * from outbox e where e.user_id = u.id order by e.sequence desc limit ${EVENTS_COMPARED}) o),
  since as materialized (
    select user_id, greatest(min(at), min(day)::timestamp at time zone 'UTC') as at from retained group by 1),
  newest as materialized (
    select distinct on (user_id, entity) * from retained order by user_id, entity, version desc, sequence desc),
  named as materialized (
    select *, split_part(entity, ':', 1) as noun,
           case when entity ~ '^[a-z-]+:[0-9]{1,18}$' then split_part(entity, ':', 2)::bigint end as row_id from newest)`;

/**
 * Of an account whose last journal is older than the first event that is kept, nothing can be said: days that went began before the
 * day of that one did, whatever clocks the events on both sides were told by.
 */
const BALANCES = `
  select a.owner_id as id, 'balance' as what, n.sequence as number, a.demo, concat(a.kind, ':', a.currency_id) as entity,
         n.after as reported, trim_scale(a.balance)::text as booked
    from since
    join ledger_account a on a.owner_key = since.user_id
    left join newest n on n.user_id = a.owner_id
     and n.entity = concat(case when a.demo then 'demo-balance:' else 'balance:' end, a.kind, ':', a.currency_id)
   cross join lateral (
     select j.at from ledger_posting p join ledger_journal j on j.id = p.journal_id
      where p.account_id = a.id order by p.sequence desc limit 1) last
   where n.version > a.sequence
      or (n.after::numeric <> a.balance and last.at >= n.at)
      or (n.entity is null and last.at > since.at)`;

/**
 * Of two events of one account that follow each other the later one's change leads from the balance of the earlier one to its own: a
 * journal that moved money and was not told of would stand between them. Commands tell of an account once, however many journals they
 * have, and not at all where nothing is left of them.
 */
const CHAIN = `
  select c.user_id, 'change', c.sequence, c.entity like 'demo-%', c.entity, c.delta, (c.after::numeric - c.before::numeric)::text
    from (select k.*, lag(k.after) over (partition by k.user_id, k.entity order by k.version) as before
            from retained k where k.kind = 'balance') c
   where c.after::numeric <> c.before::numeric + c.delta::numeric`;

/**
 * Where an account `a` stands, as its newest event says, with the first event of its user that is looked at: of the accounts that new journals moved,
 * each minute. The event of a fresh journal lies among the last ones. One that was told later than another may be the older of
 * the two, so all are asked where the newest does not agree; and a command that left an account as it was tells nothing of it.
 */
const UNREPORTED = `
  select a.owner_id as id, 'unreported' as what, n.sequence as number, a.demo, subject.entity, n.after as reported,
         trim_scale(a.balance)::text as booked
    from checked a
    join outbox_stream s on s.user_id = a.owner_key
   cross join outbox_history h
   cross join lateral (
     select concat(case when a.demo then 'demo-balance:' else 'balance:' end, a.kind, ':', a.currency_id) as entity) subject
   cross join lateral (
     select j.at from ledger_posting p join ledger_journal j on j.id = p.journal_id
      where p.account_id = a.id order by p.sequence desc limit 1) last
    left join lateral (
      select greatest(e.at, e.day::timestamp at time zone 'UTC') as at from outbox e
       where e.user_id = a.owner_key and e.sequence > s.sequence - ${EVENTS_COMPARED} order by e.sequence limit 1) since on true
    left join lateral (
      select e.sequence, e.payload ->> 'after' as after, (e.payload ->> 'entityVersion')::bigint as version from outbox e
       where e.user_id = a.owner_key and e.sequence > s.sequence - ${EVENTS_COMPARED} and e.kind = 'balance'
         and e.payload ->> 'entity' = subject.entity
       order by e.sequence desc limit 1) n on true
   where a.owner_id is not null
     and last.at > coalesce(since.at, case when s.day >= h.retained_from then '-infinity' else 'infinity' end::timestamptz)
     and case when n.version >= a.sequence or n.after::numeric = a.balance then false
              else not account_is_erased(a.owner_key) and not exists (
                select from outbox e
                 where e.user_id = a.owner_key and e.sequence > s.sequence - ${EVENTS_COMPARED} and e.kind = 'balance'
                   and e.payload ->> 'entity' = subject.entity and (e.payload ->> 'entityVersion')::bigint >= a.sequence) end`;

interface RowComparison {
  reported: string;
  booked: string;
  demo?: string;
  /** When the two do not agree. */
  where: string;
}

/** Something `o` of a table that events call by a noun, with what they tell of it and what stands there. */
const row = (noun: string, table: string, { reported, booked, demo = 'o.demo', where }: RowComparison) => `
  select n.user_id, 'state', n.sequence, ${demo}, n.entity, ${reported}, ${booked}
    from named n join ${table} o on n.noun = '${noun}' and o.id = n.row_id where ${where}`;

const OPTION_STATE = `case n.kind when 'option.opened' then 'open' when 'option.settled' then 'settled' else 'voided' end`;
const VERSIONS = {
  reported: 'n.version::text',
  booked: 'o.version::text',
  demo: 'false',
  where: 'n.version <> o.version',
};
const ROWS = [
  row('option', 'option_order', {
    reported: 'n.kind',
    booked: 'o.status',
    where: `o.status::text <> ${OPTION_STATE}`,
  }),
  row('spot-order', 'spot_order', {
    reported: `concat(n.state, ' ', n.version)`,
    booked: `concat(o.status, ' ', o.version)`,
    where: 'n.state <> o.status or n.version <> o.version',
  }),
  row('spot-stop', 'spot_stop', {
    reported: `concat(n.state, ' ', n.version)`,
    booked: `concat(o.status, ' ', o.version)`,
    where: 'n.state <> o.status or n.version <> o.version',
  }),
  row('spot-exit', 'spot_exit', { reported: 'n.state', booked: 'o.status', where: 'n.state <> o.status' }),
  row('position', 'futures_position', {
    reported: `concat(n.status, ' ', n.version)`,
    booked: `concat(o.status, ' ', o.version)`,
    where: 'n.version <> o.version or n.status <> o.status::text',
  }),
  // Interest is not told of each day, but raises the version.
  row('trust-order', 'trust_order', {
    reported: 'n.state',
    booked: 'o.status',
    where: 'n.state <> o.status or n.version > o.version',
  }),
  row('subscription-order', 'subscription_order', {
    reported: `concat(n.state, ' ', n.version)`,
    booked: `concat(o.status, ' ', o.version)`,
    demo: 'false',
    where: 'n.state <> o.status or n.version <> o.version',
  }),
  row('otc-order', 'otc_order', VERSIONS),
  row('ieo-application', 'ieo_application', {
    reported: `concat(n.state, ' ', n.version)`,
    booked: `concat(o.status, ' ', o.version)`,
    demo: 'false',
    where: 'n.state <> o.status or n.version <> o.version',
  }),
  // What was seen raises the version, too.
  row('help-chat', 'help_chat', {
    reported: 'n.state',
    booked: 'o.state',
    demo: 'false',
    where: 'n.state <> o.state or n.version > o.version',
  }),
  row('withdrawal', 'withdrawal', VERSIONS),
  row('deposit', 'deposit', VERSIONS),
];

registerInvariant({
  name: 'X01',
  says: 'No event of a user whose account is not erased is missing, of the newest 2048 and the days that are kept: what they say of an account leads from one to the next, and the last one of each thing says what stands there.',
  parts: [
    {
      over: 'account_user',
      sql: `select u.id, 'gap' as what, o.before as number, null::boolean as demo, null::text as entity, null::text as reported,
                   null::text as booked
              from checked u join outbox_stream s on s.user_id = u.id
             cross join outbox_history h
             cross join lateral (
               -- Before the first one nothing is missing where the day of what came before it was dropped.
               select e.sequence, lag(e.sequence, 1, case when e.follows_day < h.retained_from then e.sequence - 1
                        else greatest(s.sequence - ${EVENTS_COMPARED}, 0) end) over (order by e.sequence) as before
                 from outbox e where e.user_id = u.id and e.sequence > s.sequence - ${EVENTS_COMPARED}
               union all
               select s.sequence + 1, coalesce((select max(e.sequence) from outbox e where e.user_id = u.id),
                        case when s.day < h.retained_from then s.sequence else 0 end)) o
             where o.sequence <> o.before + 1 and not account_is_erased(u.id)`,
    },
    { over: 'ledger_account', sql: UNREPORTED },
    { over: 'account_user', sql: `with ${REPORTED} ${[BALANCES, CHAIN, ...ROWS].join('\nunion all\n')}` },
  ],
});
