import { registerHold, registerInvariant, registerReason, registerSubject } from '../ledger/index.js';
import { BANK_REFERENCE } from './bank-reference.js';

registerSubject({
  table: 'withdrawal',
  touchedBy: `select number from recent where reason like 'withdrawals.%'`,
  sliceRows: 10_000,
  booked: { as: ['withdrawals.freeze'] },
});
for (const [reason, states, kinds] of [
  ['withdrawals.freeze', `'review', 'approved', 'paid', 'rejected', 'cancelled'`, ['spot', 'spot_frozen']],
  ['withdrawals.pay', `'paid'`, ['spot_frozen', 'external', 'fee']],
  ['withdrawals.return', `'rejected', 'cancelled'`, ['spot', 'spot_frozen']],
] as const) {
  registerReason(reason, `select from withdrawal w where w.id = j.number and w.status in (${states})`, {
    kinds,
    owner: 'select w.user_id from withdrawal w where w.id = l.number',
    isCapital: reason === 'withdrawals.pay',
  });
}

registerHold(
  'withdrawal',
  `select from withdrawal w where w.id = h.number and w.user_id = h.owner_id and w.status in ('review', 'approved')
     and w.currency_id = h.currency_id and h.kind = 'spot_frozen' and not h.demo`,
);

registerInvariant({
  name: 'L13-withdrawals',
  says: 'An open hold of a withdrawal belongs to an open withdrawal, and each open one has exactly its hold.',
  parts: [
    // However many there have been, few are open.
    {
      over: 'round',
      sql: `with held as (
              select h.name, h.amount, a.owner_id, a.currency_id, a.kind from ledger_hold h
               cross join lateral (select * from ledger_account a where a.id = h.account_id limit 1) a
               where h.closed_at is null and h.name like 'withdrawal:%')
            select coalesce('withdrawal:' || w.id, h.name) as name, w.amount, h.amount as held, false as demo
              from (select * from withdrawal where status in ('review', 'approved')) w
              full join held h on h.name = 'withdrawal:' || w.id and h.owner_id = w.user_id
               and h.currency_id = w.currency_id and h.kind = 'spot_frozen'
             where w.id is null or h.name is null or h.amount <> w.amount`,
    },
  ],
});

registerInvariant({
  name: 'L17',
  says: 'What the world outside gave is what deposits credited, less what withdrawals paid, in each currency.',
  parts: [
    {
      over: 'ledger_journal',
      sql: `select p.journal_id as id, p.reason, p.reference, sum(p.amount) as external, false as demo
              from legs p
              left join deposit d on p.reason = 'deposits.credit' and d.id = p.number and d.currency_id = p.currency_id
              left join withdrawal w on p.reason = 'withdrawals.pay' and w.id = p.number and w.currency_id = p.currency_id
             where p.kind = 'external' and not p.account_demo
             group by p.journal_id, p.reason, p.reference, p.currency_id, d.amount, w.amount, w.fee
            having sum(p.amount) <> coalesce(-d.amount, w.amount - w.fee, 0)`,
    },
    {
      over: 'pass',
      sql: `select currency_id, sum(external) as external, sum(flow) as flow, false as demo from (
              select a.currency_id, -sum(a.balance) as external, 0 as flow from ledger_account a
               where a.kind = 'external' and not a.demo and a.owner_key = 0 group by 1
              union all select currency_id, 0, sum(amount) from deposit where status = 'approved' group by 1
              union all select currency_id, 0, -sum(amount - fee) from withdrawal where status = 'paid' group by 1) flows
             group by currency_id having sum(external) <> sum(flow)`,
    },
  ],
});

