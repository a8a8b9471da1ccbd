import { registerInvariant, registerReason, registerSubject } from '../../wallet/ledger/index.js';

registerSubject({
  table: 'referral_batch',
  touchedBy: `select number from recent where reason = 'referral.rebate'`,
  sliceRows: 200,
  weight: 'rebates',
});
registerSubject({
  table: 'referral_gathering',
  // A day is gathered once; the pass looks at it.
  touchedBy: 'select id from referral_gathering where false',
  sliceRows: 1,
  weight: 'last_journal - first_journal + 1',
});
registerReason('referral.rebate', 'select from referral_batch b where b.id = j.number', {
  kinds: ['spot', 'rebate_expense'],
});

registerInvariant({
  name: 'P06',
  says: 'A rebate is the part of real fees that the terms of its day say, to who invited the payer, and never to the payer.',
  parts: [
    {
      over: 'referral_batch',
      sql: `select r.day::text, r.payer_id, r.currency_id, false as demo, r.inviter_id, r.outcome, r.ratio, r.fee, r.amount
              from checked b join referral_rebate r on r.batch_id = b.id
              left join account_user u on u.id = r.payer_id
             where r.inviter_id is distinct from u.invited_by or r.day <> b.day
                or r.ratio <> referral_ratio(r.inviter_id, r.day)
                or r.amount > r.fee / 2
                or r.amount <> case when r.outcome = 'earned' then referral_amount(r.fee, r.ratio, r.scale) else 0 end
                or (r.outcome = 'earned' and exists (
                  select from referral_self s where s.payer_id = r.payer_id and s.found_at <= b.booked_at))`,
    },
    {
      over: 'referral_batch',
      sql: `select b.day::text, b.id, b.rebates, false as demo, count(r.payer_id) as found from checked b
              left join referral_rebate r on r.batch_id = b.id
             group by b.day, b.id, b.rebates
            having count(r.payer_id) <> b.rebates
                or (sum(r.amount) > 0 and not exists (
                  select from ledger_journal j where j.reason = 'referral.rebate' and j.reference = b.id::text))`,
    },
  ],
});

registerInvariant({
  name: 'P07',
  says: 'Who invites is older than who is invited: the invitations have no circle.',
  parts: [
    { over: 'account_user', sql: `select id, invited_by, null::boolean as demo from checked where invited_by >= id` },
  ],
});

registerInvariant({
  name: 'P08',
  says: 'What the journal of a batch of rebates paid each inviter is what its rebates say, and is paid once.',
  parts: [
    {
      over: 'ledger_journal',
      sql: `with paid as (
              select l.number as batch_id, l.owner_id, l.currency_id, sum(l.amount) as amount from legs l
               where l.reason = 'referral.rebate' and l.owner_id is not null group by 1, 2, 3),
            earned as (
              select r.batch_id, r.inviter_id, r.currency_id, sum(r.amount) as amount
                from (select distinct number from legs where reason = 'referral.rebate') batch
                join referral_rebate r on r.batch_id = batch.number
               where r.amount > 0 group by 1, 2, 3)
            select coalesce(p.batch_id, e.batch_id) as id, coalesce(p.owner_id, e.inviter_id) as user_id, false as demo,
                   coalesce(p.currency_id, e.currency_id) as currency_id, p.amount as paid, e.amount as earned
              from paid p full join earned e
                on e.batch_id = p.batch_id and e.inviter_id = p.owner_id and e.currency_id = p.currency_id
             where p.amount is distinct from e.amount`,
    },
    {
      over: 'pass',
      sql: `select i.inviter_id as id, i.currency_id, false as demo, i.amount, sum(r.amount) as earned from referral_income i
              left join referral_rebate r on r.inviter_id = i.inviter_id and r.currency_id = i.currency_id
             group by i.inviter_id, i.currency_id, i.amount having i.amount <> coalesce(sum(r.amount), 0)`,
    },
  ],
});

registerInvariant({
  name: 'P09',
  says: 'The fees of a rebated day are those of the postings of its journals, each journal in one day, and none is left out.',
  parts: [
    {
      over: 'referral_gathering',
      sql: `select g.day::text, g.id, false as demo, g.fees, posted.fees as posted from checked g
             cross join lateral (
               select referral_fee_sums(array_agg(f.currency_id), array_agg(f.fee)) as fees
                 from referral_fees(g.first_journal, g.last_journal) f) posted
             where g.fees <> posted.fees`,
    },
    {
      over: 'pass',
      sql: `select d.day::text, false as demo, 'range' as what, d.first_journal, d.last_journal,
                   null::text as gathered, null::text as recorded
              from referral_day d
             where exists (select from referral_day b where b.day < d.day and b.last_journal >= d.first_journal)
                or (select coalesce(max(b.last_journal), d.first_journal - 1) from referral_day b where b.day < d.day)
                     <> d.first_journal - 1
                or d.gathered_to - d.first_journal + 1 <> (
                  select coalesce(sum(g.last_journal - g.first_journal + 1), 0) from referral_gathering g where g.day = d.day)
            union all
            select day.day::text, false, 'sum', null, null, g.fees::text, r.fees::text
              from (select d.day from referral_day d) day
             cross join lateral (
               select referral_fee_sums(array_agg(f.key::integer), array_agg(f.value::numeric)) as fees
                 from referral_gathering g, jsonb_each_text(g.fees) f where g.day = day.day) g
             cross join lateral (
               select referral_fee_sums(array_agg(r.currency_id), array_agg(r.fee::numeric)) as fees
                 from referral_rebate r where r.day = day.day) r
             where g.fees <> r.fees`,
    },
    // A day that is late is an alarm (`rebate_lag_days`) and stops nobody's money: whoever books it later books the same.
  ],
});
