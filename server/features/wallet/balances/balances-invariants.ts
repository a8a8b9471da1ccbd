import { registerInvariant, registerReason, registerSubject } from '../ledger/index.js';

registerSubject({
  table: 'wallet_transfer',
  touchedBy: `select number from recent where reason = 'wallet.transfer'`,
  sliceRows: 10_000,
  booked: { as: ['wallet.transfer'] },
});
registerSubject({
  table: 'wallet_adjustment',
  touchedBy: `select number from recent where reason = 'wallet.adjustment'`,
  sliceRows: 10_000,
  booked: { as: ['wallet.adjustment'], when: `r.status = 'booked'` },
});
const POCKETS = ['spot', 'option', 'contract', 'trust'];
registerReason('wallet.transfer', 'select from wallet_transfer t where t.id = j.number', {
  kinds: POCKETS,
  owner: 'select t.user_id from wallet_transfer t where t.id = l.number',
});
registerReason('wallet.adjustment', `select from wallet_adjustment a where a.id = j.number and a.status = 'booked'`, {
  kinds: [...POCKETS, 'adjustment'],
  owner: 'select a.user_id from wallet_adjustment a where a.id = l.number',
  isCapital: true,
  explained: {
    kind: 'adjustment',
    rows: `select a.id as number, a.currency_id, -a.amount as amount from wallet_adjustment a where a.status = 'booked'`,
  },
});

registerInvariant({
  name: 'M07',
  says: 'A transfer moves one amount between two different accounts of the same user.',
  parts: [
    {
      over: 'wallet_transfer',
      sql: `select t.id, t.amount, 0 as journals, false as demo from checked t
             where not exists (select from ledger_journal j where j.reason = 'wallet.transfer' and j.reference = t.id::text)`,
    },
    {
      over: 'ledger_journal',
      sql: `select t.id, t.amount, count(p.sequence) as postings, min(p.amount) as least, max(p.amount) as most, false as demo
              from legs p
              join wallet_transfer t on t.id = p.number
             where p.reason = 'wallet.transfer'
             group by t.id
            having count(p.sequence) <> 2 or count(distinct p.kind) <> 2
                or bool_or(p.owner_id is distinct from t.user_id or p.currency_id <> t.currency_id)
                or min(p.kind) filter (where p.amount < 0) is distinct from t.from_account
                or min(p.kind) filter (where p.amount > 0) is distinct from t.to_account
                or max(p.amount) is distinct from t.amount or min(p.amount) is distinct from -t.amount`,
    },
  ],
});

registerInvariant({
  name: 'M09',
  says: 'A change by hand is in the books if and only if two operators decided it, with its amount.',
  parts: [
    {
      over: 'wallet_adjustment',
      sql: `select w.id, w.status, w.amount, count(j.id) as journals, false as demo
              from checked w
              left join ledger_journal j on j.reason = 'wallet.adjustment' and j.reference = w.id::text
             group by w.id, w.status, w.amount, w.proposed_by, w.decided_by
            having (w.status = 'booked') <> (count(j.id) = 1) or (w.status = 'booked' and w.proposed_by = w.decided_by)`,
    },
    {
      over: 'ledger_journal',
      sql: `select w.id, w.status, w.amount, sum(p.amount) filter (where p.owner_id is not null) as booked, false as demo
              from legs p
              join wallet_adjustment w on w.id = p.number
             where p.reason = 'wallet.adjustment'
             group by w.id
            having sum(p.amount) filter (where p.owner_id = w.user_id and p.kind = w.account
                     and p.currency_id = w.currency_id) is distinct from w.amount
                or bool_or(p.owner_id is not null and p.owner_id <> w.user_id)`,
    },
  ],
});