registerInvariant({
  name: 'M03',
  says: 'A withdrawal has the journals of its state and no others.',
  parts: [
    {
      over: 'withdrawal',
      sql: `select w.id, w.status, array_agg(j.reason::text order by j.id) as journals, false as demo
              from checked w
              left join ledger_journal j on j.reference = w.id::text
               and j.reason in ('withdrawals.freeze', 'withdrawals.pay', 'withdrawals.return')
             group by w.id, w.status
            having array_agg(j.reason::text order by j.id) is distinct from case
              when w.status in ('review', 'approved') then array['withdrawals.freeze']
              when w.status = 'paid' then array['withdrawals.freeze', 'withdrawals.pay']
              else array['withdrawals.freeze', 'withdrawals.return'] end`,
    },
  ],
});

registerInvariant({
  name: 'M04',
  says: 'What leaves the house for a withdrawal is its amount less the fee, which is less than it, and the fee account gets the fee.',
  parts: [
    {
      over: 'ledger_journal',
      sql: `select w.id, w.amount, w.fee, sum(p.amount) filter (where p.kind = 'external') as paid_out, false as demo
              from legs p
              join withdrawal w on w.id = p.number
             where p.reason = 'withdrawals.pay'
             group by w.id
            having coalesce(sum(p.amount) filter (where p.kind = 'external'), 0) <> w.amount - w.fee
                or coalesce(sum(p.amount) filter (where p.kind = 'fee'), 0) <> w.fee
                or coalesce(sum(p.amount) filter (where p.owner_id = w.user_id and p.kind = 'spot_frozen'), 0) <> -w.amount`,
    },
    {
      over: 'withdrawal',
      sql: `select w.id, w.amount, w.fee, null::numeric as paid_out, false as demo from checked w where w.fee >= w.amount`,
    },
  ],
});

/** What a process of the version before said by its own clock, beside the database's stamp: when a hold of a day is over. */
const CLOCK_SLACK = `interval '2 seconds'`;
/** The same of the day, which it wrote before a statement that may wait for its locks and take five seconds. */
const DAY_SLACK = `interval '10 seconds'`;

registerInvariant({
  name: 'M05',
  says: 'No user has more than 3 withdrawal applications on one UTC day, that of the instant which the database stamped.',
  parts: [
    {
      over: 'withdrawal',
      sql: `select w.user_id, w.local_day, count(*), false as demo
              from (select distinct user_id, local_day from checked) c
              join withdrawal w on w.user_id = c.user_id and w.local_day = c.local_day
             group by 1, 2 having count(*) > 3`,
    },
    // By which it is counted is the day of the instant that the database stamped. That day was the process's word once, beside it.
    {
      over: 'withdrawal',
      sql: `select w.id, w.user_id, w.local_day, w.created_at, false as demo from checked w
             where w.stamped and w.local_day not in (
               ((w.created_at - ${DAY_SLACK}) at time zone 'UTC')::date, ((w.created_at + ${DAY_SLACK}) at time zone 'UTC')::date)`,
    },
  ],
});

/**
 * Of a withdrawal `w` from before instants were stamped by the database: two processes wrote the two instants that are compared, so
 * what lies within two seconds is either.
 */
const SLACK = `case when w.stamped then interval '0' else interval '2 seconds' end`;

