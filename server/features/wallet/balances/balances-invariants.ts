import { registerInvariant, registerReason } from '../ledger/index.js';

registerReason('wallet.transfer', 'select from wallet_transfer t where t.id::text = j.reference');
registerReason(
  'wallet.adjustment',
  `select from wallet_adjustment a where a.id::text = j.reference and a.status = 'booked'`,
);

registerInvariant({
  name: 'M07',
  says: 'A transfer moves one amount between two different accounts of the same user.',
  sql: `select t.id, t.amount, count(distinct j.id) as journals, min(p.amount) as least, max(p.amount) as most, false as demo
          from wallet_transfer t
          left join ledger_journal j on j.reason = 'wallet.transfer' and j.reference = t.id::text
          left join ledger_posting p on p.journal_id = j.id
          left join ledger_account a on a.id = p.account_id
         group by t.id
        having count(distinct j.id) <> 1 or count(p.sequence) <> 2 or count(distinct a.kind) <> 2
            or bool_or(a.owner_id is distinct from t.user_id or a.currency_id <> t.currency_id)
            or min(a.kind) filter (where p.amount < 0) is distinct from t.from_account
            or min(a.kind) filter (where p.amount > 0) is distinct from t.to_account
            or max(p.amount) is distinct from t.amount or min(p.amount) is distinct from -t.amount`,
});

registerInvariant({
  name: 'M09',
  says: 'A change by hand is in the books if and only if two operators decided it, with its amount.',
  sql: `select w.id, w.status, w.amount, count(distinct j.id) as journals,
               sum(p.amount) filter (where a.id is not null) as booked, false as demo
          from wallet_adjustment w
          left join ledger_journal j on j.reason = 'wallet.adjustment' and j.reference = w.id::text
          left join ledger_posting p on p.journal_id = j.id
          left join ledger_account a on a.id = p.account_id and a.owner_id = w.user_id and a.kind = w.account
           and a.currency_id = w.currency_id
         group by w.id
        having (w.status = 'booked') <> (count(distinct j.id) = 1)
            or (w.status = 'booked' and (w.proposed_by = w.decided_by
              or sum(p.amount) filter (where a.id is not null) is distinct from w.amount))`,
});

registerInvariant({
  name: 'M11',
  says: 'What was changed by hand on one day, or credited against a chain, is within the caps that its coin had then, for all and for each of the two.',
  sql: `with booked as (
          select 'adjustment' as kind, w.id, w.currency_id, abs(w.amount) as amount, w.booked_at, w.cap_by_person,
                 w.cap_by_all, array[w.proposed_by, w.decided_by] as people, (w.booked_at at time zone 'UTC')::date as day
            from wallet_adjustment w where w.status = 'booked' and w.cap_by_all is not null
          union all
          select 'deposit', d.id, d.currency_id, d.amount, d.word_at, d.word_cap_by_person, d.word_cap_by_all,
                 array_remove(array[d.credit_proposed_by, d.credited_by], null), (d.word_at at time zone 'UTC')::date
            from deposit d where d.word_at is not null),
        by_all as (
          select b.kind, b.id, b.cap_by_all as cap,
                 sum(b.amount) over (partition by b.currency_id, b.day order by b.booked_at, b.kind, b.id) as total
            from booked b),
        by_person as (
          select b.kind, b.id, b.cap_by_person as cap,
                 sum(b.amount) over (partition by b.currency_id, b.day, person order by b.booked_at, b.kind, b.id) as total
            from booked b cross join lateral unnest(b.people) as person)
        select kind, id, cap, total, false as demo from by_all where total > cap
        union select kind, id, cap, total, false from by_person where total > cap`,
});