/** Whatever counts against the caps of a day, of the days from one on. */
const CAPPED = (since: string) => `
  with booked as (
    select 'adjustment' as kind, 'adjustment' as act, w.id, w.currency_id, abs(w.amount) as amount, w.booked_at, w.cap_by_person,
           w.cap_by_all, array[w.proposed_by, w.decided_by] as people, (w.booked_at at time zone 'UTC')::date as day
      from wallet_adjustment w
     where w.status = 'booked' and w.cap_by_all is not null and w.booked_at >= ${since}
    union all
    select 'deposit', case when d.chain_verdict is null then 'credit' else 'adjustment' end, d.id, d.currency_id, d.amount, d.word_at, d.word_cap_by_person, d.word_cap_by_all,
           array_remove(array[d.credit_proposed_by, d.credited_by], null), (d.word_at at time zone 'UTC')::date
      from deposit d where d.word_at >= ${since}
    union all
    select 'withdrawal', 'payout', r.id, r.currency_id, r.amount, r.released_at, r.cap_by_person, r.cap_by_all,
           array_remove(array[r.first_approved_by, r.released_by], null), (r.released_at at time zone 'UTC')::date
      from withdrawal r where r.released_at >= ${since}
    union all
    select 'proposal', 'insurance', i.id, (i.detail->>'currencyId')::integer, (i.detail->>'amount')::numeric, i.decided_at, i.cap_by_person, i.cap_by_all,
           array[i.proposed_by, i.decided_by], (i.decided_at at time zone 'UTC')::date
      from operator_proposal i where i.kind = 'insurance' and i.status = 'approved' and i.decided_at >= ${since}
       and i.cap_by_all is not null),
  by_all as (
    select b.kind, b.id, b.cap_by_all as cap,
           sum(b.amount) over (partition by b.act, b.currency_id, b.day order by b.booked_at, b.kind, b.id) as total
      from booked b),
  by_person as (
    select b.kind, b.id, b.cap_by_person as cap,
           sum(b.amount) over (partition by b.act, b.currency_id, b.day, person order by b.booked_at, b.kind, b.id) as total
      from booked b cross join lateral unnest(b.people) as person)
  select kind, id, cap, total, false as demo from by_all where total > cap
  union select kind, id, cap, total, false from by_person where total > cap`;

/** What was put into the insurance fund since an instant, and was held against no cap though others had been before. */
const UNCAPPED_FUND = (since: string) => `
  select i.id, i.detail->>'amount' as amount, i.decided_at, false as demo from operator_proposal i
   where i.kind = 'insurance' and i.status = 'approved' and i.cap_by_all is null and i.decided_at >= ${since}
     and i.decided_at > (select min(f.decided_at) from operator_proposal f
                          where f.kind = 'insurance' and f.status = 'approved' and f.cap_by_all is not null)`;

/** That a row was approved after it was made and before the first of its kind was held against caps, or that none has been yet. */
const APPROVED_BEFORE = (subject: string, row: string, first: string) => `exists (
                 select from wallet_act a
                  where a.subject = '${subject}' and a.subject_id = ${row}.id and a.to_status = 'approved'
                    and a.at >= ${row}.created_at and a.at < coalesce(${first}, 'infinity'))`;

registerInvariant({
  name: 'M11',
  says: 'What was changed by hand, credited without a chain’s word, released or put into the insurance fund on one day is within the caps that its coin had then, for all and for each of the two.',
  parts: [
    // Yesterday and today, from their first instant on.
    { over: 'round', sql: CAPPED(`date_trunc('day', now(), 'UTC') - interval '1 day'`) },
    { over: 'pass', sql: CAPPED(`'-infinity'::timestamptz`) },
    { over: 'round', sql: UNCAPPED_FUND(`date_trunc('day', now(), 'UTC') - interval '1 day'`) },
    { over: 'pass', sql: UNCAPPED_FUND(`'-infinity'::timestamptz`) },
    // Rows without caps are from before there were any.
    {
      over: 'wallet_adjustment',
      sql: `select w.id, w.currency_id, w.amount, false as demo from checked w
             where w.status = 'booked' and w.cap_by_all is null
               and w.booked_at > (select min(f.booked_at) from wallet_adjustment f where f.cap_by_all is not null)`,
    },
    // What was released or credited past its trigger was held against no cap. Of before there were any is what was approved before the first.
    {
      over: 'withdrawal',
      sql: `select w.id, w.currency_id, w.amount, false as demo from checked w
             where w.status in ('approved', 'paid') and w.released_at is null
               and not ${APPROVED_BEFORE('withdrawal', 'w', '(select min(f.released_at) from withdrawal f)')}`,
    },
    {
      over: 'deposit',
      sql: `select d.id, d.currency_id, d.amount, d.chain_verdict, false as demo from checked d
             where d.status = 'approved' and d.word_at is null
               and not (d.chain_verdict is not distinct from 'confirmed' and d.amount = d.claimed_amount)
               and not ${APPROVED_BEFORE(
                 'deposit',
                 'd',
                 '(select min(f.word_at) from deposit f where (f.chain_verdict is null) = (d.chain_verdict is null))',
               )}`,
    },
  ],
});
