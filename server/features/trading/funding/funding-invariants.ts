import { registerInvariant, registerReason } from '../../wallet/ledger/index.js';

// Found by the key of the charges, however many there are and whatever the planner believes of their number.
const PART = (part: number) =>
  `case when j.reference ~ '^[0-9]{1,18}:[0-9]{1,12}$' then split_part(j.reference, ':', ${part})::bigint end`;
registerReason(
  'futures.funding',
  `select from funding_charge c where c.position_id = ${PART(1)} and c.stamp = to_timestamp(${PART(2)})`,
);

registerInvariant({
  name: 'C10',
  says: 'A funding charge is in the books with what was paid, once a position and stamp, never more than was owed.',
  sql: `select c.position_id, c.stamp, f.demo, c.paid, c.owed,
               coalesce(-sum(p.amount) filter (where a.id is not null), 0) as booked
          from funding_charge c
          left join futures_position f on f.id = c.position_id
          left join ledger_journal j on j.reason = 'futures.funding'
           and j.reference = concat(c.position_id, ':', extract(epoch from c.stamp)::bigint)
          left join ledger_posting p on p.journal_id = j.id
          left join ledger_account a on a.id = p.account_id and a.owner_id is not null
         group by c.position_id, c.stamp, c.paid, c.owed, f.demo
        having coalesce(-sum(p.amount) filter (where a.id is not null), 0) <> c.paid or c.paid > c.owed`,
});

registerInvariant({
  name: 'C11',
  says: 'The funding of a position is the sum of its charges.',
  sql: `select f.id, f.demo, f.funding, c.paid from futures_position f
          left join (select position_id, sum(paid) as paid from funding_charge group by 1) c on c.position_id = f.id
         where f.funding <> -coalesce(c.paid, 0)`,
});

registerInvariant({
  name: 'C12',
  says: 'Whoever was open at a stamp of the last day that is settled has a charge for it, however soon he closed.',
  // Processes may see the stamp at slightly different instants, so the minute around it says nothing.
  sql: `select f.id, f.demo, r.stamp from funding_rate r
          join futures_position f on f.market_id = r.market_id and f.opened_at < r.stamp - interval '1 minute'
           and (f.closed_at is null or f.closed_at > r.stamp + interval '1 minute')
         where r.settled_at is not null and r.stamp > (select max(stamp) from funding_rate) - interval '1 day'
           and not exists (select from funding_charge c where c.position_id = f.id and c.stamp = r.stamp)`,
});