registerInvariant({
  name: 'M06',
  says: 'A withdrawal goes to an own, live, cooled-down address of its coin and network, or to the own bank card as it was when it was asked for, from a verified user.',
  parts: [
    {
      over: 'withdrawal',
      sql: `select w.id, w.coin_network_id, w.address_id, md5(w.destination::text) as destination_digest, false as demo
              from checked w left join withdrawal_address d on d.id = w.address_id
              left join coin_network n on n.id = w.coin_network_id
             where w.verified_level < 1 or n.id is null or n.currency_id <> w.currency_id
                or (n.chain <> 'bank' and (d.id is null or d.user_id <> w.user_id
                  or d.coin_network_id <> w.coin_network_id or d.address <> w.destination->>'address'
                  or d.usable_at > w.created_at + ${CLOCK_SLACK} or d.deleted_at < w.created_at - ${SLACK}))`,
    },
    /*
     * A card that was not changed since is what it was. Of one that was, the sealed event of the binding that stood then
     * has the end of its number.
     */
    {
      over: 'withdrawal',
      sql: `select w.id, w.user_id, md5(w.destination::text) as destination_digest, w.created_at, false as demo
              from checked w left join account_bank_card c on c.user_id = w.user_id
             where w.chain = 'bank' and not account_is_erased(w.user_id)
               and (c.user_id is null
                 or (c.updated_at < w.created_at - ${SLACK} and (c.usable_at > w.created_at + ${CLOCK_SLACK}
                   or (c.bank_account, c.real_name, c.bank_name) is distinct from
                      (w.destination->>'address', w.destination->>'holder', w.destination->>'bank')))
                 or (exists (select from account_security_event e where e.user_id = w.user_id
                              and e.kind = 'bank-card-changed' and e.at < w.created_at - ${SLACK})
                   and not exists (
                     select from account_security_event e
                      where e.user_id = w.user_id and e.kind = 'bank-card-changed' and e.at <= w.created_at + ${SLACK}
                        and e.about like '%…' || right(regexp_replace(w.destination->>'address', '[ -]', '', 'g'), 4)
                        and not exists (
                          select from account_security_event later
                           where later.user_id = w.user_id and later.kind = 'bank-card-changed' and later.id > e.id
                             and later.at < w.created_at - ${SLACK}))))`,
    },
    {
      over: 'withdrawal',
      sql: `select w.id, w.user_id, w.created_at, false as demo from checked w
             where not exists (
               select from verification_case v where v.user_id = w.user_id and v.level = 'basic' and v.status = 'verified'
                  and v.decided_at <= w.created_at + ${SLACK})`,
    },
  ],
});

registerInvariant({
  name: 'M08',
  says: 'One transaction on a chain pays one withdrawal, and is credited to nobody.',
  parts: [
    {
      over: 'withdrawal',
      // A hash is that of one transaction, whatever the chain that is named with it.
      sql: `select (w.chain = 'bank') as by_bank, w.chain_tx, count(*), false as demo
              from (select distinct chain = 'bank' as by_bank, chain_tx from checked where chain_tx is not null) c
              join withdrawal w on (w.chain = 'bank') = c.by_bank and w.chain_tx = c.chain_tx and w.chain_tx is not null
             group by 1, 2 having count(*) > 1`,
    },
    // A claim alone is nobody's fault but its user's: an operator looks at it before anything is credited.
    {
      over: 'withdrawal',
      sql: `select w.id, w.chain, w.chain_tx, d.id as deposit_id, false as demo from checked w
              join deposit d on d.status = 'approved' and (d.kind = 'bank') = (w.chain = 'bank') and d.tx_hash = w.chain_tx
             where w.chain_tx is not null`,
    },
    {
      over: 'withdrawal',
      sql: `select w.id, w.chain, w.chain_tx, d.id as deposit_id, false as demo from checked w
              join deposit d on (d.kind = 'bank') = (w.chain = 'bank') and d.tx_hash is null
               and d.settled_tx = case when w.chain = 'bank' then ${BANK_REFERENCE} else w.chain_tx end
             where w.chain_tx is not null`,
    },
  ],
});

registerInvariant({
  name: 'M10',
  says: 'Where a withdrawal had to be approved twice, two different operators did.',
  parts: [
    {
      over: 'withdrawal',
      sql: `select w.id, w.status, w.first_approved_by, false as demo from checked w
             where w.status in ('approved', 'paid') and w.first_approved_by is not null and not exists (
               select from wallet_act a where a.subject = 'withdrawal' and a.subject_id = w.id
                  and a.to_status = 'approved' and a.operator_id <> w.first_approved_by)`,
    },
    {
      over: 'withdrawal',
      sql: `select w.id, w.status, false as demo from checked w
             where w.status in ('approved', 'paid') and not exists (
               select from wallet_act a where a.subject = 'withdrawal' and a.subject_id = w.id and a.to_status = 'approved'
                  and a.operator_id is not null)`,
    },
  ],
});
